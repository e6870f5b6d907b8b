"""Rows of marks with intervals, in one panel per measure: scores, kinds and differences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from solecism.figure import Figure
from solecism.report.drawing import Layout, new_panels
from solecism.report.words import short

_MOST_LETTERS = 24


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its marks by measure, which are white in the panels of `white`.

    The first row of a group is labelled with its name.
    """

    group: str
    label: str
    marks: Mapping[str, Sequence[Figure]]
    marker: str = "o"
    white: Collection[str] = ()

    @property
    def is_stroke(self) -> bool:
        """Whether the marks are upright strokes, which are longer than other marks."""
        return self.marker == "|"


def draw_rows(
    rows: Sequence[Row], measures: Sequence[str], layout: Layout, *, are_differences: bool = False
) -> Canvas:
    """The rows from top to bottom; shares from 0 to 1, or differences on both sides of 0."""
    places = _places(rows)
    height = 0.9 + 0.24 * places[-1]
    is_stacked = layout.is_narrow and len(measures) > 1
    canvas, panels = new_panels(layout, len(measures), height=height, is_stacked=is_stacked)
    for axes, measure in zip(panels, measures, strict=True):
        for row, place in zip(rows, places, strict=True):
            _draw(axes, row, measure, place, layout)
        if are_differences:
            axes.axvline(0, color="black", linewidth=0.8)
        else:
            axes.set_xlim(0, 1.02)
            axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
        has_labels = is_stacked or axes is panels[0]
        axes.set_yticks(places, _labels(rows) if has_labels else [""] * len(rows))
        axes.set_title(measure, loc="left")
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(places[-1] + 0.6, -0.6)
    return canvas


def _places(rows: Sequence[Row]) -> list[float]:
    """Heights of the rows, with a gap between groups."""
    places: list[float] = []
    for index, row in enumerate(rows):
        gap = 0.6 if index and rows[index - 1].group != row.group else 0.0
        places.append((places[-1] + 1 + gap) if places else 0.0)
    return places


def _labels(rows: Sequence[Row]) -> list[str]:
    """The labels of the rows; the first row of a group has its name."""
    return [
        f"{short(row.group, _MOST_LETTERS)}: {row.label}"
        if row.group and (not index or rows[index - 1].group != row.group)
        else row.label
        for index, row in enumerate(rows)
    ]


def _draw(axes: Axes, row: Row, measure: str, place: float, layout: Layout) -> None:
    marks = row.marks[measure]
    for figure in marks:
        interval = figure.interval
        if interval.is_defined and not row.is_stroke:
            ends = [interval.low, interval.high]
            axes.plot(ends, [place] * 2, "-k|", markersize=6 * layout.scale, clip_on=False)
    axes.plot(
        marks,
        [place] * len(marks),
        linestyle="none",
        marker=row.marker,
        markersize=(9 if row.is_stroke else 6) * layout.scale,
        markeredgecolor="black",
        markerfacecolor="white" if measure in row.white else "black",
        clip_on=False,
        zorder=3,
    )
