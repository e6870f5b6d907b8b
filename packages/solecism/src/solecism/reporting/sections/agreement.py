"""The sections on raters: their agreement, its reliability, and the quality of each rater.

They have figure 1 of paper 002 (a histogram of agreement by site) and figure 2 of paper 003 (the
majority of N raters against one or more references).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from solecism.agreement.raters_needed import RatersNeeded
from solecism.agreement.reliability import Reliability
from solecism.numeric import Floats, Ints
from solecism.panel import Panel
from solecism.reporting.drawing import (
    Drawing,
    DrawingSize,
    add_legend,
    new_canvas,
    new_panels,
    series_style,
)
from solecism.reporting.measurements import Measurements
from solecism.reporting.section import Section
from solecism.reporting.table import Cell, ReportTable, table
from solecism.reporting.wording import listed, number, percent, shortened
from solecism.system.display_text import count

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


def _coefficients(measurements: Measurements) -> ReportTable:
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
        _histogram_alt(heights, names, bars),
        "Sites by how many of their raters gave the same answer; sites with one answer left out.",
        partial(_draw_histogram, heights, names),
        table("agreement-histogram", "Sites by agreement", ("agreement", *names, "all"), rows),
    )


def _draw_histogram(heights: Ints, names: Sequence[str], layout: DrawingSize) -> Canvas:
    bars = _bar_names(heights.shape[1])
    canvas = new_canvas(layout, 3.3)
    axes = canvas.subplots()
    base = np.zeros(heights.shape[1])
    for index, (name, row) in enumerate(zip(names, heights, strict=True)):
        style = series_style(index)
        axes.bar(
            bars,
            row,
            bottom=base,
            label=shortened(name),
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


def _histogram_alt(heights: Ints, names: Sequence[str], bars: Sequence[str]) -> str:
    n = int(heights.sum())
    totals = heights.sum(axis=0).tolist()
    by_bar = [f"{total} at {bar}" for total, bar in zip(totals, bars, strict=True)]
    by_name = [
        f"{count(int(row.sum()), 'site')} “{shortened(name)}”"
        for name, row in zip(names, heights, strict=True)
    ]
    return (
        f"Stacked bars: {count(n, 'site')} by agreement of their raters. Raters are unanimous "
        f"about {percent(totals[-1] / n)}. Sites: {listed(by_bar)}. By majority: {listed(by_name)}."
    )


MEAN = "mean"
_RELIABILITY_MEASURES = ("kappa", "agreement")
_MOST_NAMED = 4


def reliability_section(measurements: Measurements) -> Section:
    """Kappa and agreement of the majority of N raters with the reference."""
    reliability = measurements.reliability
    title = "Reliability by number of raters"
    if reliability.reason:
        return Section("reliability", title, missing=f"Nothing to show: {reliability.reason}.")
    if reliability.in_turn:
        held = (
            "Each rater in turn is held against the majority of N of the others. What one rater "
            "more would bring can be read off the slope."
        )
    else:
        held = "The references are held against the majority of N of the other raters."
    text = (f"{held} Majorities are drawn 100 times, ties broken at random.",)
    contents: list[ReportTable | Drawing] = [reliability_drawing(measurements)]
    if measurements.needed:
        contents.append(needed_table(measurements.needed))
    return Section("reliability", title, text, tuple(contents))


def needed_table(needed: Sequence[RatersNeeded]) -> ReportTable:
    """How many raters match the references, by majority, after screening and weighted."""
    return table(
        "raters-needed",
        "Raters who together agree with a reference as the other references do",
        ("answer by", "reference", "references’ kappa", "kappa", "raters needed", "left out"),
        [
            (row.way, row.reference, row.experts, row.kappa, row.shown, row.n_left_out)
            for row in needed
        ],
        note="In brackets: the middle 95% of resamples of the items. “Screened” leaves out raters "
        "with signs of spam, dawid-skene weighs raters by how reliable they are.",
    )


def reliability_drawing(measurements: Measurements) -> Drawing:
    """Kappa and agreement by number of raters, with a band over the references or the draws."""
    reliability = measurements.reliability
    mean = reliability.mean
    is_single = len(reliability.curves) == 1
    if is_single:
        (mean,) = reliability.curves.values()
    level = f"{measurements.level:.0%}"
    band = (
        f"The band holds {level} of draws."
        if is_single
        else f"Thin lines are single references; the thick one is their mean, and the band "
        f"holds {level} of them."
    )
    return Drawing(
        "reliability",
        "Reliability by number of raters",
        _reliability_alt(mean, len(reliability.curves)),
        band,
        partial(_draw_reliability, reliability.curves, mean),
        table(
            "reliability",
            "Majority of N raters against the reference",
            ("reference", "N", "sites", "kappa", "kappa band", "agreement", "agreement band"),
            [
                (name, *_reliability_cells(point))
                for name, curve in {**reliability.curves, MEAN: mean}.items()
                for point in curve
                if not (is_single and name == MEAN)
            ],
        ),
    )


def _draw_reliability(
    curves: dict[str, list[Reliability]], mean: Sequence[Reliability], layout: DrawingSize
) -> Canvas:
    canvas, panels = new_panels(layout, len(_RELIABILITY_MEASURES), height=3.2)
    for axes, name in zip(panels, _RELIABILITY_MEASURES, strict=True):
        _draw_reliability_panel(axes, curves, mean, name)
    if len(curves) > 1:
        add_legend(canvas, panels[0], layout)
    return canvas


def _draw_reliability_panel(
    axes: Axes, curves: dict[str, list[Reliability]], mean: Sequence[Reliability], name: str
) -> None:
    if len(curves) > 1:
        for index, (reference, curve) in enumerate(curves.items()):
            style = series_style(index + 1)
            is_named = len(curves) <= _MOST_NAMED
            axes.plot(
                [point.n_raters for point in curve],
                [getattr(point, name) for point in curve],
                color=style.colour if is_named else "#8c8c8c",
                linestyle=style.line if is_named else "-",
                linewidth=1.1 if is_named else 0.6,
                label=shortened(reference)
                if is_named
                else ("one reference" if not index else None),
            )
    sizes = [point.n_raters for point in mean]
    bands = [getattr(point, name).interval for point in mean]
    axes.fill_between(
        sizes,
        [band.low for band in bands],
        [band.high for band in bands],
        facecolor="#e3e3e3",
        edgecolor="#8c8c8c",
        linewidth=0.5,
        zorder=0.5,
    )
    values = [getattr(point, name) for point in mean]
    axes.plot(sizes, values, color="black", marker="o", linewidth=2, label=MEAN)
    axes.set_xlabel("raters in the majority")
    axes.set_title(name, loc="left")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _reliability_cells(point: Reliability) -> tuple[Cell, ...]:
    return (
        point.n_raters,
        point.n_items,
        point.kappa,
        point.kappa.interval,
        point.agreement,
        point.agreement.interval,
    )


def _reliability_alt(mean: Sequence[Reliability], n_references: int) -> str:
    first, last = mean[0], mean[-1]
    best = max(mean, key=lambda point: (point.kappa == point.kappa, point.kappa))
    against = "one reference" if n_references == 1 else f"the mean of {n_references} references"
    return (
        f"Two lines by number of raters, against {against}. Kappa is {number(first.kappa)} with "
        f"{count(first.n_raters, 'rater')} and {number(last.kappa)} with {last.n_raters}; it is "
        f"highest, {number(best.kappa)}, with {best.n_raters}. Agreement goes from "
        f"{percent(first.agreement)} to {percent(last.agreement)}."
    )


def raters_section(measurements: Measurements) -> Section:
    """One row per rater, and the pairs of raters whose answers are suspiciously alike."""
    text = [
        "Kappa with the majority is with that of the other raters. Accuracy on control items is "
        "what can be expected of the rater's next answer, not the raw percentage."
    ]
    if not measurements.quality:
        text.append("There are no control items, so that accuracy cannot be told.")
    if not any(one.signs for one in measurements.signs):
        text.append("No rater shows signs of spam: constant, random or hasty answers.")
    contents = [_raters_table(measurements)]
    if measurements.likenesses:
        contents.append(_duplicates_table(measurements))
    return Section("raters", "Raters", tuple(text), tuple(contents))


def _raters_table(measurements: Measurements) -> ReportTable:
    quality = {one.rater: one for one in measurements.quality}
    signs = {one.rater: one for one in measurements.signs}
    rows: list[tuple[Cell, ...]] = []
    for one in measurements.raters:
        control, spam = quality.get(one.rater), signs.get(one.rater)
        rows.append(
            (
                one.rater,
                one.n_items,
                *one.shares.values(),
                one.mean_kappa,
                one.with_majority,
                one.with_majority.interval if one.with_majority.is_defined else None,
                control.n_control if control else None,
                control.accuracy if control else None,
                control.accuracy.interval if control else None,
                spam.median_seconds if spam else None,
                "; ".join(spam.signs) if spam else "",
            )
        )
    columns = (
        "rater",
        "sites",
        *(f"share “{label}”" for label in measurements.panel.labels),
        "mean kappa",
        "kappa with majority",
        f"kappa {measurements.level:.0%} interval",
        "control items",
        "accuracy",
        f"accuracy {measurements.level:.0%} interval",
        "median seconds",
        "signs of spam",
    )
    return table("raters", f"{count(len(rows), 'rater')}", columns, rows)


def _duplicates_table(measurements: Measurements) -> ReportTable:
    rows = [
        (one.first, one.second, one.n_items, one.n_same, one.n_expected, one.p_value)
        for one in measurements.likenesses
    ]
    columns = ("rater", "other", "sites", "same answers", "expected", "p")
    return table("likenesses", "Pairs of raters more alike than they should be", columns, rows)
