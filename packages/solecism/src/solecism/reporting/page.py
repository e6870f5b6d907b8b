"""A report: all sections in one self-contained HTML page with tables and drawings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from solecism.formats import files
from solecism.reporting.drawing import Drawing, RenderedDrawing
from solecism.reporting.measurements import Measurements
from solecism.reporting.section import Section
from solecism.reporting.sections.agreement import (
    agreement_section,
    raters_section,
    reliability_section,
)
from solecism.reporting.sections.confusion import confusion_section
from solecism.reporting.sections.constructions import constructions_section
from solecism.reporting.sections.curves import curves_section
from solecism.reporting.sections.overview import (
    Reference,
    cited_references,
    methods_section,
    overview_section,
)
from solecism.reporting.sections.scores import comparisons_section, kinds_section, scores_section
from solecism.reporting.table import format_cell
from solecism.reporting.wording import template_environment

MOST_ROWS = 60


def sections(measurements: Measurements) -> list[Section]:
    """The sections of a report."""
    return [
        overview_section(measurements),
        agreement_section(measurements),
        reliability_section(measurements),
        scores_section(measurements),
        kinds_section(measurements),
        comparisons_section(measurements),
        curves_section(measurements),
        confusion_section(measurements),
        *([constructions_section(measurements)] if measurements.constructions else []),
        raters_section(measurements),
        methods_section(measurements),
    ]


def format_page(sections: Sequence[Section], *, title: str, signature: str) -> str:
    """The sections as HTML, without scripts or external links; every string is escaped."""
    environment = template_environment("solecism.reporting")
    environment.filters["shown"] = format_cell
    environment.filters["svg"] = _svg
    environment.tests["drawing"] = lambda part: isinstance(part, Drawing)
    template = environment.get_template("page.html")
    return template.render(sections=sections, title=title, signature=signature, most_rows=MOST_ROWS)


def _svg(drawing: Drawing) -> Markup:
    """A drawing as markup that needs no escaping: its names were escaped when it was drawn."""
    return Markup(RenderedDrawing(drawing).svg(inline=True))


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
    return Report(title, tuple(parts), tuple(cited_references(measured)), html)
