"""Delimited tables (CSV, TSV) as streams of rows with the line that each begins on.

Whatever is wrong with the table itself is said here: NUL bytes, broken quotes, fields without
end, rows that do not fit the header. What its cells mean is for others to say.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism.errors import FormatError

Row = list[str]
DELIMITERS = ",\t;|"
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class DelimitedTable:
    """The names of the columns, and the rows, each with the number of its first line."""

    file: str
    names: tuple[str, ...]
    rows: Iterator[tuple[int, Row]]


def parse(
    lines: Iterable[str], *, file: str, delimiter: str | None = None, is_quoted: bool = True
) -> DelimitedTable:
    """The table of the lines; the delimiter is the one that gives the header most columns.

    >>> table = parse(["item;rater\\n", "7;ann\\n"], file="a.csv")
    >>> table.names, list(table.rows)
    (('item', 'rater'), [(2, ['7', 'ann'])])
    """
    stream = _checked(lines, file)
    first = ""
    n_blank = 0
    for first in stream:
        if first.strip():
            break
        n_blank += 1
    if not first.strip():
        raise FormatError(file, 1, "the table is empty. It needs a line with the columns' names.")
    delimiter = delimiter or _delimiter_of(first)
    rows = _rows(_chained(first, stream), file, n_blank, delimiter, is_quoted)
    _, names = next(rows)
    return DelimitedTable(
        file,
        tuple(name.strip() for name in names),
        _fitting(rows, names=names, file=file, delimiter=delimiter),
    )


def quoted(value: str) -> str:
    """A value as messages show it, cut where it is long."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _checked(lines: Iterable[str], file: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            place = line.index("\0") + 1
            raise FormatError(
                file, number, f"character {place} is NUL. Is this a text file, saved as UTF-8?"
            )
        yield line


def _chained(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _delimiter_of(header: str) -> str:
    def n_columns(delimiter: str) -> int:
        try:
            return len(next(csv.reader([header], delimiter=delimiter)))
        except csv.Error:
            return 0

    return max(DELIMITERS, key=n_columns)


def _rows(
    lines: Iterator[str], file: str, n_before: int, delimiter: str, is_quoted: bool
) -> Iterator[tuple[int, Row]]:
    reader = csv.reader(
        lines,
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE,
        strict=True,
    )
    while True:
        number = n_before + reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise FormatError(file, number, _problem(str(error))) from error
        if row:
            yield number, row


def _problem(message: str) -> str:
    """The problem that the csv module reports, in words for users."""
    if message.startswith("field larger"):
        limit = csv.field_size_limit()
        return f"a field is longer than {limit:,} characters. Is a quote opened and never closed?"
    if message.startswith("unexpected end"):
        return "a quote is opened in the row that begins here and never closed. Close it."
    if "expected after" in message:
        return (
            "a closing quote stands in the middle of a field. Write quotes inside a quoted field "
            "twice, or say that the table has no quoting (--unquoted)."
        )
    if message.startswith("new-line"):
        return "a carriage return stands inside the row. Save the file with ordinary line ends."
    return f"is not a row of a table: {message}."


def _fitting(
    rows: Iterator[tuple[int, Row]], *, names: Row, file: str, delimiter: str
) -> Iterator[tuple[int, Row]]:
    for number, row in rows:
        if len(row) != len(names):
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            raise FormatError(
                file,
                number,
                f"the row has {cells}, the header {len(names)}; it begins {quoted(row[0])}. Are "
                f"columns separated by {delimiter!r} throughout, and texts that hold it quoted?",
            )
        yield number, row
