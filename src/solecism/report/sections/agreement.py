"""The agreement of raters: coefficients, and a histogram of agreement by site (002, figure 1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.figure import Figure as Canvas

from solecism.numeric.arrays import Floats, Ints
from solecism.panel import Panel
from solecism.report.drawing import Drawing, Layout, add_legend, ink, new_canvas
from solecism.report.measurements import Measurements
from solecism.report.section import Section
from solecism.report.table import Table, table
from solecism.report.words import count, listed, share, short

TIE = "tie"
MEASURE_NAMES = {
    "observed": "observed agreement",
    "cohen": "Cohen's kappa",
    "mean pairwise cohen": "Cohen's kappa, mean of pairs",
    "scott": "Scott's pi",
    "fleiss": "Fleiss' kappa",
    "alpha": "Krippendorff's alpha",
    "ac1": "Gwet's AC1",
}


def agreement_section(measurements: Measurements) -> Section:
    """Coefficients of agreement, and a histogram of the agreement at each site."""
    text = (
        "Kappa, pi, alpha and AC1 are 0 where raters agree as often as by chance and 1 where "
        "they always agree; they differ in what they take for chance.",
    )
    histogram = agreement_histogram(measurements.panel)
    coefficients = _coefficients(measurements)
    contents = (coefficients,) if histogram is None else (coefficients, histogram)
    return Section("agreement", "Agreement of raters", text, contents)


def _coefficients(measurements: Measurements) -> Table:
    columns = (
        "measure",
        "value",
        "standard error",
        f"{measurements.level:.0%} interval",
        "sites",
        "note",
    )
    rows = [
        (
            MEASURE_NAMES.get(one.name, one.name),
            one,
            one.se,
            one.interval if one.is_defined else None,
            one.n_items,
            one.note,
        )
        for one in measurements.agreements
    ]
    note = "Sites with only one answer say nothing about agreement and are not counted."
    return table("agreement", "How far raters agree", columns, rows, note=note)


def agreement_histogram(panel: Panel) -> Drawing | None:
    """Sites by the share of raters who gave the majority's answer, stacked by that answer.

    None where no site has two answers.
    """
    counts = panel.counts()
    counts = counts[counts.sum(axis=1) > 1]
    if not len(counts):
        return None
    edges = _edges(panel.n_labels)
    agreement = counts.max(axis=1) / counts.sum(axis=1)
    is_tie = (counts == counts.max(axis=1, keepdims=True)).sum(axis=1) > 1
    answer = np.where(is_tie, panel.n_labels, counts.argmax(axis=1))
    # Adding a little keeps 7/10 in the bar of 70% whatever its last binary digit.
    place = np.clip(np.searchsorted(edges, agreement + 1e-9, side="right") - 1, 0, len(edges) - 1)
    names = [*panel.labels, TIE]
    heights = np.zeros((len(names), len(edges)), dtype=np.int64)
    np.add.at(heights, (answer, place), 1)
    present = heights.sum(axis=1) > 0
    return _histogram(
        heights[present], [name for name, is_there in zip(names, present, strict=True) if is_there]
    )


def _edges(n_labels: int) -> Floats:
    """The lower ends of the bars: tenths, from the lowest share that a majority can have."""
    least = int(10 / max(n_labels, 1)) if n_labels > 2 else 5
    return np.arange(least, 11) / 10


def _bar_names(n_bars: int) -> list[str]:
    lows = range(100 - 10 * (n_bars - 1), 100, 10)
    return [f"{low}–{low + 9}%" for low in lows] + ["100%"]


def _histogram(heights: Ints, names: Sequence[str]) -> Drawing:
    bars = _bar_names(heights.shape[1])
    rows = [
        (bar, *column, int(total))
        for bar, column, total in zip(bars, heights.T.tolist(), heights.sum(axis=0), strict=True)
    ]
    return Drawing(
        "agreement-histogram",
        "Histogram of agreement",
        _alt(heights, names, bars),
        "Sites by how many of their raters gave the same answer; sites with one answer left out.",
        partial(_draw, heights, names),
        table("agreement-histogram", "Sites by agreement", ("agreement", *names, "all"), rows),
    )


def _draw(heights: Ints, names: Sequence[str], layout: Layout) -> Canvas:
    bars = _bar_names(heights.shape[1])
    canvas = new_canvas(layout, 3.3)
    axes = canvas.subplots()
    base = np.zeros(heights.shape[1])
    for index, (name, row) in enumerate(zip(names, heights, strict=True)):
        style = ink(index)
        axes.bar(
            bars,
            row,
            bottom=base,
            label=short(name),
            width=0.78,
            facecolor=style.fill,
            hatch=style.hatch,
            edgecolor="black",
            linewidth=0.8,
        )
        base += row
    for place, total in enumerate(base):
        axes.annotate(
            f"{total:,.0f}", (place, total), (0, 3), textcoords="offset points", ha="center"
        )
    if layout.is_narrow:
        axes.set_xticks(range(len(bars)), [bar.split("–")[0].strip("%") for bar in bars])
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.1)
    axes.set_xlabel(
        "raters who gave the majority's answer (%)"
        if layout.is_narrow
        else "share of raters who gave the majority's answer"
    )
    axes.set_ylabel("sites")
    add_legend(canvas, axes, layout, title="majority's answer")
    return canvas


def _alt(heights: Ints, names: Sequence[str], bars: Sequence[str]) -> str:
    n = int(heights.sum())
    totals = heights.sum(axis=0).tolist()
    by_bar = [f"{total} at {bar}" for total, bar in zip(totals, bars, strict=True)]
    by_name = [
        f"{count(int(row.sum()), 'site')} “{short(name)}”"
        for name, row in zip(names, heights, strict=True)
    ]
    return (
        f"Stacked bars: {count(n, 'site')} by agreement of their raters. Raters are unanimous "
        f"about {share(totals[-1] / n)}. Sites: {listed(by_bar)}. By majority: {listed(by_name)}."
    )
