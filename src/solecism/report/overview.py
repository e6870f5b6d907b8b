"""What a study has: judgments, sites, raters, systems; and its main figures in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solecism.report.section import Section
from solecism.report.study import Study
from solecism.report.table import Cell, Table, table
from solecism.report.words import count, listed, printable, share, with_interval

_MOST_IN_WORDS = 3


def overview_section(study: Study) -> Section:
    """Counts of everything, and what the other sections find."""
    counts = table("overview", "Judgments", ("", "number"), _rows(study))
    contents = (counts, _systems(study)) if study.scores else (counts,)
    return Section("overview", "Overview", tuple(_sentences(study)), contents)


def _rows(study: Study) -> Iterator[tuple[Cell, ...]]:
    panel = study.panel
    per_item = np.bincount(panel.item, minlength=panel.n_items)
    yield "judgments", len(panel)
    yield "sites judged", panel.n_judged
    yield "raters", panel.n_raters
    yield "fewest answers of a site", int(per_item.min())
    yield "most answers of a site", int(per_item.max())
    for label, n in zip(panel.labels, np.bincount(panel.answer).tolist(), strict=False):
        yield f"answers “{label}”", n
    if len(study.gold):
        yield "answers to control items (no data)", len(study.gold)


def _systems(study: Study) -> Table:
    columns = ("system", "flags", "sites it did not decide on", "flags that nobody judged")
    rows = [
        (
            one.system,
            int(one.match.is_flagged.sum()),
            int((~one.match.is_asked).sum()),
            sum(one.match.unjudged.values()),
        )
        for one in study.scores
    ]
    note = (
        "Flags are at judged sites. Where a system did not decide it counts as not flagging; "
        "flags that nobody judged count nowhere."
    )
    return table("systems", "Systems", columns, rows, note=note)


def _sentences(study: Study) -> Iterator[str]:
    panel = study.panel
    yield (
        f"{count(panel.n_raters, 'rater')} gave {count(len(panel), 'answer')} about "
        f"{count(panel.n_judged, 'site')}: {listed(_label_shares(study))}."
    )
    observed = study.agreements[0]
    if observed.reason:
        yield f"How far raters agree is not defined: {observed.reason}."
    else:
        alphas = [one for one in study.agreements if one.measure == "alpha" and not one.reason]
        beyond = "".join(
            f"; beyond chance, Krippendorff's alpha is {with_interval(one.value, one.interval)}"
            for one in alphas
        )
        yield f"Two raters of a site agree {share(observed.value)} of the time{beyond}."
    for one in study.scores[:_MOST_IN_WORDS]:
        precision, recall = (one.graded.measures[name] for name in ("precision", "recall"))
        yield (
            f"{printable(one.system)}, by the share of raters who call a site an error: precision "
            f"{with_interval(precision.value, precision.interval)}, recall "
            f"{with_interval(recall.value, recall.interval)}."
        )


def _label_shares(study: Study) -> list[str]:
    panel = study.panel
    counts = np.bincount(panel.answer, minlength=panel.n_labels).tolist()
    return [
        f"{share(n / len(panel))} “{printable(label)}”"
        for label, n in zip(panel.labels, counts, strict=True)
    ]
