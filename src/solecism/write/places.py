"""Where findings are in a whole text, and what exactly to replace there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism import site as sites
from solecism.check.advice.changes import change_of, new_words
from solecism.check.explain import worthwhile
from solecism.finding import CheckedSentence, Finding, span


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters `start` to `end` of the text, and what to put there; `words` is for people."""

    start: int
    end: int
    text: str
    words: str


@dataclass(frozen=True, slots=True)
class PlacedFinding:
    """A finding, the characters of the text to underline, and its replacements, best first.

    `start` is before `end`: for a missing word the next word is underlined, or the last one.
    `sentence_start` is where the text of the sentence begins.
    """

    finding: Finding
    start: int
    end: int
    sentence_start: int
    replacements: tuple[Replacement, ...]


def placed(checked: Iterable[CheckedSentence]) -> Iterator[PlacedFinding]:
    """The findings of a text's sentences, which must be all of them."""
    offset = 0
    for each in checked:
        for finding in each.findings:
            start, end = _underlined(finding)
            yield PlacedFinding(
                finding, offset + start, offset + end, offset, _replacements(finding, offset)
            )
        offset += len(each.sentence.text) + len(each.sentence.after)


def _underlined(finding: Finding) -> tuple[int, int]:
    if finding.start < finding.end:
        return finding.start, finding.end
    sentence = finding.sentence
    word = min(sites.parse(finding.flag.site).start, len(sentence.words) - 1)
    return span(sentence, word, word + 1)


def _replacements(finding: Finding, offset: int) -> tuple[Replacement, ...]:
    replacements = []
    for suggestion in worthwhile(finding.flag.suggestions):
        change = change_of(finding, suggestion)
        words = new_words(finding, suggestion)
        replacements.append(
            Replacement(offset + change.start, offset + change.end, change.text, words)
        )
    return tuple(replacements)
