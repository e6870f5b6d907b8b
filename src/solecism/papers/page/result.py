"""The result of running a paper: one section per table or figure, ours beside the printed one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solecism.figure import Figure
from solecism.report.drawing import Drawing
from solecism.report.page import format_page
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table

_COLUMNS = ("", "ours", "95% interval", "printed", "ours minus printed")


@dataclass(frozen=True, slots=True)
class PaperSection:
    """A table or figure of a paper: ours beside the printed one, and what differs and why.

    `name` is the anchor in the page and in JSON. `simulated` says which part comes from simulated
    raters or made errors; it is empty where everything was measured on real data.
    """

    name: str
    title: str
    contents: tuple[Table | Drawing, ...]
    differs: str
    text: tuple[str, ...] = ()
    simulated: str = ""

    def on_page(self) -> Section:
        """The section as a part of an HTML page."""
        return Section(
            self.name,
            self.title,
            self.text,
            self.contents,
            warning=f"Simulated: {self.simulated}" if self.simulated else "",
            remark=f"What differs, and why: {self.differs}" if self.differs else "",
        )

    def to_dict(self) -> dict[str, Any]:
        """The section as values that JSON can represent."""
        return {
            "name": self.name,
            "title": self.title,
            "text": list(self.text),
            "simulated": self.simulated,
            "differs": self.differs,
            "tables": [
                {"name": each.name, "columns": each.columns, "rows": each.rows}
                for each in self.on_page().tables
            ],
        }


@dataclass(frozen=True, slots=True)
class PaperResult:
    """The sections of a paper in its order; `title` names the paper, `signature` the settings."""

    title: str
    sections: tuple[PaperSection, ...]
    signature: str

    def html(self) -> str:
        """The whole result as one HTML page that needs no network access and no scripts."""
        parts = [section.on_page() for section in self.sections]
        return format_page(parts, title=self.title, signature=self.signature)

    def to_dict(self) -> dict[str, Any]:
        """The whole result as values that JSON can represent."""
        sections = [section.to_dict() for section in self.sections]
        return {"title": self.title, "signature": self.signature, "sections": sections}


def beside(
    name: str,
    caption: str,
    rows: Iterable[tuple[str, float | None, float | None]],
    *,
    note: str = "",
) -> Table:
    """A table of one figure per row: ours with its interval, the printed one, the difference.

    Each row is a label, our figure and the printed one; None where there is none.

    >>> beside("t", "Agreement", [("raters", 0.8, 0.76)]).rows
    (('raters', 0.8, 0.76, 0.040000000000000036),)
    """
    return table(name, caption, _COLUMNS, (_row(*row) for row in rows), note=note)


def _row(label: str, ours: float | None, printed: float | None) -> tuple[Cell, ...]:
    interval = ours.interval if isinstance(ours, Figure) else None
    difference = math.nan if ours is None or printed is None else ours - printed
    return label, ours, interval, printed, difference
