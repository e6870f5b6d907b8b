"""TOML, as files of settings and definitions of tasks are written."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from solecism.errors import FormatError, InputError

_LINE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def parse(text: str, *, file: str) -> dict[str, Any]:
    """The table in a text; InputError where it is not valid.

    >>> parse("precision = 0.8", file="solecism.toml")
    {'precision': 0.8}
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _LINE.search(message)
        line = int(place["line"]) if place and place["line"] else text.count("\n") + 1
        problem = f"is not valid TOML: {_LINE.sub('', message)}."
        raise FormatError(file, line, problem) from error
    except RecursionError as error:
        raise InputError(f"{file}: is nested too deeply to be read.") from error
    except ValueError as error:
        raise InputError(f"{file}: has a number with too many digits.") from error
