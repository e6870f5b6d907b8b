"""The parameters of LanguageTool's requests, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request

from solecism.errors import InputError
from solecism.write.languagetool import annotation, languages
from solecism.write.languagetool.annotation import AnnotatedText
from solecism.write.languagetool.rules import asked_kinds, kinds_to_check

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
    is_auto = language == languages.AUTO
    if fields.get("preferredVariants") and not is_auto:
        raise InputError("'preferredVariants' goes with 'language=auto' only.")
    preferred = fields.get("preferredVariants", "")
    level = fields.get("level", "default").lower()
    if level not in _AUDIENCES:
        raise InputError("'level' must be 'default' or 'picky'.")
    return CheckParameters(
        _text(fields),
        "data" in fields,
        languages.variant_of(preferred) if is_auto else languages.known_code(language),
        is_auto,
        _AUDIENCES[level],
        _kinds(fields),
    )


def _text(fields: Mapping[str, str]) -> AnnotatedText:
    if "text" in fields and "data" in fields:
        raise InputError("Set only 'text' or 'data' parameter, not both.")
    if "data" in fields:
        return annotation.parse(fields["data"])
    if "text" not in fields:
        raise InputError("Missing 'text' or 'data' parameter.")
    return annotation.plain(fields["text"])


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
