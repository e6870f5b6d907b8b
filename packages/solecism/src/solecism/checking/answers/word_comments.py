"""What an answer says about a text, and the comments of a Word document that say it.

Not every program shows comments inside footnotes, endnotes and text boxes: those on notes and text
boxes are put where the main text refers to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from solecism import site as sites
from solecism.checking import explanations
from solecism.checking.answers.word_file import WordFile, WordNamespace
from solecism.checking.reasons import reason
from solecism.checking.suggested_edits import TextChange, first_edits, text_changes
from solecism.documents.docx import TEXT_BOX
from solecism.finding import CheckedSentence, Finding, span

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on characters `start` to `end` of a text: a title and some short lines."""

    start: int
    end: int
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The remarks on a text and the changes that mend it, both from left to right."""

    remarks: tuple[Remark, ...]
    changes: tuple[TextChange, ...]


def make_answer(checked: Iterable[CheckedSentence]) -> Answer:
    """The answer to a text, given its checked sentences in order.

    The changes are those of all first suggestions: applied to the text, they give what `--fix`
    writes.
    """
    remarks: list[Remark] = []
    changed: list[TextChange] = []
    offset = 0
    for each in checked:
        sentence = each.sentence
        if each.findings:
            remarks += _remarks(each, offset)
            changed += (
                replace(change, start=change.start + offset, end=change.end + offset)
                for change in text_changes(sentence, first_edits(each))
            )
        offset += len(sentence.text) + len(sentence.after)
    return Answer(tuple(remarks), tuple(changed))


def _remarks(checked: CheckedSentence, offset: int) -> Iterator[Remark]:
    for finding in checked.findings:
        start, end = _commented(finding)
        yield Remark(
            start + offset,
            end + offset,
            explanations.sentence_case(explanations.kind_name(finding.kind)),
            tuple(
                f"{explanations.sentence_case(line)}."
                for line in (
                    reason(finding),
                    explanations.advice(finding),
                    explanations.certainty(finding),
                )
                if line
            ),
        )


def _commented(finding: Finding) -> tuple[int, int]:
    """The words in question; if one is missing, the word after the gap or else before it."""
    if finding.start < finding.end:
        return finding.start, finding.end
    site, n_words = sites.parse(finding.flag.site), len(finding.sentence.words)
    word = min(site.start, n_words - 1)
    return span(finding.sentence, word, word + 1)


class WordComments:
    """The comments of a Word file, to which new ones are added."""

    def __init__(self, word: WordFile, signature: Mapping[str, str]) -> None:
        self._word, self._words, self._signature = word, WordNamespace.of(word.main), signature

    @cached_property
    def _root(self) -> Element:
        return self._word.comments

    @cached_property
    def _numbers(self) -> Iterator[int]:
        return self._words.free_numbers(self._root)

    def add(self, remark: Remark) -> int:
        """Add a comment, and return the number by which the text refers to it."""
        number = next(self._numbers)
        words = self._words
        bold = words.element("rPr", words.element("b"))
        sign = words.element("r", words.element("annotationRef"))
        title = words.element("r", bold, words.text(remark.title))
        lines = [words.element("p", words.element("r", words.text(line))) for line in remark.lines]
        self._root.append(
            words.element(
                "comment",
                words.element("p", sign, title),
                *lines,
                id=str(number),
                initials="S",
                **self._signature,
            )
        )
        return number


_REFERENCES = {"footnote": "footnoteReference", "endnote": "endnoteReference"}


class CommentAnchors:
    """The elements of the main text that stand for notes and text boxes."""

    def __init__(self, main: Element) -> None:
        self._main, self._words = main, WordNamespace.of(main)

    def is_needed(self, paragraph: Element) -> bool:
        """Whether comments cannot be placed in the paragraph itself."""
        root = paragraph.getroottree().getroot()
        return root is not self._main or self._box_child(paragraph) is not None

    def run_of(self, paragraph: Element) -> Element | None:
        """The run of the main text that shows a note or text box; None if there is none."""
        child = self._box_child(paragraph)
        top = paragraph if child is None else child
        if top.getroottree().getroot() is not self._main:
            child = self._reference(top)
        run = None if child is None else child.getparent()
        return run if run is not None and run.tag == self._words.tag("r") else None

    def _box_child(self, paragraph: Element) -> Element | None:
        """The child of a run that holds the text box around a paragraph, if there is one."""
        above = list(paragraph.iterancestors())
        if not any(element.tag in TEXT_BOX for element in above):
            return None
        run = self._words.tag("r")
        return next((each for each in reversed(above[:-1]) if each.getparent().tag == run), None)

    def _reference(self, element: Element) -> Element | None:
        """The sign in the main text that refers to the note around an element."""
        for above in element.iterancestors():
            for note, reference in _REFERENCES.items():
                if above.tag == self._words.tag(note):
                    return self._references.get((reference, above.get(self._words.tag("id"))))
        return None

    @cached_property
    def _references(self) -> dict[tuple[str, str | None], Element]:
        id = self._words.tag("id")
        return {
            (name, element.get(id)): element
            for name in _REFERENCES.values()
            for element in self._main.iter(self._words.tag(name))
        }
