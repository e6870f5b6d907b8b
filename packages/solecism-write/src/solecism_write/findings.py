"""The answer to a page that asks for the findings in its text.

Offsets are in UTF-16 units, which JavaScript and most editors count in.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import blake2b

from msgspec import Struct

from solecism import site as sites
from solecism.checking.checked_files import SkippedLines
from solecism.checking.checked_text import CheckedText
from solecism.checking.explanations import GROUPS, best_suggestions, groups_of, kind_name, page_name
from solecism.checking.reasons import reason
from solecism.checking.suggested_edits import change_of, new_words, suggestion_to_write
from solecism.detect.network.repairs import NETWORK_KINDS
from solecism.finding import CheckedSentence, Finding, span
from solecism.site import Suggestion
from solecism.system.caches import BoundedCache, IdentityCache

# The words of so many sentences are counted once.
_MAX_SENTENCES = 4_096


class SuggestionAnswer(Struct):
    """Put `insert` at `start` to `end`; `text` is the words for people, empty to leave out."""

    text: str
    start: int
    end: int
    insert: str


class FindingAnswer(Struct):
    """A finding as the page shows it; `key` stays the same while the words around it do.

    `page` is the name of the page about its kind, which is at `explain/NAME`. Its first suggestion
    may be followed without asking if it `is_sure`, as `solecism check --fix` does.
    """

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
    page: str = ""
    is_sure: bool = False


class CheckAnswer(Struct):
    """The findings in a text, how long it is, and what else there is to say about it.

    `limits` says what is not looked for with these settings; it is empty if everything is.
    """

    findings: list[FindingAnswer]
    words: int
    sentences: int
    notes: list[str]
    limits: str = ""


def check_answer(text: str, checked: CheckedText, shows: Callable[[Finding], bool]) -> CheckAnswer:
    """The answer about a text, with the findings that are to be shown."""
    units = Utf16Offsets(text).units
    other = SkippedLines()
    for sentence in checked.sentences:
        other.add(sentence)
    return CheckAnswer(
        [
            _finding(finding, place, offset, units)
            for finding, place, offset in place_findings(checked.sentences)
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
    'Singular and plural'
    """
    title = kind_name(kind)
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
        page_name(finding.kind),
        bool(place.replacements) and suggestion_to_write(finding.flag) is not None,
    )


@lru_cache(_MAX_SENTENCES)
def _n_words(words: tuple[str, ...]) -> int:
    return sum(word[0].isalnum() or any(map(str.isalnum, word)) for word in words)


def _rounded(p: float | None) -> float | None:
    return None if p is None else round(p, 4)


_MAX_FINDINGS = 20_000
# How many words on either side identify a finding.
_N_AROUND = 3


@dataclass(frozen=True, slots=True)
class PlacedReplacement:
    """Characters `start` to `end` of a sentence, and what to put there; `words` is for people."""

    start: int
    end: int
    text: str
    words: str


@dataclass(frozen=True, slots=True)
class PlacedFinding:
    """What to underline and why, and what to put there, best first, in offsets of the sentence.

    `start` is before `end`: for a missing word the next word is underlined, or the last one. `key`
    identifies the finding in all versions of a text: by its kind, and by the words around it.
    """

    start: int
    end: int
    explanation: str
    replacements: tuple[PlacedReplacement, ...]
    key: str


def place_findings(
    checked: Iterable[CheckedSentence],
) -> Iterator[tuple[Finding, PlacedFinding, int]]:
    """The findings of a text's sentences, which must be all of them.

    With each comes its place in its sentence, and the offset at which the sentence begins.
    """
    offset = 0
    for each in checked:
        if each.flags:
            for finding, place in _RECENT_SENTENCES.value(
                (each,), partial(_of_sentence, each), size=len(each.flags)
            ):
                yield finding, place, offset
        offset += len(each.sentence.text) + len(each.sentence.after)


# After an edit most findings are as before, but for their probability and their offset.
_RECENT = BoundedCache[tuple[str, ...], PlacedFinding](max_size=_MAX_FINDINGS)
# Most sentences are the very same.
_RECENT_SENTENCES = IdentityCache[tuple[tuple[Finding, PlacedFinding], ...]](max_size=_MAX_FINDINGS)


def _of_sentence(checked: CheckedSentence) -> tuple[tuple[Finding, PlacedFinding], ...]:
    return tuple((finding, _in_sentence(finding)) for finding in checked.findings)


def _in_sentence(finding: Finding) -> PlacedFinding:
    """The finding with offsets in its sentence."""
    flag, sentence = finding.flag, finding.sentence
    suggestions = best_suggestions(flag.suggestions)
    site = flag.site[len(sentence.id) :]
    texts = (each.text for each in suggestions)
    return _RECENT.value(
        (sentence.text, site, flag.kind or "", *texts),
        partial(_described, finding, suggestions),
        size=1,
    )


def _described(finding: Finding, suggestions: Iterable[Suggestion]) -> PlacedFinding:
    start, end = _underlined(finding)
    replacements = []
    for suggestion in suggestions:
        change = change_of(finding, suggestion)
        words = new_words(finding, suggestion)
        replacements.append(PlacedReplacement(change.start, change.end, change.text, words))
    why = as_sentence(reason(finding))
    return PlacedFinding(start, end, why, tuple(replacements), finding_key(finding))


def _underlined(finding: Finding) -> tuple[int, int]:
    if finding.start < finding.end:
        return finding.start, finding.end
    sentence = finding.sentence
    word = min(sites.parse(finding.flag.site).start, len(sentence.words) - 1)
    return span(sentence, word, word + 1)


def finding_key(finding: Finding) -> str:
    """What identifies a finding in all versions of a text."""
    site = sites.parse(finding.flag.site)
    words = finding.sentence.words
    first = max(0, site.start - _N_AROUND)
    parts = (finding.kind or "", *words[first : site.end + _N_AROUND], str(site.start - first))
    return blake2b("\0".join(parts).encode(errors="replace"), digest_size=12).hexdigest()


def as_sentence(words: str) -> str:
    """Words as a sentence, with a capital letter and a full stop.

    >>> as_sentence("another article is usual here")
    'Another article is usual here.'
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


_GROUP_OF = {kind: group.name for group in GROUPS for kind in group.kinds}


class ErrorKind(Struct):
    """A kind of error; `default` is false for one that is looked for only if it is asked for."""

    kind: str
    name: str
    group: str
    default: bool


def group_of(kind: str | None) -> str:
    """The group of a kind of error; empty for one that no group has.

    >>> group_of("tense"), group_of("wrong-noun")
    ('Tense and verb forms', 'Word choice and form')
    """
    return _GROUP_OF.get(kind or "", "")


def all_kinds() -> list[ErrorKind]:
    """All kinds, group by group."""
    return [
        ErrorKind(kind, kind_name(kind), group.name, True)
        for group in groups_of(NETWORK_KINDS)
        for kind in group.kinds
    ]


_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16Offsets:
    """Offsets in the characters of a text as offsets in its UTF-16 units.

    >>> offsets = Utf16Offsets("a \U0001f600 b")
    >>> offsets.units(2), offsets.units(3), offsets.units(4)
    (2, 4, 5)
    """

    def __init__(self, text: str) -> None:
        self._astral = [match.start() for match in _ASTRAL.finditer(text)]

    def units(self, offset: int) -> int:
        """The number of units before a character."""
        return offset + bisect_left(self._astral, offset) if self._astral else offset
