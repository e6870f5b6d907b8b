"""Confusion tables of raters with each other, and of systems with the majority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from solecism.agreement.confusion import Confusion, pooled_confusion
from solecism.agreement.rater_quality import RaterPair
from solecism.numeric import Floats
from solecism.reporting.drawing import PAGE, Drawing, DrawingSize, new_canvas
from solecism.reporting.measurements import Measurements, SystemScores
from solecism.reporting.section import Section
from solecism.reporting.table import Cell, ReportTable, table
from solecism.reporting.wording import number, percent, shortened
from solecism.system.display_text import count

_MOST_LABELS = 10
# Light enough for black letters on the darkest cell.
_BLACK = 2.0


def confusion_section(measurements: Measurements) -> Section:
    """The confusion tables of raters, by pair or for all pairs together, and of systems."""
    contents: list[ReportTable | Drawing] = []
    text = []
    raters = pooled_confusion(measurements.panel)
    if raters.n_items and measurements.panel.n_labels <= _MOST_LABELS:
        contents.append(_raters_drawing(raters, measurements.panel.n_raters))
    if len(measurements.pairs) > 1:
        contents.append(_kappa_drawing(measurements))
    if measurements.scores:
        contents.append(_systems_drawing(measurements.scores))
        text.append("Against the majority a tie is half an error, so that halves can occur.")
    title = "Confusion matrices"
    if not contents:
        reason = "No site has two answers, and there are no flags to hold against them."
        return Section("confusion", title, missing=reason)
    return Section("confusion", title, tuple(text), tuple(contents))


def _raters_drawing(pairs: Confusion, n_raters: int) -> Drawing:
    shares = _row_shares(pairs.counts)
    pooled = "" if n_raters == 2 else " Every pair of answers about a site counts both ways."
    rows: list[tuple[Cell, ...]] = [
        (label, *pairs.counts[index].tolist(), *shares[index].tolist())
        for index, label in enumerate(pairs.labels)
    ]
    said = [
        f"where {shortened(pairs.first)} says “{shortened(label)}”, {shortened(pairs.second)} "
        f"says the same {percent(shares[index, index])} of the time"
        for index, label in enumerate(pairs.labels)
    ]
    return Drawing(
        "confusion-raters",
        "What one rater says where another says something",
        f"Shaded table of {count(pairs.n_items, 'pair')} of answers: {'; '.join(said)}.",
        f"Counts, and shares of each row; darker is more.{pooled}",
        partial(_draw_raters, pairs),
        table(
            "confusion-raters",
            f"{pairs.first} (rows) and {pairs.second} (columns)",
            ("", *pairs.labels, *(f"share of {label}" for label in pairs.labels)),
            rows,
        ),
    )


def _draw_raters(pairs: Confusion, layout: DrawingSize) -> Canvas:
    n = len(pairs.labels)
    shares = _row_shares(pairs.counts)
    canvas = new_canvas(layout, 1.2 + 0.55 * n, width=min(PAGE.width, 3.0 + 0.9 * n))
    axes = canvas.subplots()
    cells = [
        [f"{pairs.counts[row, column]:,}\n{percent(shares[row, column])}" for column in range(n)]
        for row in range(n)
    ]
    names = [shortened(label, 16) for label in pairs.labels]
    _shade(axes, shares, cells, names, names)
    axes.set_ylabel(f"{shortened(pairs.first)} says")
    axes.set_xlabel(f"{shortened(pairs.second)} says")
    return canvas


def _kappa_drawing(measurements: Measurements) -> Drawing:
    known = [pair for pair in measurements.pairs if pair.kappa.is_defined]
    return Drawing(
        "kappa-of-pairs",
        "Cohen's kappa of each pair of raters",
        _kappas_in_words(measurements, len(known)),
        "Darker is more agreement beyond chance; empty where it is not defined.",
        partial(_draw_kappas, measurements.panel.raters, measurements.pairs),
        table(
            "kappa-of-pairs",
            "Cohen's kappa of each pair of raters",
            ("rater", "other", "sites", "kappa", f"{measurements.level:.0%} interval", "note"),
            [
                (
                    pair.table.first,
                    pair.table.second,
                    pair.table.n_items,
                    pair.kappa,
                    pair.kappa.interval if pair.kappa.is_defined else None,
                    pair.kappa.note,
                )
                for pair in measurements.pairs
            ],
        ),
    )


def _draw_kappas(raters: Sequence[str], pairs: Sequence[RaterPair], layout: DrawingSize) -> Canvas:
    place = {rater: index for index, rater in enumerate(raters)}
    kappas = np.full((len(raters), len(raters)), np.nan)
    for pair in pairs:
        first, second = place[pair.table.first], place[pair.table.second]
        kappas[first, second] = kappas[second, first] = pair.kappa
    width = min(PAGE.width, 2.2 + 0.55 * len(raters))
    canvas = new_canvas(layout, 1.0 + 0.34 * len(raters), width=width)
    axes = canvas.subplots()
    digits = _short_number if layout.is_narrow else number
    cells = [["" if math.isnan(value) else digits(value) for value in row] for row in kappas]
    names = [shortened(rater, 14) for rater in raters]
    _shade(axes, np.nan_to_num(np.clip(kappas, 0, 1)), cells, names, names)
    axes.tick_params(axis="x", rotation=90 if max(map(len, names)) > 3 else 0)
    return canvas


def _short_number(value: float) -> str:
    """A number without the zero before its point."""
    return number(value).replace("0.", ".", 1)


def _kappas_in_words(measurements: Measurements, n_known: int) -> str:
    start = f"Shaded table of Cohen's kappa for {count(len(measurements.pairs), 'pair')} of raters"
    if not n_known:
        return f"{start}, none of which is defined."
    known = [pair for pair in measurements.pairs if pair.kappa.is_defined]
    low = min(known, key=lambda pair: pair.kappa)
    high = max(known, key=lambda pair: pair.kappa)
    low_pair, high_pair = (
        f"{number(pair.kappa)} ({shortened(pair.table.first)} and {shortened(pair.table.second)})"
        for pair in (low, high)
    )
    return f"{start}, from {low_pair} to {high_pair}."


def _systems_drawing(scores: Sequence[SystemScores]) -> Drawing:
    said = [
        f"{shortened(one.system)} flags {percent(_row_shares(_system_counts(one))[0, 0])} "
        f"of the errors and {percent(_row_shares(_system_counts(one))[1, 0])} of the rest"
        for one in scores
    ]
    return Drawing(
        "confusion-systems",
        "Systems against the majority",
        f"Shaded tables, one per system: {'; '.join(said)}.",
        "Counts, and shares of what the majority says; darker is more.",
        partial(_draw_systems, scores),
        table(
            "confusion-systems",
            "Systems against the majority",
            ("system", "hits", "misses", "false alarms", "rightly not flagged"),
            [(one.system, *_cells(one)) for one in scores],
        ),
    )


def _draw_systems(scores: Sequence[SystemScores], layout: DrawingSize) -> Canvas:
    in_a_row = 2 if layout.is_narrow else 3
    n_rows = -(-len(scores) // in_a_row)
    n_columns = min(len(scores), in_a_row)
    width = min(PAGE.width, 0.8 + 1.9 * n_columns)
    canvas = new_canvas(layout, 0.3 + 1.75 * n_rows, width=width)
    panels = canvas.subplots(n_rows, n_columns, squeeze=False)
    for axes, one in zip(panels.flat, scores, strict=False):
        counts = _system_counts(one)
        shares = _row_shares(counts)
        cells = [
            [f"{value:,g}\n{percent(part)}" for value, part in zip(*row, strict=True)]
            for row in zip(counts, shares, strict=True)
        ]
        _shade(axes, shares, cells, ["flag", "no flag"], ["error", "ok"])
        axes.set_title(shortened(one.system, 22), loc="left")
    for axes in panels.flat[len(scores) :]:
        axes.set_visible(False)
    for row in panels:
        row[0].set_ylabel("majority")
    return canvas


def _cells(one: SystemScores) -> tuple[float, float, float, float]:
    counts = one.majority.counts
    return (
        float(counts.hits),
        float(counts.misses),
        float(counts.false_alarms),
        float(counts.correct),
    )


def _system_counts(one: SystemScores) -> Floats:
    return np.array(_cells(one)).reshape(2, 2)


def _row_shares(counts: NDArray[Any]) -> Floats:
    totals = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(counts, totals, out=np.zeros(counts.shape), where=totals > 0))


def _shade(
    axes: Axes,
    darkness: Floats,
    cells: Sequence[Sequence[str]],
    columns: Sequence[str],
    rows: Sequence[str],
) -> None:
    """Cells with words, from white (0) to dark grey (1)."""
    # Drawn cell by cell: an image would be a file within the file, which a page may not load.
    axes.pcolormesh(darkness, cmap="Greys", vmin=0, vmax=_BLACK, edgecolors="white", linewidth=1)
    axes.invert_yaxis()
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize="small")
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(True)
