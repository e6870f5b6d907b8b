"""A section of a report: sentences, tables and drawings, or the reason why it is empty."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.reporting.drawing import Drawing
from solecism.reporting.table import ReportTable


@dataclass(frozen=True, slots=True)
class Section:
    """A section; `name` is its anchor in the page, `missing` the reason if it is empty.

    `warning` is shown above the contents, `remark` below them.
    """

    name: str
    title: str
    text: tuple[str, ...] = ()
    contents: tuple[ReportTable | Drawing, ...] = ()
    missing: str = ""
    warning: str = ""
    remark: str = ""

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The drawings of the section."""
        return tuple(part for part in self.contents if isinstance(part, Drawing))

    @property
    def tables(self) -> tuple[ReportTable, ...]:
        """The tables in it, those behind its drawings included."""
        return tuple(part.data if isinstance(part, Drawing) else part for part in self.contents)
