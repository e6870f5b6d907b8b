"""Checked sentences without the findings that comments in their text turn off."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism.finding import CheckedSentence, Finding, Place
from solecism.project.comments import Comments


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A sentence, and the places where it begins and ends in the text."""

    checked: CheckedSentence
    start: Place
    end: Place

    def showing(self, comments: Comments) -> CheckedSentence:
        """The sentence with the findings that no comment turns off."""

        def is_shown(finding: Finding) -> bool:
            start = self.start.after(finding.sentence.text[: finding.start])
            return not comments.hides(start, start.after(finding.text), finding.kind)

        return self.checked if comments.is_empty else self.checked.showing(is_shown)


def obeying(sentences: Iterable[CheckedSentence], comments: Comments) -> Iterator[CheckedSentence]:
    """The sentences of a whole text, each as soon as its last line has been read.

    `comments`, new ones, have read the whole text when all sentences have been taken.
    """
    place = Place(1, 1)
    waiting: deque[_Waiting] = deque()
    unfinished: list[str] = []
    for checked in sentences:
        sentence = checked.sentence
        waiting.append(_Waiting(checked, place, place.after(sentence.text)))
        text = sentence.text + sentence.after
        place = place.after(text)
        first, *others = text.split("\n")
        unfinished.append(first)
        for line in others:
            comments.read_line("".join(unfinished))
            unfinished = [line]
        while waiting and waiting[0].end.line <= comments.n_lines:
            yield waiting.popleft().showing(comments)
    comments.read_line("".join(unfinished))
    while waiting:
        yield waiting.popleft().showing(comments)
