"""A report: one self-contained HTML page with tables and drawings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape

from solecism.formats import files
from solecism.report.measurements import Measurements
from solecism.report.page import format_page, sections
from solecism.report.references import Reference
from solecism.report.section import Section
from solecism.report.sections.methods import cited

_FRAME = '<iframe srcdoc="{}" style="width: 100%; height: 40rem; border: 0"></iframe>'


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The sections of a report, and the page that they make."""

    title: str
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    html: str

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, which appears whole or not at all."""
        files.write_text(os.fspath(path), [self.html])

    def __repr__(self) -> str:
        names = ", ".join(section.title for section in self.sections)
        return f"<report {self.title!r}: {names}>"

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for a notebook."""
        return _FRAME.format(escape(self.html))


def make_report(measured: Measurements, *, title: str, signature: str) -> Report:
    """The report of what was measured."""
    parts = sections(measured)
    html = format_page(parts, title=title, signature=signature)
    return Report(title, tuple(parts), tuple(cited(measured)), html)
