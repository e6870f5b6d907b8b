"""The places of a layout in a table, as functions that read a field of a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from solecism.errors import InputError
from solecism.formats.crowd.layout import Layout

Reader = Callable[[Sequence[str]], str]
QUESTION = "question"
_WILD = {"n": r"(?P<n>[0-9]+)", "name": r"(?P<name>.+)"}
_BRACED = re.compile(r"\{([^{}]+)\}")
_SHOWN_COLUMNS = 40


def questions(layout: Layout, names: Sequence[str]) -> Iterator[dict[str, str]]:
    """The values of `{question}`, `{n}` and `{name}` for each column of answers."""
    for answer in layout.answers:
        if not any(f"{{{wild}}}" in answer for wild in _WILD):
            yield {QUESTION: answer}
            continue
        pattern = _pattern_of(answer)
        matches = [(name, match) for name in names if (match := pattern.fullmatch(name))]
        if not matches:
            raise InputError(f"no column is like {answer!r}. {listing(names)}")
        for name, match in matches:
            yield {QUESTION: name, **match.groupdict()}


def reader(place: str, names: Sequence[str], values: Mapping[str, str]) -> Reader:
    """A function that reads a place of a row, without surrounding spaces."""
    if place.startswith("="):
        text = place[1:]
        return lambda row: text
    for wild in _WILD:
        if wild in values:
            place = place.replace(f"{{{wild}}}", values[wild])
    if place in names:
        return _column(place, names)
    pieces = _BRACED.split(place)
    if len(pieces) == 1:
        raise InputError(f"there is no column {place!r}. {listing(names)}")
    readers = [
        _braced(piece, names, values) if is_name else _constant(piece)
        for piece, is_name in zip(pieces, [False, True] * len(pieces), strict=False)
    ]
    return lambda row: "".join([read(row) for read in readers])


def listing(names: Sequence[str]) -> str:
    """The columns of a table, for the end of a message."""
    if len(names) == 1:
        return f"The only column is {names[0]!r}: is the delimiter right (--delimiter)?"
    more = f" and {len(names) - _SHOWN_COLUMNS} more" if len(names) > _SHOWN_COLUMNS else ""
    return f"The columns are {', '.join(names[:_SHOWN_COLUMNS])}{more}."


def _pattern_of(answer: str) -> re.Pattern[str]:
    pattern = re.escape(answer)
    for wild, anything in _WILD.items():
        pattern = pattern.replace(re.escape(f"{{{wild}}}"), anything, 1)
    return re.compile(pattern)


def _braced(name: str, names: Sequence[str], values: Mapping[str, str]) -> Reader:
    return _constant(values[name]) if name in values else _column(name, names)


def _constant(text: str) -> Reader:
    return lambda row: text


def _column(name: str, names: Sequence[str]) -> Reader:
    if name not in names:
        raise InputError(f"there is no column {name!r}. {listing(names)}")
    if names.count(name) > 1:
        raise InputError(f"there are {names.count(name)} columns {name!r}. Rename all but one.")
    index = names.index(name)
    return lambda row: row[index].strip()
