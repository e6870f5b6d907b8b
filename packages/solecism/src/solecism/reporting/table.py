"""A table: rows of strings, numbers and intervals, for a page and for a file."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solecism.figure import Interval
from solecism.reporting.wording import printable

Cell = str | int | float | Interval | None
EMPTY_CELL = "–"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under columns; the first cell of a row is its name. `name` is the file name.

    A folded table is shown when a reader asks for it.
    """

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    is_folded: bool = False

    def is_numeric(self, column: int) -> bool:
        """Whether a column has only numbers and intervals, so that it is aligned to the right."""
        return not any(isinstance(row[column], str) for row in self.rows)


def table(
    name: str,
    caption: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    note: str = "",
    is_folded: bool = False,
) -> ReportTable:
    """The table of these rows, without empty columns."""
    cells = [tuple(row) for row in rows]
    kept = [
        index
        for index in range(len(columns))
        if not index or any(not _is_nothing(row[index]) for row in cells)
    ]
    return ReportTable(
        name,
        caption,
        tuple(columns[index] for index in kept),
        tuple(tuple(row[index] for index in kept) for row in cells),
        note,
        is_folded,
    )


def format_cell(cell: Cell) -> str:
    """A cell for people to read.

    >>> [format_cell(cell) for cell in (0.62972, 1336, Interval(0.25, 0.75), math.nan)]
    ['0.630', '1,336', '[0.250, 0.750]', '–']
    """
    if isinstance(cell, Interval):
        if cell.is_defined:
            return str(cell).replace("-", "\N{MINUS SIGN}")
        return f"{EMPTY_CELL} ({cell.method})" if cell.method else EMPTY_CELL
    if isinstance(cell, float):
        return EMPTY_CELL if math.isnan(cell) else _signed(cell)
    if isinstance(cell, int):
        return f"{cell:,}"
    return printable(cell or "") or EMPTY_CELL


def format_csv(table: ReportTable, *, line_end: str = "\n") -> str:
    """The table as CSV at full precision; an interval becomes two columns.

    A string that a spreadsheet would take for a formula begins with an apostrophe.
    """
    is_span = [
        any(isinstance(row[index], Interval) for row in table.rows)
        for index in range(len(table.columns))
    ]
    head: list[str] = []
    for name, spans in zip(table.columns, is_span, strict=True):
        head += [f"{name} low", f"{name} high"] if spans else [name]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerow(map(_harmless, head))
    for row in table.rows:
        cells: list[str] = []
        for cell, spans in zip(row, is_span, strict=True):
            cells += _ends(cell) if spans else [_exact(cell)]
        writer.writerow(cells)
    return text.getvalue()


def _ends(cell: Cell) -> list[str]:
    if isinstance(cell, Interval):
        return [_exact(cell.low), _exact(cell.high)]
    return ["", ""]


def _exact(cell: Cell) -> str:
    if cell is None or isinstance(cell, Interval):
        return ""
    if isinstance(cell, float):
        return "" if math.isnan(cell) else repr(float(cell))
    return _harmless(cell) if isinstance(cell, str) else str(cell)


def _harmless(text: str) -> str:
    is_formula = text[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{printable(text)}" if is_formula else printable(text)


def _is_nothing(cell: Cell) -> bool:
    if isinstance(cell, Interval):
        return not cell.is_defined and not cell.method
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def _signed(value: float) -> str:
    return f"{value:.3f}".replace("-", "\N{MINUS SIGN}")
