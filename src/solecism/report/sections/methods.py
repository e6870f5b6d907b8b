"""How the figures of a report were computed, in words for the methods section of a paper."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.agree.agreement import Agreement
from solecism.report.measurements import Measurements
from solecism.report.references import (
    COHEN,
    FLEISS,
    GWET,
    HOLM,
    KRIPPENDORFF,
    MADNANI,
    TEST,
    Reference,
)
from solecism.report.section import Section
from solecism.report.sections.agreement import MEASURE_NAMES
from solecism.report.table import table
from solecism.report.words import count, listed
from solecism.version import __version__

_COEFFICIENTS = {
    "cohen": COHEN,
    "mean pairwise cohen": COHEN,
    "fleiss": FLEISS,
    "alpha": KRIPPENDORFF,
    "ac1": GWET,
}


def methods_section(measurements: Measurements) -> Section:
    """A paragraph to adapt, and the works that it cites."""
    rows = [
        (one.short, one.title, ", ".join(filter(None, (one.journal, one.where))))
        for one in cited(measurements)
    ]
    references = table("references", "Works cited", ("work", "title", "published in"), rows)
    return Section("methods", "Methods, in words", (" ".join(_words(measurements)),), (references,))


def cited(measurements: Measurements) -> list[Reference]:
    """The works that the methods of this report are from."""
    works = [_COEFFICIENTS[one.name] for one in _defined(measurements)]
    if measurements.scores:
        works.append(MADNANI)
    if measurements.comparisons:
        works.append(TEST)
    if len(measurements.comparisons) > 1:
        works.append(HOLM)
    return list(dict.fromkeys(works))


def _defined(measurements: Measurements) -> list[Agreement]:
    """The coefficients that have a value and a work to cite."""
    return [one for one in measurements.agreements if one.is_defined and one.name in _COEFFICIENTS]


def _words(measurements: Measurements) -> Iterator[str]:
    panel, level = measurements.panel, f"{measurements.level:.0%}"
    yield (
        f"{count(panel.n_raters, 'rater')} gave {count(len(panel), 'judgment')} of "
        f"{count(panel.n_judged, 'site')}."
    )
    names = [
        f"{MEASURE_NAMES[one.name]} ({_COEFFICIENTS[one.name].short})"
        for one in _defined(measurements)
    ]
    if names:
        yield f"Agreement is measured by {listed(names)}."
    if measurements.scores:
        yield (
            "Systems are scored against the share of raters who call a site an error "
            f"({MADNANI.short}), and against their majority. Intervals ({level}) allow for other "
            "sentences and other raters: sites of one sentence are kept together."
        )
    if measurements.comparisons:
        yield (
            "Differences between systems are tested by stratified shuffling of sentences "
            f"({TEST.short})."
        )
    if len(measurements.comparisons) > 1:
        yield (
            f"The p-values are corrected for {len(measurements.comparisons)} pairs of systems by "
            f"Holm's method ({HOLM.short})."
        )
    yield f"All figures were computed with Solecism {__version__}."
