"""LanguageTool's HTTP API, version 2: its requests, and findings as its matches.

Each request has an address with and one without the version. Offsets are in UTF-16 units.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from solecism.checking.checked_text import CheckedText
from solecism.checking.explanations import KIND_DESCRIPTIONS, page_name
from solecism.detect.detector import MISSPELLING
from solecism.errors import InputError
from solecism.finding import Finding
from solecism.version import __version__
from solecism_write import languagetool_parameters
from solecism_write.access import EXPLAIN
from solecism_write.checking import Service, service
from solecism_write.findings import PlacedFinding, Utf16Offsets, place_findings, title_of
from solecism_write.languagetool_parameters import (
    CATEGORIES,
    AnnotatedText,
    CheckParameters,
    all_languages,
    category_of,
    check_parameters,
    issue_type_of,
    read_parameters,
    rule_of,
)

_VERSIONS = ("/v2", "")
_USUAL_WORDS = 10


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


async def check(request: Request) -> Response:
    """The matches in a text."""
    given = check_parameters(await read_parameters(request))
    serving = service(request)
    # Whoever has the token in a path or header could not follow a link without it.
    base = "" if serving.settings.token is not None else str(request.base_url).rstrip("/")
    work = partial(_checked, serving, given, base)
    return _json(await serving.checking.in_thread(given.text.text, work))


def _checked(serving: Service, given: CheckParameters, base: str) -> LanguageToolAnswer:
    checked = serving.checking.check(
        "" if given.kinds == () else given.text.text,
        markup=not given.has_markup,
        audience=given.audience,
        kinds=given.kinds or (),
        variety=given.variety,
    )
    return languagetool_answer(given, checked, serving.settings.dictionary.allows, base)


async def show_languages(request: Request) -> Response:
    """The languages that can be asked for."""
    return _json(all_languages())


async def show_health(request: Request) -> Response:
    """That the server answers."""
    return PlainTextResponse("OK")


async def show_words(request: Request) -> Response:
    """Words of the dictionary, from `offset` on, at most `limit` of them."""
    fields = await read_parameters(request)
    first, limit = _number(fields, "offset", 0), _number(fields, "limit", _USUAL_WORDS)
    return _json({"words": service(request).settings.dictionary.words[first : first + limit]})


async def add_word(request: Request) -> Response:
    """Add a word to the dictionary."""
    word = _word(await read_parameters(request))
    serving = service(request)
    added = await serving.in_thread(partial(serving.settings.dictionary.add, word))
    return _json({"added": added})


async def delete_word(request: Request) -> Response:
    """Delete a word from the dictionary."""
    word = _word(await read_parameters(request))
    serving = service(request)
    deleted = await serving.in_thread(partial(serving.settings.dictionary.remove, word))
    return _json({"deleted": deleted})


def _word(fields: dict[str, str]) -> str:
    if "word" not in fields:
        raise InputError("Missing 'word' parameter.")
    return fields["word"]


def _number(fields: dict[str, str], name: str, default: int) -> int:
    given = fields.get(name, "")
    if not given:
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise InputError(f"'{name}' must be a whole number.")
    return int(given)


# /check without a version is a request of the page, too: the application tells them apart.
ROUTES: list[BaseRoute] = [
    Route("/v2/check", check, methods=["GET", "POST"]),
    *(
        Route(f"{version}{path}", handler, methods=methods)
        for version in _VERSIONS
        for path, handler, methods in (
            ("/languages", show_languages, ["GET"]),
            ("/healthcheck", show_health, ["GET"]),
            ("/words", show_words, ["GET"]),
            ("/words/add", add_word, ["POST"]),
            ("/words/delete", delete_word, ["POST"]),
        )
    ),
]


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


class LanguageToolAnswer(Struct):
    """The answer to a check."""

    software: Software
    warnings: Warnings
    language: MatchedLanguage
    matches: list[Match]


def languagetool_answer(
    given: CheckParameters,
    checked: CheckedText,
    shows: Callable[[Finding], bool],
    base: str = "",
) -> LanguageToolAnswer:
    """The answer about a text, with the findings that are to be shown.

    `base` is the address of the server, which has a page about each kind of error.
    """
    units = Utf16Offsets(given.text.document).units
    matches = [
        _match(finding, place, offset, given.text, units, base)
        for finding, place, offset in place_findings(checked.sentences)
        if shows(finding)
    ]
    name = languagetool_parameters.LANGUAGE_NAMES[given.language]
    detected = DetectedLanguage(name, given.language, _confidence(checked))
    language = MatchedLanguage(name, given.language, detected)
    return LanguageToolAnswer(Software(), Warnings(), language, matches)


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
    base: str,
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
            KIND_DESCRIPTIONS.get(kind, title_of(kind)),
            issue_type_of(kind),
            Category(category_of(kind), CATEGORIES[category_of(kind)]),
            _urls(kind, base),
        ),
    )


def _urls(kind: str, base: str) -> list[Replacement]:
    page = page_name(kind)
    return [Replacement(f"{base}{EXPLAIN}{page}")] if base and page else []


def _context(document: str, start: int, end: int) -> Context:
    first, last = max(0, start - _N_AROUND), min(len(document), end + _N_AROUND)
    before = (_CUT if first else "") + document[first:start]
    after = document[end:last] + (_CUT if last < len(document) else "")
    text = " ".join(f"{before}{document[start:end]}{after}".splitlines())
    length = len(document[start:end].encode("utf-16-le", "surrogatepass")) // 2
    return Context(text, len(before.encode("utf-16-le", "surrogatepass")) // 2, length)
