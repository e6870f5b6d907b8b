"""The answer to a page that asks for the findings in its text; offsets are in UTF-16 units."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from msgspec import Struct

from solecism.check.checked_text import CheckedText
from solecism.check.explain import name
from solecism.check.other_lines import OtherLines
from solecism.check.reasons.reason import reason
from solecism.finding import Finding
from solecism.sentence import Sentence
from solecism.site import parse
from solecism.write.kinds import group_of
from solecism.write.offsets import Utf16Offsets
from solecism.write.places import PlacedFinding, Replacement, placed

# How many words on either side identify a finding.
_N_AROUND = 3


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
    """The findings in a text, how long it is, and what else there is to say about it."""

    findings: list[FindingAnswer]
    words: int
    sentences: int
    notes: list[str]


def answer(text: str, checked: CheckedText, shows: Callable[[Finding], bool]) -> CheckAnswer:
    """The answer about a text, with the findings that are to be shown."""
    units = Utf16Offsets(text).units
    other = OtherLines()
    for sentence in checked.sentences:
        other.add(sentence)
    return CheckAnswer(
        [_finding(each, units) for each in placed(checked.sentences) if shows(each.finding)],
        sum(_n_words(each.sentence) for each in checked.sentences),
        sum(bool(each.sentence.words) for each in checked.sentences),
        [*filter(None, [checked.note]), *other.notes("The text")],
    )


def _n_words(sentence: Sentence) -> int:
    return sum(any(map(str.isalnum, word)) for word in sentence.words)


def sentence_of(words: str) -> str:
    """Words as a sentence, with a capital letter and a full stop.

    >>> sentence_of("another article is usual here")
    'Another article is usual here.'
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def _finding(each: PlacedFinding, units: Callable[[int], int]) -> FindingAnswer:
    finding = each.finding
    title = name(finding.kind)
    return FindingAnswer(
        units(each.start),
        units(each.end),
        finding.kind or "",
        group_of(finding.kind),
        title[:1].upper() + title[1:],
        sentence_of(reason(finding)),
        [_suggestion(replacement, units) for replacement in each.replacements],
        _rounded(finding.confidence),
        _rounded(finding.flag.readers),
        units(each.sentence_start),
        units(each.sentence_start + len(finding.sentence.text)),
        key_of(finding),
    )


def _suggestion(each: Replacement, units: Callable[[int], int]) -> SuggestionAnswer:
    return SuggestionAnswer(each.words, units(each.start), units(each.end), each.text)


def _rounded(p: float | None) -> float | None:
    return None if p is None else round(p, 4)


def key_of(finding: Finding) -> str:
    """What identifies a finding in all versions of a text: its kind, and the words around it."""
    site = parse(finding.flag.site)
    words = finding.sentence.words
    first = max(0, site.start - _N_AROUND)
    parts = (finding.kind or "", *words[first : site.end + _N_AROUND], str(site.start - first))
    return blake2b("\0".join(parts).encode(errors="replace"), digest_size=12).hexdigest()
