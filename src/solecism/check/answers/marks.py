"""Comments and tracked changes at characters of one paragraph of a Word document."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solecism.check.advice.changes import Change
from solecism.check.answers.elements import Words
from solecism.check.answers.runs import TextRun, divided, new_run

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

    words: Words
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


def mark(
    paragraph: Element,
    comments: Sequence[CommentRange],
    changes: Sequence[Change],
    elements: ChangeElements,
) -> None:
    """Write comments and changes, each in order, into a paragraph; nothing else in it changes."""
    marks: list[CommentRange | Change] = [*comments, *changes]
    cuts = sorted({place for each in marks for place in (each.start, each.end)})
    marked = _MarkedRuns(divided(paragraph, cuts), elements)
    for change in changes:
        marked.change(change)
    for comment in comments:
        marked.comment(comment)


def comment_on(first: Element, last: Element, number: int, words: Words) -> None:
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

    def change(self, change: Change) -> None:
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
