"""Refusals in plain words: what is wrong with a value of a file or an option, and what to give."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from solecism.errors import InputError
from solecism.system.display_text import count

_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")
_INDEX = re.compile(r"\[[^]]*\]")
_STEP = re.compile(r"\[(\d+|\.\.\.)\]|\.?([^.\[]+)")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "named fields",
    "null": "nothing",
}
_BOUNDS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}
_BOUND = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (.+)")
_LENGTH = re.compile(r"Expected `(str|array|object)` of length (>=|<=) (\d+)")
_MATCHING = re.compile(r"Expected `str` matching regex '(.*)'")
_TYPE = re.compile(r"Expected `([^`]+)`(?:, got `[^`]+`)?")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`")
_MAX_SHOWN = 60
_NOTHING_KNOWN = object()


def read_as(value: Any, kind: Any, *, source: str, names: Mapping[str, str] | None = None) -> Any:
    """Return a decoded TOML or JSON value as an object of this type; InputError where it is none.

    `names` are what users call a field where that is not its path (`batches.size` for the sizes of
    all batches), such as an option.
    """
    try:
        return msgspec.convert(value, kind)
    except InputError as error:
        raise InputError(f"{source}: {error}") from error
    except msgspec.ValidationError as error:
        raise InputError(f"{source}: {refusal(error, value, names or {})}") from error


def refusal(error: msgspec.ValidationError, value: Any, names: Mapping[str, str]) -> str:
    """Return what is wrong with this value, and what to do.

    >>> try:
    ...     msgspec.convert([1, "two"], list[int])
    ... except msgspec.ValidationError as error:
    ...     refusal(error, [1, "two"], {})
    "[1] is 'two'. Give a whole number."
    """
    text = str(error)
    found = _PLACE.search(text)
    problem, path = _PLACE.sub("", text), found[1] if found else ""
    place = names.get(_INDEX.sub("", path), path)
    if missing := _MISSING.fullmatch(problem):
        return f"{_inside(place)}{missing[1]} is missing. Give it."
    if unknown := _UNKNOWN.fullmatch(problem):
        return f"{_inside(place)}there is no field {unknown[1]}. Leave it out, or check its name."
    given = _value_at(value, path)
    shown = "" if given is _NOTHING_KNOWN else f" is {_shown(given)}"
    return f"{place or 'it'}{shown}. {_advice(problem)}" if shown else _unseen(place, problem)


def _advice(problem: str) -> str:
    if bound := _BOUND.fullmatch(problem):
        limit = bound[2].removesuffix(".0")
        return f"Give {_BOUNDS[bound[1]].format(limit)}."
    if length := _LENGTH.fullmatch(problem):
        most = "at least" if length[2] == ">=" else "at most"
        what = "character" if length[1] == "str" else "value"
        return f"Give {most} {count(int(length[3]), what)}."
    if pattern := _MATCHING.fullmatch(problem):
        return f"Give a text that fits {pattern[1]}."
    if kind := _TYPE.fullmatch(problem):
        names = [_TYPES.get(name, name) for name in kind[1].split(" | ") if name != "null"]
        return f"Give {' or '.join(names)}."
    if problem.startswith("Invalid enum value"):
        return "This is none of the values that are possible here."
    return f"{problem}."


def _unseen(place: str, problem: str) -> str:
    """The refusal of a value that is not known, because its path has names that are not told."""
    advice = _advice(problem)
    return f"{_INDEX.sub('', place)}: {advice}" if place else advice


def _inside(place: str) -> str:
    return f"{place}: " if place else ""


def _value_at(value: Any, path: str) -> Any:
    """The value at a path such as `pay.budget` or `field[0].name`."""
    for step in _STEP.finditer(path):
        number, name = step.groups()
        if number is not None and number.isdecimal() and isinstance(value, Sequence):
            value = value[int(number)]
        elif name is not None and isinstance(value, Mapping) and name in value:
            value = value[name]
        else:
            return _NOTHING_KNOWN
    return value


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "named fields"
    if isinstance(value, list | tuple):
        return "a list"
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."
