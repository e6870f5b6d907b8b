"""The page: all sections in one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from solecism.report.drawing import Drawing, LaidOut
from solecism.report.measurements import Measurements
from solecism.report.section import Section
from solecism.report.sections.agreement import agreement_section
from solecism.report.sections.comparisons import comparisons_section
from solecism.report.sections.confusion import confusion_section
from solecism.report.sections.constructions import constructions_section
from solecism.report.sections.curves import curves_section
from solecism.report.sections.kinds import kinds_section
from solecism.report.sections.methods import methods_section
from solecism.report.sections.overview import overview_section
from solecism.report.sections.raters import raters_section
from solecism.report.sections.reliability import reliability_section
from solecism.report.sections.scores import scores_section
from solecism.report.table import shown
from solecism.report.templating import template_environment

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
    environment = template_environment("solecism.report")
    environment.filters["shown"] = shown
    environment.filters["svg"] = _svg
    environment.tests["drawing"] = lambda part: isinstance(part, Drawing)
    template = environment.get_template("page.html")
    return template.render(sections=sections, title=title, signature=signature, most_rows=MOST_ROWS)


def _svg(drawing: Drawing) -> Markup:
    """A drawing as markup that needs no escaping: its names were escaped when it was drawn."""
    return Markup(LaidOut(drawing).svg(inline=True))
