"""Line and bar charts of figures with their intervals, for reports and pages of papers.

Kappa by agreement of raters shows systems on different corpora in one chart (Madnani et al. 2011,
section 4.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from solecism.figure import Figure
from solecism.reporting.drawing import Drawing, DrawingSize, add_legend, new_panels, series_style
from solecism.reporting.table import Cell, table
from solecism.reporting.wording import number, shortened


@dataclass(frozen=True, slots=True)
class Series:
    """A line or a row of bars: its name, the places on the x axis, and the value at each."""

    name: str
    places: tuple[float, ...]
    values: tuple[float, ...]


def line_drawing(
    name: str,
    title: str,
    series: Sequence[Series],
    *,
    x: str,
    y: str,
    caption: str = "",
    ticks: Sequence[str] = (),
) -> Drawing:
    """Lines with a vertical bar for each interval; figures without an interval have no bar.

    With `ticks` places count them from 0.
    """
    draw = partial(_draw_lines, series, ticks, x, y)
    return _drawing(name, title, series, x, y, caption, draw, ticks)


def bar_drawing(
    name: str,
    title: str,
    series: Sequence[Series],
    ticks: Sequence[str],
    *,
    x: str,
    y: str,
    caption: str = "",
) -> Drawing:
    """Groups of bars, one group per tick; places count the ticks from 0."""
    draw = partial(_draw_bars, series, ticks, x, y)
    return _drawing(name, title, series, x, y, caption, draw, ticks)


def _drawing(
    name: str,
    title: str,
    series: Sequence[Series],
    x: str,
    y: str,
    caption: str,
    draw: partial[Canvas],
    ticks: Sequence[str] = (),
) -> Drawing:
    def place_name(place: float) -> Cell:
        return ticks[int(place)] if ticks else place

    rows = [
        (one.name, place_name(place), value, value.interval if isinstance(value, Figure) else None)
        for one in series
        for place, value in zip(one.places, one.values, strict=True)
    ]
    said = "; ".join(f"{shortened(one.name)} {_ends(one)}" for one in series if one.values)
    data = table(name, title, ("series", x, y, "95% interval"), rows)
    return Drawing(name, title, f"{y} by {x}: {said}.", caption, draw, data)


def _ends(one: Series) -> str:
    return f"from {number(one.values[0])} to {number(one.values[-1])}"


def _draw_lines(
    series: Sequence[Series], ticks: Sequence[str], x: str, y: str, layout: DrawingSize
) -> Canvas:
    canvas, axes = _panel(series, layout)
    for index, one in enumerate(series):
        style = series_style(index)
        # Side by side, so that the bars of their intervals do not hide each other.
        shift = (index - (len(series) - 1) / 2) * 0.06 if ticks else 0.0
        places = [place + shift for place in one.places]
        axes.plot(
            places,
            one.values,
            color=style.colour,
            linestyle=style.line,
            marker=style.marker,
            label=shortened(one.name),
        )
        for place, value in zip(places, one.values, strict=True):
            if isinstance(value, Figure) and value.interval.is_defined:
                ends = [value.interval.low, value.interval.high]
                axes.plot([place, place], ends, color=style.colour, linewidth=0.9)
    if ticks:
        axes.set_xticks(range(len(ticks)), list(ticks))
        axes.set_xlim(-0.5, len(ticks) - 0.5)
    return _finished(canvas, axes, series, x, y, layout)


def _draw_bars(
    series: Sequence[Series], ticks: Sequence[str], x: str, y: str, layout: DrawingSize
) -> Canvas:
    canvas, axes = _panel(series, layout)
    width = 0.8 / max(1, len(series))
    for index, one in enumerate(series):
        style = series_style(index)
        offset = (index - (len(series) - 1) / 2) * width
        axes.bar(
            [place + offset for place in one.places],
            one.values,
            width,
            facecolor=style.fill,
            edgecolor="#000000",
            hatch=style.hatch,
            linewidth=0.6,
            label=shortened(one.name),
        )
    axes.set_xticks(range(len(ticks)), list(ticks))
    axes.grid(visible=False, axis="x")
    return _finished(canvas, axes, series, x, y, layout)


def _panel(series: Sequence[Series], layout: DrawingSize) -> tuple[Canvas, Axes]:
    canvas, [axes] = new_panels(layout, 1, height=3.2, head=0.15 * len(series))
    return canvas, axes


def _finished(
    canvas: Canvas, axes: Axes, series: Sequence[Series], x: str, y: str, layout: DrawingSize
) -> Canvas:
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if len(series) > 1:
        add_legend(canvas, axes, layout)
    return canvas


# The edges of a bin of agreement, and the kappa of the sites in it.
KappaBin = tuple[float, float, Figure]


def kappa_drawing(
    corpora: Sequence[tuple[str, Sequence[KappaBin]]], *, name: str = "kappa-by-agreement"
) -> Drawing:
    """The kappa of each system with the majority, by bin of agreement; empty bins are left out."""
    series = [
        Series(
            label,
            tuple(50 * (low + high) for low, high, kappa in bins if kappa.is_defined),
            tuple(kappa for _, _, kappa in bins if kappa.is_defined),
        )
        for label, bins in corpora
    ]
    return line_drawing(
        name,
        "Kappa with the majority, by agreement of raters",
        series,
        x="agreement of raters (%, middle of the bin)",
        y="kappa (higher is better)",
        caption="Kappa can be compared between corpora with different shares of errors.",
    )
