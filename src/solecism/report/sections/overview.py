"""The overview: numbers of judgments, sites, raters and systems, and the main results."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solecism.figure import PRECISION, RECALL
from solecism.report.measurements import Measurements
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table
from solecism.report.words import count, listed, printable, share, with_interval

_MOST_IN_WORDS = 3


def overview_section(measurements: Measurements) -> Section:
    """Counts of everything, and the main results of the other sections."""
    counts = table("overview", "Judgments", ("", "number"), _rows(measurements))
    contents = (counts, _systems(measurements)) if measurements.scores else (counts,)
    return Section("overview", "Overview", tuple(_sentences(measurements)), contents)


def _rows(measurements: Measurements) -> Iterator[tuple[Cell, ...]]:
    panel = measurements.panel
    per_item = np.bincount(panel.item, minlength=panel.n_items)
    yield "judgments", len(panel)
    yield "sites judged", panel.n_judged
    yield "raters", panel.n_raters
    yield "fewest answers of a site", int(per_item.min())
    yield "most answers of a site", int(per_item.max())
    for label, n in zip(panel.labels, np.bincount(panel.answer).tolist(), strict=False):
        yield f"answers “{label}”", n
    if len(measurements.gold):
        yield "answers to control items (no data)", len(measurements.gold)


def _systems(measurements: Measurements) -> Table:
    columns = ("system", "flags", "sites without a decision", "flags without a judgment")
    rows = [
        (
            one.system,
            int(one.match.is_flagged.sum()),
            int((~one.match.is_asked).sum()),
            sum(one.match.unjudged.values()),
        )
        for one in measurements.scores
    ]
    note = (
        "Flags are at judged sites. Where a system did not decide it counts as not flagging; "
        "flags without a judgment do not count."
    )
    return table("systems", "Systems", columns, rows, note=note)


def _sentences(measurements: Measurements) -> Iterator[str]:
    panel = measurements.panel
    yield (
        f"{count(panel.n_raters, 'rater')} gave {count(len(panel), 'answer')} about "
        f"{count(panel.n_judged, 'site')}: {listed(_label_shares(measurements))}."
    )
    observed = measurements.agreements[0]
    if not observed.is_defined:
        yield f"How far raters agree is not defined: {observed.note}."
    else:
        alphas = [one for one in measurements.agreements if one.name == "alpha" and one.is_defined]
        beyond = "".join(
            f"; beyond chance, Krippendorff's alpha is {with_interval(one)}" for one in alphas
        )
        yield f"Two raters of a site agree {share(observed)} of the time{beyond}."
    for one in measurements.scores[:_MOST_IN_WORDS]:
        precision, recall = (one.graded.figures[name] for name in (PRECISION, RECALL))
        yield (
            f"{printable(one.system)}, by the share of raters who call a site an error: precision "
            f"{with_interval(precision)}, recall "
            f"{with_interval(recall)}."
        )


def _label_shares(measurements: Measurements) -> list[str]:
    panel = measurements.panel
    counts = np.bincount(panel.answer, minlength=panel.n_labels).tolist()
    return [
        f"{share(n / len(panel))} “{printable(label)}”"
        for label, n in zip(panel.labels, counts, strict=True)
    ]
