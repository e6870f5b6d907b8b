"""A long JSON array of objects, read one object at a time from pieces of text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from solecism.errors import FormatError

MAX_OBJECT = 4_000_000
_BETWEEN = re.compile(r"[\s,\[\]]*")
# How JSON writes a character above U+FFFF: in two halves.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_decode = json.JSONDecoder().raw_decode


def objects(pieces: Iterable[str], *, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each object with the line it begins on; FormatError where the text holds anything else.

    >>> list(objects(['[{"a": 1},\\n {"', 'a": 2}]'], file="a.json"))
    [(1, {'a': 1}), (2, {'a': 2})]
    """
    remaining = iter(pieces)
    text, start, line, is_whole = "", 0, 1, False
    while True:
        begin = _end_of_gap(text, start)
        line += text.count("\n", start, begin)
        start = begin
        if start < len(text):
            value, end = _object_at(text, start, file, line, is_whole)
            if value is not None:
                yield line, value
                line += text.count("\n", start, end)
                start = end
                continue
        elif is_whole:
            return
        more = _at_least(len(text) - start, remaining)
        is_whole = not more
        text, start = text[start:] + more, 0


def _end_of_gap(text: str, start: int) -> int:
    match = _BETWEEN.match(text, start)
    return match.end() if match else start


def _object_at(
    text: str, start: int, file: str, line: int, is_whole: bool
) -> tuple[dict[str, Any] | None, int]:
    """The object that begins there and where it ends; None where more text is needed."""
    if text[start] != "{":
        begin = text[start : start + 20]
        raise FormatError(file, line, f"{begin!r} is not a JSON object. Export the tasks as JSON.")
    try:
        value, end = _decode(text, start)
    except RecursionError as error:
        raise FormatError(file, line, "brackets are nested too deeply.") from error
    except ValueError as error:
        if is_whole or len(text) - start > MAX_OBJECT:
            problem = f"the object that begins here is not JSON, or not whole: {error}."
            raise FormatError(file, line, problem) from error
        return None, start
    if _SURROGATE.search(text, start, end):
        _check_characters(value, file, line)
    return value, end


def _check_characters(value: object, file: str, line: int) -> None:
    """Raise FormatError for half of a character, which JSON can write but no text can have."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        problem = f"{half!r} in the object that begins here is not a character. Leave it out."
        raise FormatError(file, line, problem) from error


def _at_least(n_characters: int, pieces: Iterator[str]) -> str:
    """The text with at least as much again, so that long objects are not parsed too often."""
    more: list[str] = []
    size = 0
    for piece in pieces:
        more.append(piece)
        size += len(piece)
        if size > n_characters:
            break
    return "".join(more)
