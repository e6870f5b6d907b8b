"""A finding: a flag that says error, with its place in a file and what to write there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter

from solecism import site as sites
from solecism.sentence import Sentence
from solecism.site import Flag


@dataclass(frozen=True, slots=True)
class Place:
    """A character of a file; lines and columns count from 1, columns in characters."""

    line: int
    column: int

    def after(self, text: str) -> Place:
        """The place at which a text ends that begins here.

        >>> Place(1, 5).after("of"), Place(1, 5).after("of\\nthe")
        (Place(line=1, column=7), Place(line=2, column=4))
        """
        n_lines = text.count("\n")
        if not n_lines:
            return Place(self.line, self.column + len(text))
        return Place(self.line + n_lines, len(text) - text.rindex("\n"))


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters `start` to `end` of a sentence, and the place in the file where they begin.

    The span is empty where a word is missing before `start`. `origin` is the place where the
    sentence begins. `where` is what people call the place in a document that has no lines, such
    as "paragraph 3"; it is empty for plain text.
    """

    flag: Flag
    file: str
    place: Place
    sentence: Sentence
    start: int
    end: int
    origin: Place
    where: str = ""

    @property
    def shown_place(self) -> str:
        """The place for people: in the document's own terms, otherwise line and column."""
        return self.where or f"{self.place.line}:{self.place.column}"

    @property
    def text(self) -> str:
        """The words in question."""
        return self.sentence.text[self.start : self.end]

    @property
    def kind(self) -> str | None:
        """The kind of error, such as wrong-preposition."""
        return self.flag.kind

    @property
    def confidence(self) -> float | None:
        """The probability that this is an error."""
        return self.flag.confidence

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The words to write instead, best first; an empty string to leave the words out."""
        return tuple(suggestion.text for suggestion in self.flag.suggestions)

    def place_of(self, character: int) -> Place:
        """The place in the file of a character of the sentence."""
        return self.origin.after(self.sentence.text[:character])


@dataclass(frozen=True)
class CheckedSentence:
    """A sentence, its place in the file, and what a system decided at each of its sites.

    `is_checked` is false where a sentence was passed over, because it is not English. `labels` are
    what people call the places of a document, each with the character of the sentence at which it
    begins to hold; there are none for plain text.
    """

    file: str
    place: Place
    sentence: Sentence
    flags: tuple[Flag, ...] = ()
    is_checked: bool = True
    labels: tuple[tuple[int, str], ...] = ()

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The flags that say error, from left to right."""
        return tuple(self._sorted_findings())

    def showing(self, is_shown: Callable[[Finding], bool]) -> CheckedSentence:
        """The sentence with these findings only; the sites of others count as correct."""
        hidden = {finding.flag for finding in self.findings if not is_shown(finding)}
        if not hidden:
            return self
        flags = (flag.as_correct if flag in hidden else flag for flag in self.flags)
        return replace(self, flags=tuple(flags))

    def _sorted_findings(self) -> Iterator[Finding]:
        sentence, place, done = self.sentence, self.place, 0
        errors = [(sites.parse(flag.site), flag) for flag in self.flags if flag.error]
        spans = [(*span(sentence, site.start, site.end), flag) for site, flag in errors]
        # From one to the next, because a sentence may be as long as a book.
        for start, end, flag in sorted(spans, key=lambda each: each[:2]):
            place = place.after(sentence.text[done:start])
            done = start
            where = self.where(start)
            yield Finding(flag, self.file, place, sentence, start, end, self.place, where)

    def where(self, character: int) -> str:
        """What people call the place of a character of the sentence; empty for plain text."""
        index = bisect_right(self.labels, character, key=itemgetter(0))
        return self.labels[max(0, index - 1)][1] if self.labels else ""


def span(sentence: Sentence, first: int, last: int) -> tuple[int, int]:
    """The span of characters of some words; that of a gap is empty, before the next word.

    >>> from solecism.sentence import from_words
    >>> span(from_words("a.1", ["wait", "the", "bus"]), 1, 1)
    (5, 5)
    """
    starts = sentence.starts
    if first == last:
        start = starts[first] if first < len(starts) else len(sentence.text)
        return start, start
    return starts[first], starts[last - 1] + len(sentence.words[last - 1])
