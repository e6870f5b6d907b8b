"""Comments and tracked changes are marked at characters of one paragraph of a Word document.

A run (`w:r`) is a piece of text with one format. Comments and tracked changes can begin and end
only between runs, so runs are divided there.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from solecism.checking.answers.word_file import WordNamespace
from solecism.checking.suggested_edits import TextChange
from solecism.documents.docx import text_elements

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


@dataclass(frozen=True, slots=True)
class CommentRange:
    """Characters `start` to `end` of a paragraph, and the number of the comment on them."""

    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class ChangeElements:
    """Makes the elements of tracked changes: who changes and when, and the numbers still free."""

    words: WordNamespace
    signature: Mapping[str, str]
    numbers: Iterator[int]

    def element(self, name: str, *children: Element) -> Element:
        """A new element, `ins` or `del`, with a number of its own."""
        return self.words.element(name, *children, id=str(next(self.numbers)), **self.signature)

    def rest_of(self, other: Element) -> Element:
        """An empty element like another person's, with a number of its own."""
        rest = other.makeelement(other.tag, dict(other.attrib), other.nsmap)
        rest.set(self.words.tag("id"), str(next(self.numbers)))
        return rest


def mark_paragraph(
    paragraph: Element,
    comments: Sequence[CommentRange],
    changes: Sequence[TextChange],
    elements: ChangeElements,
) -> None:
    """Write comments and changes, each in order, into a paragraph; nothing else in it changes."""
    marks: list[CommentRange | TextChange] = [*comments, *changes]
    cuts = sorted({place for each in marks for place in (each.start, each.end)})
    marked = _MarkedRuns(divide_runs(paragraph, cuts), elements)
    for change in changes:
        marked.change(change)
    for comment in comments:
        marked.comment(comment)


def comment_on(first: Element, last: Element, number: int, words: WordNamespace) -> None:
    """Mark the range of a comment from one element to another, and add the reference to it."""
    id = str(number)
    end = words.element("commentRangeEnd", id=id)
    first.addprevious(words.element("commentRangeStart", id=id))
    last.addnext(end)
    end.addnext(words.element("r", words.element("commentReference", id=id)))


