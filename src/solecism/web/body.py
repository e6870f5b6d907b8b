"""The body and the query of a request as objects of a type, and what is wrong with them.

A body that does not come in time can be given up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

import anyio
import msgspec
from starlette.requests import Request
from starlette.types import Message, Receive

from solecism.errors import InputError

_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")

T = TypeVar("T")


async def read_json(request: Request, kind: type[T]) -> T:
    """The JSON body of a request as an object of this type; InputError where it is not valid."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"the request body is not valid: {_explain(error)}.") from error


def read_query(query: Mapping[str, str], kind: type[T]) -> T:
    """The query parameters as an object of this type; InputError where they are not valid."""
    try:
        return msgspec.convert(dict(query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(f"the query parameters are not valid: {_explain(error)}.") from error


def body_in_time(receive: Receive, *, seconds: float) -> Receive:
    """The messages of a request; a body that does not end in time is taken as broken off."""
    deadline = anyio.current_time() + seconds
    is_whole = False

    async def receive_in_time() -> Message:
        nonlocal is_whole
        if is_whole:
            return await receive()
        message: Message = {"type": "http.disconnect"}
        with anyio.move_on_after(max(0.0, deadline - anyio.current_time())):
            message = await receive()
        is_whole = not message.get("more_body", False)
        return message

    return receive_in_time


def _explain(error: Exception) -> str:
    """What is wrong, after the name of the field if there is one.

    >>> _explain(ValueError("Expected `str`, got `int` - at `$.values[...]`"))
    'field `values[...]`: expected `str`, got `int`'
    >>> _explain(ValueError("Object missing required field `token`"))
    'object missing required field `token`'
    >>> _explain(ValueError("JSON is malformed: invalid character (byte 0)"))
    'JSON is malformed: invalid character (byte 0)'
    """
    text = str(error)
    place = _PLACE.search(text)
    problem = _PLACE.sub("", text)
    if problem[1:2].islower():
        problem = problem[:1].lower() + problem[1:]
    return f"field `{place[1]}`: {problem}" if place and place[1] else problem
