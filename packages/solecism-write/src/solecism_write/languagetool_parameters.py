"""What clients of LanguageTool's HTTP API ask for: a text, its language, and kinds of error.

Texts may have markup, as clients send them in `data`. The client divides its document into text and
markup. Markup may be interpreted as text, such as a line break for `<br>`; that text is checked,
too, and stands for the markup. Kinds of error are LanguageTool's rules and categories.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct
from starlette.requests import Request

from solecism.checking.varieties import AUTO as AUTO_VARIETY
from solecism.detect import detector as kinds
from solecism.detect.network.repairs import NETWORK_KINDS
from solecism.errors import InputError

_MAX_FIELDS = 100
# Few findings that are hardly ever wrong, or more.
_AUDIENCES = {"default": "author", "picky": "learner"}


@dataclass(frozen=True, slots=True)
class CheckParameters:
    """What a client asks to check: a text, its language, and which kinds of error.

    `is_auto` says that the language is to be recognised; `language` is the variant of English then.
    `kinds` is None for the usual ones.
    """

    text: AnnotatedText
    has_markup: bool
    language: str
    is_auto: bool
    audience: str
    kinds: tuple[str, ...] | None

    @property
    def variety(self) -> str:
        """The variety of English of the language; told from the text where it is recognised."""
        return AUTO_VARIETY if self.is_auto else _VARIETIES.get(self.language, AUTO_VARIETY)


async def read_parameters(request: Request) -> dict[str, str]:
    """The parameters in the address and in the body of a request; of equal names the last wins."""
    given = request.scope["query_string"]
    fields = _parsed(given)
    if request.method == "POST":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "multipart/form-data":
            form = await request.form(max_files=0, max_fields=_MAX_FIELDS)
            fields |= {name: value for name, value in form.items() if isinstance(value, str)}
        else:
            fields |= _parsed(await request.body())
    return fields


def _parsed(data: bytes) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            data.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS, errors="strict"
        )
    except UnicodeDecodeError as error:
        raise InputError("the parameters are not encoded in UTF-8.") from error
    except ValueError as error:
        raise InputError("there are too many parameters.") from error
    return dict(pairs)


def check_parameters(fields: Mapping[str, str]) -> CheckParameters:
    """The parameters of a check; InputError says what is wrong."""
    language = fields.get("language")
    if not language:
        raise InputError("Missing 'language' parameter, such as 'language=en-US' or 'auto'.")
    is_auto = language == AUTO
    if fields.get("preferredVariants") and not is_auto:
        raise InputError("'preferredVariants' goes with 'language=auto' only.")
    preferred = fields.get("preferredVariants", "")
    level = fields.get("level", "default").lower()
    if level not in _AUDIENCES:
        raise InputError("'level' must be 'default' or 'picky'.")
    return CheckParameters(
        _text(fields),
        "data" in fields,
        variant_of(preferred) if is_auto else known_code(language),
        is_auto,
        _AUDIENCES[level],
        _kinds(fields),
    )


def _text(fields: Mapping[str, str]) -> AnnotatedText:
    if "text" in fields and "data" in fields:
        raise InputError("Set only 'text' or 'data' parameter, not both.")
    if "data" in fields:
        return parse_annotated_text(fields["data"])
    if "text" not in fields:
        raise InputError("Missing 'text' or 'data' parameter.")
    return unannotated_text(fields["text"])


def _kinds(fields: Mapping[str, str]) -> tuple[str, ...] | None:
    lists = {
        name: tuple(filter(None, map(str.strip, fields.get(name, "").split(","))))
        for name in ("enabledRules", "enabledCategories", "disabledRules", "disabledCategories")
    }
    enabled_only = fields.get("enabledOnly", "").lower() in ("true", "yes")
    if enabled_only and (lists["disabledRules"] or lists["disabledCategories"]):
        raise InputError("rules and categories cannot be disabled with 'enabledOnly=true'.")
    if enabled_only and not (lists["enabledRules"] or lists["enabledCategories"]):
        raise InputError("'enabledOnly=true' needs 'enabledRules' or 'enabledCategories'.")
    return kinds_to_check(
        asked_kinds(rules=lists["enabledRules"], categories=lists["enabledCategories"]),
        asked_kinds(rules=lists["disabledRules"], categories=lists["disabledCategories"]),
        enabled_only=enabled_only,
    )


class TextPart(Struct, rename="camel"):
    """A part of a document: text, or markup with the text that it is interpreted as."""

    text: str | None = None
    markup: str | None = None
    interpret_as: str = ""


class _Data(Struct):
    annotation: list[TextPart]


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """The text to check, the whole document, and where their parts begin in both.

    `is_text` says of each part whether it is text.
    """

    text: str
    document: str
    text_starts: tuple[int, ...]
    starts: tuple[int, ...]
    is_text: tuple[bool, ...]

    def start(self, offset: int) -> int:
        """The place in the document of a character of the text."""
        part = self._part(offset)
        return self.starts[part] + (offset - self.text_starts[part] if self.is_text[part] else 0)

    def end(self, offset: int) -> int:
        """The place in the document after the character before an offset in the text."""
        part = self._part(offset - 1)
        if self.is_text[part]:
            return self.starts[part] + offset - self.text_starts[part]
        return self.starts[part + 1]

    def is_plain(self, start: int, end: int) -> bool:
        """Whether a stretch of the text is in the document as it is."""
        return self.document[self.start(start) : self.end(end)] == self.text[start:end]

    def _part(self, offset: int) -> int:
        """The last part that begins at or before a character; parts without text are skipped."""
        return max(0, bisect_right(self.text_starts, offset) - 1)


def unannotated_text(text: str) -> AnnotatedText:
    """A text without markup."""
    return AnnotatedText(text, text, (0,), (0, len(text)), (True,))


def parse_annotated_text(data: str) -> AnnotatedText:
    """The text and markup in the JSON of a request.

    >>> data = '{"annotation": [{"text": "I "}, {"markup": "<b>"}, {"text": "am"}]}'
    >>> parse_annotated_text(data).text
    'I am'
    """
    try:
        parts = msgspec.json.decode(data.encode(), type=_Data).annotation
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        problem = "could not parse 'data': it must be JSON with an 'annotation' list of objects"
        raise InputError(f"{problem} that have 'text' or 'markup'.") from error
    if any((part.text is None) == (part.markup is None) for part in parts):
        raise InputError("every part of 'annotation' has either 'text' or 'markup'.")
    texts = [part.interpret_as if part.text is None else part.text for part in parts]
    pieces = [part.markup or "" if part.text is None else part.text for part in parts]
    return AnnotatedText(
        "".join(texts),
        "".join(pieces),
        tuple(accumulate(map(len, texts), initial=0))[:-1] or (0,),
        tuple(accumulate(map(len, pieces), initial=0)),
        tuple(part.text is not None for part in parts) or (True,),
    )


AUTO = "auto"
LANGUAGE_NAMES = {
    "en": "English",
    "en-US": "English (US)",
    "en-GB": "English (GB)",
    "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)",
    "en-NZ": "English (New Zealand)",
    "en-ZA": "English (South African)",
}
_BY_CODE = {code.lower(): code for code in LANGUAGE_NAMES}
_USUAL_VARIANT = "en-US"
# Canadian spelling is neither British nor American.
_VARIETIES = {
    "en-US": "american",
    "en-GB": "british",
    "en-AU": "british",
    "en-CA": "any",
    "en-NZ": "british",
    "en-ZA": "british",
}


class Language(Struct, rename="camel"):
    """A language by its name, its code, and its code with the variant."""

    name: str
    code: str
    long_code: str


def all_languages() -> list[Language]:
    """The languages of the API."""
    return [Language(name, code.partition("-")[0], code) for code, name in LANGUAGE_NAMES.items()]


def known_code(code: str) -> str:
    """The code of a language, as it is usually written; InputError if it is not known.

    >>> known_code("en_gb")
    'en-GB'
    """
    found = _BY_CODE.get(code.replace("_", "-").lower())
    if found is None:
        known = ", ".join((AUTO, *LANGUAGE_NAMES))
        raise InputError(
            f"'{code[:40]}' is not a language that can be checked. There are: {known}."
        )
    return found


def variant_of(preferred: str) -> str:
    """The variant of English among some preferred ones, American English by default.

    >>> variant_of("de-AT,en-GB"), variant_of("")
    ('en-GB', 'en-US')
    """
    codes = (_BY_CODE.get(code.strip().lower()) for code in preferred.split(","))
    return next((code for code in codes if code and "-" in code), _USUAL_VARIANT)


_TYPOS, _CASING, _PUNCTUATION, _GRAMMAR = "TYPOS", "CASING", "PUNCTUATION", "GRAMMAR"
CATEGORIES = {
    _TYPOS: "Possible typo",
    _CASING: "Capitals",
    _PUNCTUATION: "Punctuation",
    _GRAMMAR: "Grammar and usage",
}
_CATEGORY_OF = {
    kinds.MISSPELLING: _TYPOS,
    kinds.CAPITALS: _CASING,
    kinds.PUNCTUATION: _PUNCTUATION,
}
_ISSUE_TYPES = {_TYPOS: "misspelling", _CASING: "typographical", _PUNCTUATION: "typographical"}


def rule_of(kind: str) -> str:
    """The id of the rule that finds a kind of error.

    >>> rule_of("wrong-preposition")
    'WRONG_PREPOSITION'
    """
    return kind.upper().replace("-", "_")


def category_of(kind: str) -> str:
    """The id of the category that a kind of error is in."""
    return _CATEGORY_OF.get(kind, _GRAMMAR)


def issue_type_of(kind: str) -> str:
    """What sort of issue a kind of error is."""
    return _ISSUE_TYPES.get(category_of(kind), "grammar")


def asked_kinds(*, rules: tuple[str, ...], categories: tuple[str, ...]) -> frozenset[str]:
    """The kinds of error of some rules and categories; ids of other programs' rules have none.

    >>> sorted(asked_kinds(rules=("TENSE", "MORFOLOGIK_RULE_EN_US"), categories=("TYPOS",)))
    ['spelling', 'tense']
    """
    names = {name.upper().replace("-", "_") for name in rules}
    groups = {name.upper() for name in categories}
    return frozenset(
        kind for kind in NETWORK_KINDS if rule_of(kind) in names or category_of(kind) in groups
    )


def kinds_to_check(
    enabled: frozenset[str], disabled: frozenset[str], *, enabled_only: bool
) -> tuple[str, ...] | None:
    """The kinds of error to look for, in order; None for the usual ones."""
    if not (enabled or disabled or enabled_only):
        return None
    usual = frozenset(() if enabled_only else NETWORK_KINDS)
    return tuple(sorted((usual | enabled) - disabled))
