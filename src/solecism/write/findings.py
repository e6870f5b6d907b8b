"""The answer to a page that asks for the findings in its text; offsets are in UTF-16 units."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from msgspec import Struct

from solecism.check.checked_text import CheckedText
from solecism.check.explain import name
from solecism.check.reading.other_lines import OtherLines
from solecism.finding import Finding
from solecism.write.kinds import group_of
from solecism.write.offsets import Utf16Offsets
from solecism.write.places import PlacedFinding, placed

# The words of so many sentences are counted once.
_MAX_SENTENCES = 4_096


class SuggestionAnswer(Struct):
    """Put `insert` at `start` to `end`; `text` is the words for people, empty to leave out."""

    text: str
    start: int
    end: int
    insert: str


class FindingAnswer(Struct):
    """A finding as the page shows it; `key` stays the same while the words around it do."""

    start: int
    end: int
    kind: str
    group: str
    title: str
    explanation: str
    suggestions: list[SuggestionAnswer]
    confidence: float | None
    share: float | None
    sentence_start: int
    sentence_end: int
    key: str


class CheckAnswer(Struct):
    """The findings in a text, how long it is, and what else there is to say about it.

    `limits` says what is not looked for with these settings; it is empty if everything is.
    """

    findings: list[FindingAnswer]
    words: int
    sentences: int
    notes: list[str]
    limits: str = ""


def answer(text: str, checked: CheckedText, shows: Callable[[Finding], bool]) -> CheckAnswer:
    """The answer about a text, with the findings that are to be shown."""
    units = Utf16Offsets(text).units
    other = OtherLines()
    for sentence in checked.sentences:
        other.add(sentence)
    return CheckAnswer(
        [
            _finding(finding, place, offset, units)
            for finding, place, offset in placed(checked.sentences)
            if shows(finding)
        ],
        sum(_n_words(each.sentence.words) for each in checked.sentences),
        sum(bool(each.sentence.words) for each in checked.sentences),
        other.notes("The text"),
        checked.note,
    )


@cache
def title_of(kind: str | None) -> str:
    """The name of a kind of error, with a capital letter.

    >>> title_of("noun-number")
    'One or many'
    """
    title = name(kind)
    return title[:1].upper() + title[1:]


def _finding(
    finding: Finding, place: PlacedFinding, offset: int, units: Callable[[int], int]
) -> FindingAnswer:
    return FindingAnswer(
        units(offset + place.start),
        units(offset + place.end),
        finding.kind or "",
        group_of(finding.kind),
        title_of(finding.kind),
        place.explanation,
        [
            SuggestionAnswer(
                each.words, units(offset + each.start), units(offset + each.end), each.text
            )
            for each in place.replacements
        ],
        _rounded(finding.confidence),
        _rounded(finding.flag.readers),
        units(offset),
        units(offset + len(finding.sentence.text)),
        place.key,
    )


@lru_cache(_MAX_SENTENCES)
def _n_words(words: tuple[str, ...]) -> int:
    return sum(word[0].isalnum() or any(map(str.isalnum, word)) for word in words)


def _rounded(p: float | None) -> float | None:
    return None if p is None else round(p, 4)
