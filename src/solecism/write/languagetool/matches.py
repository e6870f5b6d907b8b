"""Findings as LanguageTool's matches; offsets are in UTF-16 units."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from solecism.check.checked_text import CheckedText
from solecism.check.explain import REASONS
from solecism.detect.detector import MISSPELLING
from solecism.finding import Finding
from solecism.version import __version__
from solecism.write.findings import title_of
from solecism.write.languagetool import languages
from solecism.write.languagetool.annotation import AnnotatedText
from solecism.write.languagetool.parameters import CheckParameters
from solecism.write.languagetool.rules import CATEGORIES, category_of, issue_type_of, rule_of
from solecism.write.offsets import Utf16Offsets
from solecism.write.places import PlacedFinding, placed

# Characters of the text on either side of a match that are shown with it.
_N_AROUND = 40
_CUT = "..."


class Software(Struct, rename="camel"):
    """The program that answers."""

    name: str = "Solecism"
    version: str = __version__
    build_date: str = ""
    api_version: int = 1
    premium: bool = False
    status: str = ""


class DetectedLanguage(Struct):
    """The language that a text seems to have."""

    name: str
    code: str
    confidence: float


class MatchedLanguage(Struct, rename="camel"):
    """The language that a text was checked in."""

    name: str
    code: str
    detected_language: DetectedLanguage


class Replacement(Struct):
    """Words to write instead."""

    value: str


class Context(Struct):
    """Some text around a match, and where the match is in it."""

    text: str
    offset: int
    length: int


class MatchType(Struct, rename="camel"):
    """The sort of a match, by which some clients choose a colour."""

    type_name: str


class Category(Struct):
    """A category of rules."""

    id: str
    name: str


class Rule(Struct, rename="camel"):
    """The rule that was broken."""

    id: str
    description: str
    issue_type: str
    category: Category
    urls: list[Replacement] = []


class Match(Struct, rename="camel"):
    """A finding."""

    message: str
    short_message: str
    offset: int
    length: int
    replacements: list[Replacement]
    context: Context
    sentence: str
    type: MatchType
    rule: Rule
    ignore_for_incomplete_sentence: bool = False
    context_for_sure_match: int = 0


class Warnings(Struct, rename="camel"):
    """What a client should know about the matches."""

    incomplete_results: bool = False


class CheckAnswer(Struct):
    """The answer to a check."""

    software: Software
    warnings: Warnings
    language: MatchedLanguage
    matches: list[Match]


def answer(
    given: CheckParameters, checked: CheckedText, shows: Callable[[Finding], bool]
) -> CheckAnswer:
    """The answer about a text, with the findings that are to be shown."""
    units = Utf16Offsets(given.text.document).units
    matches = [
        _match(finding, place, offset, given.text, units)
        for finding, place, offset in placed(checked.sentences)
        if shows(finding)
    ]
    name = languages.NAMES[given.language]
    detected = DetectedLanguage(name, given.language, _confidence(checked))
    language = MatchedLanguage(name, given.language, detected)
    return CheckAnswer(Software(), Warnings(), language, matches)


def _confidence(checked: CheckedText) -> float:
    """The share of words in English paragraphs."""
    sizes = [(len(each.sentence.words), each.is_checked) for each in checked.sentences]
    n_words = sum(size for size, _ in sizes)
    return round(sum(size for size, is_one in sizes if is_one) / n_words, 2) if n_words else 0.0


def _match(
    finding: Finding,
    each: PlacedFinding,
    offset: int,
    text: AnnotatedText,
    units: Callable[[int], int],
) -> Match:
    kind = finding.kind or ""
    first = offset + min((each.start, *(change.start for change in each.replacements)))
    last = offset + max((each.end, *(change.end for change in each.replacements)))
    # A replacement must not write over markup.
    changes = each.replacements if text.is_plain(first, last) else ()
    replacements = [
        Replacement(
            text.text[first : offset + change.start]
            + change.text
            + text.text[offset + change.end : last]
        )
        for change in changes
    ]
    start, end = text.start(first), text.end(last)
    return Match(
        each.explanation,
        title_of(kind),
        units(start),
        units(end) - units(start),
        replacements,
        _context(text.document, start, end),
        finding.sentence.text.strip(),
        MatchType("UnknownWord" if kind == MISSPELLING else "Other"),
        Rule(
            rule_of(kind),
            REASONS.get(kind, title_of(kind)),
            issue_type_of(kind),
            Category(category_of(kind), CATEGORIES[category_of(kind)]),
        ),
    )


def _context(document: str, start: int, end: int) -> Context:
    first, last = max(0, start - _N_AROUND), min(len(document), end + _N_AROUND)
    before = (_CUT if first else "") + document[first:start]
    after = document[end:last] + (_CUT if last < len(document) else "")
    text = " ".join(f"{before}{document[start:end]}{after}".splitlines())
    length = len(document[start:end].encode("utf-16-le", "surrogatepass")) // 2
    return Context(text, len(before.encode("utf-16-le", "surrogatepass")) // 2, length)
