"""A section of a report: a few sentences, tables and figures, or why there is nothing to show."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.report.figure import Figure
from solecism.report.table import Table


@dataclass(frozen=True, slots=True)
class Section:
    """`name` is its anchor in the page; `missing` says in a line why it has no contents."""

    name: str
    title: str
    text: tuple[str, ...] = ()
    contents: tuple[Table | Figure, ...] = ()
    missing: str = ""

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What is drawn in it."""
        return tuple(part for part in self.contents if isinstance(part, Figure))

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables in it, those behind its figures included."""
        return tuple(part.data if isinstance(part, Figure) else part for part in self.contents)
