"""Which columns of a table hold which fields of a judgment, and what their values mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypedDict

from solecism.errors import InputError

Duplicates = Literal["error", "first", "keep"]
FIELDS = "item rater task stage batch confidence seconds milliseconds gold status".split()


class Dialect(TypedDict):
    """How a table is split into cells."""

    delimiter: str | None
    is_quoted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnLayout:
    """The columns of a table that hold the fields of judgments.

    `places` gives for each of `FIELDS` a column, a text with `{COLUMN}` in it, or `=TEXT` for
    the same text everywhere. `answers` are the columns with answers: in one of them `{n}` stands
    for any number and `{name}` for any text, which may then be used in the other places; so may
    `{question}`, the name of the column with the answer.

    `notes` are places to keep under a name. `patterns` are regular expressions by field (or
    `answer`, or a note's name): what their first group matches is taken. `labels` gives answers
    their new names; without it they stay. Answers in `missing` are none. Of rows with a status
    only those in `statuses` count.
    """

    places: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()
    duplicates: Duplicates = "error"
    delimiter: str | None = None
    is_quoted: bool = True

    @property
    def dialect(self) -> Dialect:
        """How the table is split into cells."""
        return {"delimiter": self.delimiter, "is_quoted": self.is_quoted}

    def or_else(self, **places: str) -> ColumnLayout:
        """The layout with these columns for fields that have none.

        >>> ColumnLayout(places={"rater": "who"}).or_else(rater="WorkerId", item="HITId").places
        {'rater': 'who', 'item': 'HITId'}
        """
        return replace(
            self,
            places={
                **self.places,
                **{name: place for name, place in places.items() if name not in self.places},
            },
        )


PLAIN = ColumnLayout()


CellReader = Callable[[Sequence[str]], str]
QUESTION = "question"
_WILD = {"n": r"(?P<n>[0-9]+)", "name": r"(?P<name>.+)"}
_BRACED = re.compile(r"\{([^{}]+)\}")
_SHOWN_COLUMNS = 40


def answer_columns(layout: ColumnLayout, names: Sequence[str]) -> Iterator[dict[str, str]]:
    """The values of `{question}`, `{n}` and `{name}` for each column of answers."""
    for answer in layout.answers:
        if not any(f"{{{wild}}}" in answer for wild in _WILD):
            yield {QUESTION: answer}
            continue
        pattern = _pattern_of(answer)
        matches = [(name, match) for name in names if (match := pattern.fullmatch(name))]
        if not matches:
            raise InputError(f"no column is like {answer!r}. {columns_hint(names)}")
        for name, match in matches:
            yield {QUESTION: name, **match.groupdict()}


def cell_reader(place: str, names: Sequence[str], values: Mapping[str, str]) -> CellReader:
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
        raise InputError(f"there is no column {place!r}. {columns_hint(names)}")
    readers = [
        _braced(piece, names, values) if is_name else _constant(piece)
        for piece, is_name in zip(pieces, [False, True] * len(pieces), strict=False)
    ]
    return lambda row: "".join([read(row) for read in readers])


def columns_hint(names: Sequence[str]) -> str:
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


def _braced(name: str, names: Sequence[str], values: Mapping[str, str]) -> CellReader:
    return _constant(values[name]) if name in values else _column(name, names)


def _constant(text: str) -> CellReader:
    return lambda row: text


def _column(name: str, names: Sequence[str]) -> CellReader:
    if name not in names:
        raise InputError(f"there is no column {name!r}. {columns_hint(names)}")
    if names.count(name) > 1:
        raise InputError(f"there are {names.count(name)} columns {name!r}. Rename all but one.")
    index = names.index(name)
    return lambda row: row[index].strip()
