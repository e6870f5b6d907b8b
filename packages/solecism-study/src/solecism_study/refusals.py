"""Refusals in plain words: what is wrong with a value of a file or an option, and what to give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeGuard

import msgspec
from msgspec import inspect

from solecism.errors import InputError

Path = tuple[str | int, ...]
"""The keys that lead to a value, with the number of an entry in a list, counted from 0."""

_PLACE = re.compile(r" - at (`key` in )?`\$(.*)`$")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"unknown field `(.*)`$", re.DOTALL)
_MISSING = re.compile(r"missing required field `(.*)`$", re.DOTALL)
_MOST_SHOWN = 60


class UnfitValueError(Exception):
    """A value does not fit: the path to it, the value itself where there is one, and why not."""

    def __init__(self, path: Path, problem: str, value: Any = None) -> None:
        self.path, self.problem, self.value = path, problem, value
        super().__init__(problem)


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
        unfit = unfit_value(error, value, kind)
        plain = ".".join(step for step in unfit.path if isinstance(step, str))
        place = (names or {}).get(plain) or dotted(unfit.path) or "it"
        raise InputError(f"{source}: {place} {unfit.problem}") from error


def dotted(path: Path) -> str:
    """Return a path as one reads it: entries of lists are counted from 1.

    >>> dotted(("items", "batch", 0, "size"))
    'items.batch[1].size'
    """
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f"{'.' if text else ''}{step}"
    return text


def unfit_value(error: msgspec.ValidationError, table: Any, kind: Any) -> UnfitValueError:
    """Return what a failed reading of a table as a `kind` says, in plain words.

    >>> try:
    ...     msgspec.convert([1, "two"], list[int])
    ... except msgspec.ValidationError as error:
    ...     print(unfit_value(error, [1, "two"], list[int]).problem)
    is "two". Give a whole number.
    """
    found = _PLACE.search(str(error))
    message = _PLACE.sub("", str(error))
    path, value, expected = _followed(found[2] if found else "", table, inspect.type_info(kind))
    if found and found[1]:
        names = [words_for(one.key_type) for one in _plain_alternatives(expected) if _is_dict(one)]
        return UnfitValueError(path, f"has a name that does not fit. Give {' or '.join(names)}.")
    unknown, missing = _UNKNOWN.search(message), _MISSING.search(message)
    if unknown:
        return UnfitValueError((*path, unknown[1]), _of_unknown(unknown[1], _keys(expected)))
    if missing:
        problem = f"is missing. Give {_missing_value(expected, missing[1])}."
        return UnfitValueError((*path, missing[1]), problem)
    return UnfitValueError(path, f"is {shown(value)}. Give {words_for(expected)}.", value)


def _followed(place: str, value: Any, expected: inspect.Type) -> tuple[Path, Any, inspect.Type]:
    """The path in a message, the value there, and its type.

    Of a table whose names are not told, the first value that does not fit is meant.
    """
    steps: list[str | int] = []
    for name, number in _STEP.findall(place):
        step: str | int = name or (0 if number == "..." else int(number))
        if number == "...":
            unfit = (key for key in value if not _fits(_part(expected, key, value), value[key]))
            step = next(unfit, next(iter(value)))
        steps.append(step)
        value, expected = value[step], _part(expected, step, value)
    return tuple(steps), value, expected


_CLASSES: tuple[tuple[type, tuple[type, ...]], ...] = (
    (inspect.StrType, (str,)),
    (inspect.IntType, (int,)),
    (inspect.FloatType, (int, float)),
)


def _fits(kind: inspect.Type, value: Any) -> bool:
    """Whether a plain value has a type, and is not an empty text."""
    classes = [
        of
        for one in _plain_alternatives(kind)
        for known, group in _CLASSES
        if isinstance(one, known)
        for of in group
    ]
    return value != "" and not isinstance(value, bool) and isinstance(value, tuple(classes))


def _is_dict(kind: inspect.Type) -> TypeGuard[inspect.DictType]:
    return isinstance(kind, inspect.DictType)


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
