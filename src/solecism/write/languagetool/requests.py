"""The requests of LanguageTool's API, each with and without its version."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from solecism.errors import InputError
from solecism.write.languagetool.languages import all_languages
from solecism.write.languagetool.matches import CheckAnswer, answer
from solecism.write.languagetool.parameters import (
    CheckParameters,
    check_parameters,
    read_parameters,
)
from solecism.write.service import Service, service

_VERSIONS = ("/v2", "")
_USUAL_WORDS = 10


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


async def check(request: Request) -> Response:
    """The matches in a text."""
    given = check_parameters(await read_parameters(request))
    serving = service(request)
    work = partial(_checked, serving, given)
    return _json(await serving.checking.in_thread(given.text.text, work))


def _checked(serving: Service, given: CheckParameters) -> CheckAnswer:
    checked = serving.checking.check(
        "" if given.kinds == () else given.text.text,
        markup=not given.has_markup,
        audience=given.audience,
        kinds=given.kinds or (),
    )
    return answer(given, checked, serving.settings.dictionary.allows)


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
