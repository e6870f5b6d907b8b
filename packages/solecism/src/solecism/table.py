"""A table for people: in a terminal, a notebook, a pipe, a spreadsheet or a paper."""

from __future__ import annotations

import csv
import io
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from solecism.system.display_text import aligned, display_width, visible

if TYPE_CHECKING:
    from solecism.figure import Figure, Interval

_STYLE = "text-align: left"
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?%?|")
_LATEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under named columns.

    >>> print(table("Raters", ("rater", "items"), [("ann", "12"), ("bob", "9")]))
    Raters
    rater  items
    ann    12
    bob    9
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def tab_separated(self) -> str:
        """The title after a #, the columns and the rows, with tabs between cells."""
        rows = (map(visible, row) for row in (self.columns, *self.rows))
        lines = [f"# {visible(self.title)}", *("\t".join(row) for row in rows)]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """The title behind a #, the columns and the rows, with commas between cells."""
        stream = io.StringIO()
        csv.writer(stream, lineterminator="\n").writerows((self.columns, *self.rows))
        return f"# {visible(self.title)}\n{stream.getvalue()}"

    def markdown(self) -> str:
        """The title in bold above a table with bars, numbers on the right."""
        marks = ["---:" if is_right else "---" for is_right in self._are_numbers()]
        rows = [_escaped(row, {"|": r"\|"}) for row in (self.columns, *self.rows)]
        lines = ["| " + " | ".join(row) + " |" for row in (rows[0], marks, *rows[1:])]
        return "\n".join([f"**{visible(self.title)}**", "", *lines]) + "\n"

    def latex(self) -> str:
        """A floating table with the title as its caption; needs the package booktabs."""
        alignment = "".join("r" if is_right else "l" for is_right in self._are_numbers())
        title = latex_text(self.title)
        head, *body = (
            " & ".join(map(latex_text, row)) + r" \\" for row in (self.columns, *self.rows)
        )
        lines = [r"\begin{table}", r"\centering", rf"\caption{{{title}}}"]
        lines += [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", head, r"\midrule", *body]
        lines += [r"\bottomrule", r"\end{tabular}", r"\end{table}"]
        return "\n".join(lines) + "\n"

    def _are_numbers(self) -> list[bool]:
        """Whether each column has numbers alone, or nothing."""
        columns = zip(*self.rows, strict=True) if self.rows else ([""] for _ in self.columns)
        return [all(_NUMBER.fullmatch(cell) for cell in column) for column in columns]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, width: int | None = None, heading: Callable[[str], str] = str) -> Iterator[str]:
        """The lines for a terminal of some width; `heading` gives names of columns a style.

        Where columns cannot be so narrow, each cell has a line.
        """
        yield visible(self.title)
        columns, *rows = ([visible(cell) for cell in row] for row in (self.columns, *self.rows))
        names = list(map(heading, columns))
        lines = aligned([names, *rows], width)
        if width is None or all(display_width(line) <= width for line in lines):
            yield from lines
            return
        for number, row in enumerate(rows):
            if number:
                yield ""
            yield from (f"{name}: {cell}" for name, cell in zip(names, row, strict=True))

    def _repr_html_(self) -> str:
        """The table for a notebook, every cell escaped."""
        head = "".join(f'<th style="{_STYLE}">{escape(name)}</th>' for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f'<td style="{_STYLE}">{escape(cell)}</td>' for cell in row) + "</tr>"
            for row in self.rows
        )
        caption = f'<caption style="{_STYLE}; font-weight: bold">{escape(self.title)}</caption>'
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _escaped(cells: Iterable[str], escapes: Mapping[str, str]) -> list[str]:
    """The cells in one line each, with these escapes."""
    return [
        "".join(escapes.get(character, character) for character in visible(cell)) for cell in cells
    ]


def latex_text(text: str) -> str:
    r"""The text in one line, as it stands in a LaTeX document.

    >>> print(latex_text("ens_m3 & 5%"))
    ens\_m3 \& 5\%
    """
    [escaped] = _escaped([text], _LATEX_ESCAPES)
    return escaped


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """The table of these rows."""
    return Table(title, tuple(columns), tuple(tuple(row) for row in rows))


def number(value: float, digits: int = 3) -> str:
    """A number for people to read; an empty string for NaN.

    >>> number(0.62972), number(float("nan"))
    ('0.630', '')
    """
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def span(interval: Interval) -> str:
    """The two ends of an interval, or an empty string where there is none."""
    return str(interval) if interval.is_defined else ""


def figure_cells(figures: Iterable[Figure], digits: int = 3) -> list[str]:
    """Two cells per figure: the number and its interval."""
    return [cell for one in figures for cell in (number(one, digits), span(one.interval))]


def figure_columns(names: Iterable[str], level: float) -> list[str]:
    """The column names of the cells that `figure_cells` gives.

    >>> figure_columns(["recall"], 0.95)
    ['recall', '95%']
    """
    return [column for name in names for column in (name, f"{level:.0%}")]


class Tabular(ABC):
    """A result that prints as tables, with notes below them."""

    __slots__ = ()

    @abstractmethod
    def tables(self) -> Iterator[Table]:
        """The tables, in the order in which people read them; some may have no rows."""

    def remarks(self) -> Iterator[str]:
        """What a reader must know beside the tables, one or more sentences per line."""
        return iter(())

    def __str__(self) -> str:
        shown = [str(each) for each in self.tables() if each.rows]
        return "\n\n".join([*shown, "\n".join(self.remarks())]).rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The tables and remarks for a notebook."""
        shown = [each._repr_html_() for each in self.tables() if each.rows]
        return "".join([*shown, *(f"<p>{escape(line)}</p>" for line in self.remarks())])
