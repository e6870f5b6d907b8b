"""What is wrong with a value of a study file, and what may stand there, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import inspect

Path = tuple[str | int, ...]
"""The keys that lead to a value, with the number of an entry in a list, counted from 0."""

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"unknown field `(.*)`$", re.DOTALL)
_MISSING = re.compile(r"missing required field `(.*)`$", re.DOTALL)
_MOST_SHOWN = 60


class UnfitValueError(Exception):
    """A value does not fit: the path to it, the value itself where there is one, and why not."""

    def __init__(self, path: Path, problem: str, value: Any = None) -> None:
        self.path, self.problem, self.value = path, problem, value
        super().__init__(problem)


def unfit_value(error: msgspec.ValidationError, table: Any, kind: Any) -> UnfitValueError:
    """Return what a failed reading of a table as a `kind` says, in plain words.

    >>> from solecism_study.study_file.sections import StudyFile
    >>> table = {"task": {"name": "usage"}, "items": {"file": "a", "judgments": 0}}
    >>> try:
    ...     msgspec.convert(table, StudyFile)
    ... except msgspec.ValidationError as error:
    ...     print(unfit_value(error, table, StudyFile).problem)
    is 0. Give a whole number from 1 to 1,000.
    """
    message, _, place = str(error).partition(" - at `$")
    path = _path(place.removesuffix("`"), table)
    value, expected = table, inspect.type_info(kind)
    for step in path:
        value, expected = value[step], _part(expected, step, value)
    unknown, missing = _UNKNOWN.search(message), _MISSING.search(message)
    if unknown:
        return UnfitValueError((*path, unknown[1]), _of_unknown(unknown[1], _keys(expected)))
    if missing:
        problem = f"is missing. Give {_missing_value(expected, missing[1])}."
        return UnfitValueError((*path, missing[1]), problem)
    return UnfitValueError(path, f"is {shown(value)}. Give {words_for(expected)}.", value)


def _path(place: str, table: Any) -> Path:
    """The path in a message; where it says that some entry is meant, the first is taken."""
    steps: list[str | int] = []
    value = table
    for name, number in _STEP.findall(place):
        step: str | int = name or (next(iter(value)) if number == "..." else int(number))
        steps.append(step)
        value = value[step]
    return tuple(steps)


def shown(value: Any) -> str:
    """Return a value as the file has it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = f'"{value}"' if isinstance(value, str) and value.isprintable() else ascii(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."


def _of_unknown(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1)
    meant = f"Did you mean {near[0]}?" if near else f"Known are {', '.join(known)}."
    return f"is not known here. {meant}"


def _missing_value(section: inspect.Type, name: str) -> str:
    return words_for(_part(section, name, {}))


def words_for(kind: inspect.Type) -> str:
    """Return what may be given for a type.

    >>> words_for(inspect.type_info(int | None)), words_for(inspect.type_info(bool))
    ('a whole number', 'true or false')
    """
    return " or ".join(dict.fromkeys(_alternatives(kind)))


def _alternatives(kind: inspect.Type) -> Iterator[str]:
    plain = plain_type(kind)
    if isinstance(kind, inspect.Metadata) and "title" in (kind.extra_json_schema or {}):
        yield str((kind.extra_json_schema or {})["title"])
    elif isinstance(plain, inspect.UnionType):
        for one in plain.types:
            yield from _alternatives(one)
    elif not isinstance(plain, inspect.NoneType):
        yield _words_for_one(plain)


def _words_for_one(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        name = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
        return f"{name}{_limits(kind)}"
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join(map(str, kind.values))}"
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return f"a list, each entry {words_for(kind.item_type)}"
    if isinstance(kind, inspect.StructType | inspect.DictType):
        return "a table"
    if isinstance(kind, inspect.StrType):
        longest = f" of at most {kind.max_length:,} characters" if kind.max_length else ""
        form = f" of the form {kind.pattern}" if kind.pattern else ""
        return f"a text in quotation marks{longest}{form}"
    return "another value"


def _limits(kind: inspect.IntType | inspect.FloatType) -> str:
    low, high = kind.ge if kind.ge is not None else kind.gt, kind.le or kind.lt
    if low is None or high is None:
        word = "above" if kind.gt is not None else "of at least"
        return "" if low is None else f" {word} {low:,g}"
    if kind.ge is not None and kind.le is not None:
        return f" from {low:,} to {high:,}"
    first = "from" if kind.ge is not None else "above"
    last = "up to" if kind.le is not None else "below"
    return f" {first} {low:,g} and {last} {high:,g}"


def plain_type(kind: inspect.Type) -> inspect.Type:
    """Return the type without what is said about it."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _part(kind: inspect.Type, step: str | int, value: Any) -> inspect.Type:
    """The type of an entry, a field or a value of a table; of a union, the part that fits."""
    for one in _plain_alternatives(kind):
        if isinstance(one, inspect.StructType):
            for field in one.fields:
                if field.encode_name == step:
                    return field.type
        elif isinstance(one, inspect.VarTupleType | inspect.ListType) and isinstance(step, int):
            return one.item_type
        elif isinstance(one, inspect.DictType):
            return one.value_type
    return inspect.AnyType()


def _plain_alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    plain = plain_type(kind)
    if isinstance(plain, inspect.UnionType):
        for one in plain.types:
            yield from _plain_alternatives(one)
    else:
        yield plain


def _keys(kind: inspect.Type) -> list[str]:
    return [
        field.encode_name
        for one in _plain_alternatives(kind)
        if isinstance(one, inspect.StructType)
        for field in one.fields
    ]