class _MarkedRuns:
    """The runs of a paragraph, which changes and comments are written into from left to right.

    `_own` are the runs or what was deleted with them; `_first` and `_last` are the first and last
    element that belongs to each, insertions included.
    """

    def __init__(self, runs: Sequence[TextRun], elements: ChangeElements) -> None:
        self._runs, self._elements, self._words = runs, elements, elements.words
        self._starts = [run.start for run in runs]
        self._own, self._first, self._last = ([run.element for run in runs] for _ in range(3))

    def change(self, change: TextChange) -> None:
        """Delete the characters of a change and insert its text after them."""
        first, last = self._span(change.start, change.end)
        deleted = None
        for index in range(first, last):
            deleted = self._delete(index, deleted)
        if change.text and self._is_before_next(first, last, change.text):
            self._insert_before(first, change.text)
        elif change.text:
            self._insert_after(last - 1, change.text)

    def comment(self, comment: CommentRange) -> None:
        """Mark the characters of a comment."""
        first, last = self._span(comment.start, comment.end)
        comment_on(self._first[first], self._last[last - 1], comment.number, self._words)

    def _span(self, start: int, end: int) -> tuple[int, int]:
        """The indices of the runs from one character to another."""
        return bisect_left(self._starts, start), bisect_left(self._starts, end)

    def _delete(self, index: int, deleted: Element | None) -> Element:
        """Delete a run, together with what was deleted just before it."""
        run = self._own[index]
        if deleted is None or run.getprevious() is not deleted:
            deleted = self._elements.element("del")
            run.addprevious(deleted)
        deleted.append(run)
        for text in list(run.iterchildren(self._words.tag("t"))):
            run.replace(text, self._words.text(text.text or "", "delText"))
        self._own[index] = self._last[index] = deleted
        if self._first[index] is run:
            self._first[index] = deleted
        return deleted

    def _is_before_next(self, first: int, last: int, text: str) -> bool:
        """Whether inserted text belongs to the next run, as a word with a space after it does."""
        if first < last or first == len(self._runs):
            return False
        has_text_before = self._first[first] is not self._own[first]
        return first == 0 or text[-1] == " " or has_text_before

    def _insert_before(self, index: int, text: str) -> None:
        own, inserted = self._own[index], self._insertion(index, text)
        if self._is_inserted(own):
            self._divide(own.getparent(), inserted, [own, *own.itersiblings()])
        else:
            own.addprevious(inserted)
        if self._first[index] is own:
            self._first[index] = inserted

    def _insert_after(self, index: int, text: str) -> None:
        last, inserted = self._last[index], self._insertion(index, text)
        if self._is_inserted(last):
            self._divide(last.getparent(), inserted, list(last.itersiblings()))
        else:
            last.addnext(inserted)
        self._last[index] = inserted

    def _insertion(self, index: int, text: str) -> Element:
        """An element that inserts text in the format of a run."""
        run = new_run(self._runs[index].element, self._words)
        run.append(self._words.text(text))
        return self._elements.element("ins", run)

    def _is_inserted(self, element: Element) -> bool:
        """Whether an element is in another person's insertion, which ours must not be inside."""
        return element.getparent().tag in (self._words.tag("ins"), self._words.tag("moveTo"))

    def _divide(self, other: Element, inserted: Element, following: Sequence[Element]) -> None:
        """Divide another person's insertion before the given elements, and put ours between."""
        rest = self._elements.rest_of(other)
        rest.extend(following)
        other.addnext(inserted)
        inserted.addnext(rest)
        for part in (other, rest):
            if not len(part):
                part.getparent().remove(part)


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run that holds characters `start` to `end` of its paragraph and nothing else.

    A formula, which counts as one character, is not part of a run; it is its own element.
    """

    start: int
    end: int
    element: Element


def divide_runs(paragraph: Element, cuts: Sequence[int]) -> list[TextRun]:
    """Divide the runs of a paragraph before some characters, which are given in order.

    A run that holds text and other things, such as a picture, is also divided between them.
    """
    words = WordNamespace.of(paragraph)
    text_runs: list[TextRun] = []
    start = 0
    pieces = [(element, len(text)) for element, text in text_elements(paragraph) if text]
    for run, group in groupby(pieces, key=lambda piece: _run_of(piece[0], words)):
        sizes = dict(group)
        end = start + sum(sizes.values())
        is_mixed = run.tag == words.tag("r") and len(_content(run, words)) > len(sizes)
        if is_mixed or _inside(cuts, start, end):
            text_runs += _parts(run, sizes, start, cuts)
        else:
            text_runs.append(TextRun(start, end, run))
        start = end
    return text_runs


def new_run(like: Element, words: WordNamespace) -> Element:
    """An empty run with the format of another one, or without one where that is no run."""
    format = like.find(words.tag("rPr")) if like.tag == words.tag("r") else None
    return words.element("r", *([] if format is None else [deepcopy(format)]))


def _parts(
    run: Element, sizes: dict[Element, int], start: int, cuts: Sequence[int]
) -> Iterator[TextRun]:
    """The parts of a run that hold text. The run itself becomes the first of all parts."""
    words = WordNamespace.of(run)
    pieces: list[TextRun] = []
    for child in _content(run, words):
        end = start + sizes.get(child, 0)
        pieces += _divided_text(child, start, end, _inside(cuts, start, end))
        start = end
    part = None
    # Text between the same two cuts stays together.
    for (is_text, _), group in groupby(
        pieces, key=lambda piece: (piece.start < piece.end, bisect_right(cuts, piece.start))
    ):
        if part is None:
            part = run
        else:
            previous, part = part, new_run(part, words)
            previous.addnext(part)
        own = list(group)
        part.extend(piece.element for piece in own)
        if is_text:
            yield TextRun(own[0].start, own[-1].end, part)


def _divided_text(child: Element, start: int, end: int, cuts: Sequence[int]) -> Iterator[TextRun]:
    """A child of a run, or the pieces of its text if there are cuts inside it."""
    if not cuts:
        yield TextRun(start, end, child)
        return
    words, text = WordNamespace.of(child), child.text or ""
    child.getparent().remove(child)
    for a, b in pairwise((start, *cuts, end)):
        yield TextRun(a, b, words.text(text[a - start : b - start]))


def _run_of(element: Element, words: WordNamespace) -> Element:
    """The run of an element; a formula has none, and text that has none is given one."""
    parent = element.getparent()
    if parent.tag == words.tag("r"):
        return parent
    if WordNamespace.of(element) != words:
        return element
    run = words.element("r")
    element.addprevious(run)
    run.append(element)
    return run


def _content(run: Element, words: WordNamespace) -> list[Element]:
    return [child for child in run if child.tag != words.tag("rPr")]


def _inside(cuts: Sequence[int], start: int, end: int) -> Sequence[int]:
    """The cuts after the start and before the end of a piece."""
    return cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]
