"""The reliability of the majority of N raters, against one or more references (003, figure 2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from solecism.agree.raters_needed import RatersNeeded
from solecism.agree.reliability import Reliability
from solecism.report.drawing import Drawing, Layout, add_legend, ink, new_panels
from solecism.report.measurements import Measurements
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table
from solecism.report.words import count, number, share, short

MEAN = "mean"
_MEASURES = ("kappa", "agreement")
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
    contents: list[Table | Drawing] = [reliability_drawing(measurements)]
    if measurements.needed:
        contents.append(needed_table(measurements.needed))
    return Section("reliability", title, text, tuple(contents))


def needed_table(needed: Sequence[RatersNeeded]) -> Table:
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
        _alt(mean, len(reliability.curves)),
        band,
        partial(_draw, reliability.curves, mean),
        table(
            "reliability",
            "Majority of N raters against the reference",
            ("reference", "N", "sites", "kappa", "kappa band", "agreement", "agreement band"),
            [
                (name, *_cells(point))
                for name, curve in {**reliability.curves, MEAN: mean}.items()
                for point in curve
                if not (is_single and name == MEAN)
            ],
        ),
    )


def _draw(
    curves: dict[str, list[Reliability]], mean: Sequence[Reliability], layout: Layout
) -> Canvas:
    canvas, panels = new_panels(layout, len(_MEASURES), height=3.2)
    for axes, name in zip(panels, _MEASURES, strict=True):
        _draw_panel(axes, curves, mean, name)
    if len(curves) > 1:
        add_legend(canvas, panels[0], layout)
    return canvas


def _draw_panel(
    axes: Axes, curves: dict[str, list[Reliability]], mean: Sequence[Reliability], name: str
) -> None:
    if len(curves) > 1:
        for index, (reference, curve) in enumerate(curves.items()):
            style = ink(index + 1)
            is_named = len(curves) <= _MOST_NAMED
            axes.plot(
                [point.n_raters for point in curve],
                [getattr(point, name) for point in curve],
                color=style.colour if is_named else "#8c8c8c",
                linestyle=style.line if is_named else "-",
                linewidth=1.1 if is_named else 0.6,
                label=short(reference) if is_named else ("one reference" if not index else None),
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


def _cells(point: Reliability) -> tuple[Cell, ...]:
    return (
        point.n_raters,
        point.n_items,
        point.kappa,
        point.kappa.interval,
        point.agreement,
        point.agreement.interval,
    )


def _alt(mean: Sequence[Reliability], n_references: int) -> str:
    first, last = mean[0], mean[-1]
    best = max(mean, key=lambda point: (point.kappa == point.kappa, point.kappa))
    against = "one reference" if n_references == 1 else f"the mean of {n_references} references"
    return (
        f"Two lines by number of raters, against {against}. Kappa is {number(first.kappa)} with "
        f"{count(first.n_raters, 'rater')} and {number(last.kappa)} with {last.n_raters}; it is "
        f"highest, {number(best.kappa)}, with {best.n_raters}. Agreement goes from "
        f"{share(first.agreement)} to {share(last.agreement)}."
    )
