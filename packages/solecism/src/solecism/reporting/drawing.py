"""A drawing: a picture, its description in words, and its numbers; as SVG, PDF and PNG.

Drawings are made for black and white: every series has a line, a marker and a hatch of its own. The
same numbers give the same bytes. A drawing is laid out anew for a page, a column or two. Scores and
differences are drawn as rows of marks with intervals, in one panel per measure.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from solecism.figure import Figure
from solecism.reporting.svg import with_description
from solecism.reporting.table import ReportTable
from solecism.reporting.wording import shortened

_DOTS_PER_INCH = 300
_SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.7,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "path.sketch": None,
    # TrueType fonts, embedded: publishers refuse the default, Type 3.
    "pdf.fonttype": 42,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",
    "svg.hashsalt": "solecism",
    # A dollar sign in a name is a dollar sign, not the start of a formula.
    "text.parse_math": False,
    "text.usetex": False,
}


@dataclass(frozen=True, slots=True)
class DrawingSize:
    """The space for a drawing: its greatest width in inches, and the size of its letters."""

    width: float
    font_size: float

    @property
    def scale(self) -> float:
        """The size of letters, lines and marks beside those on a page."""
        return self.font_size / _FONT_SIZE

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for three panels side by side."""
        return self.width < _NARROW


_FONT_SIZE = 9.5
_NARROW = 4.5
PAGE = DrawingSize(6.4, _FONT_SIZE)
# The columns of the conferences of the ACL: 7.7 and 16 cm.
ONE_COLUMN = DrawingSize(3.03, 7)
TWO_COLUMNS = DrawingSize(6.3, 8)


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A picture, which `draw` draws; `alt` describes it, `data` has all its numbers."""

    name: str
    title: str
    alt: str
    caption: str
    draw: Callable[[DrawingSize], Canvas]
    data: ReportTable


@dataclass(frozen=True, slots=True)
class SeriesStyle:
    """The style of one series."""

    colour: str
    line: str | tuple[int, tuple[float, ...]]
    marker: str
    fill: str
    hatch: str


_SERIES_STYLES = (
    SeriesStyle("#000000", "-", "o", "#595959", ""),
    SeriesStyle("#0b5fa5", (0, (5, 2)), "s", "#ffffff", "////"),
    SeriesStyle("#b34700", (0, (1, 1.4)), "^", "#bfbfbf", ""),
    SeriesStyle("#00664f", (0, (7, 2, 1.5, 2)), "D", "#ffffff", "xx"),
    SeriesStyle("#7a3f86", (0, (3, 1.5, 1, 1.5, 1, 1.5)), "v", "#8c8c8c", "\\\\\\\\"),
    SeriesStyle("#5b5b5b", "-", "P", "#e6e6e6", "----"),
    SeriesStyle("#8a6d00", (0, (5, 2)), "X", "#ffffff", "||||"),
    SeriesStyle("#a4004b", (0, (1, 1.4)), "*", "#a6a6a6", "++"),
)


def series_style(index: int) -> SeriesStyle:
    """The style of the series with this number; styles repeat after the eighth."""
    return _SERIES_STYLES[index % len(_SERIES_STYLES)]


@contextmanager
def _matplotlib_settings(layout: DrawingSize) -> Iterator[None]:
    """The settings of matplotlib for all drawings, independent of those of the user."""
    with mpl.rc_context(), warnings.catch_warnings():
        # Names may have letters that the font has not; they stay letters in the SVG.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        mpl.rcParams.update(
            {
                "axes.titlesize": layout.font_size + 1,
                "font.size": layout.font_size,
                "lines.linewidth": 1.6 * layout.scale,
                "lines.markersize": 5.5 * layout.scale,
            }
        )
        yield


def new_canvas(layout: DrawingSize, height: float, *, width: float = math.inf) -> Canvas:
    """An empty canvas, which makes room for its labels; its size is that on a page, in inches."""
    size = min(layout.width, width * layout.scale), height * layout.scale
    return Canvas(figsize=size, layout="constrained")


def new_panels(
    layout: DrawingSize,
    n_panels: int,
    *,
    height: float,
    head: float = 0.0,
    is_stacked: bool = False,
) -> tuple[Canvas, list[Axes]]:
    """Panels of this height, with room for a legend above them.

    They stand side by side, or one below the other if `is_stacked`.
    """
    n_rows = n_panels if is_stacked else 1
    canvas = new_canvas(layout, height * n_rows + head)
    panels = canvas.subplots(n_rows, n_panels // n_rows, squeeze=False)
    return canvas, list(panels.flat)


def add_legend(canvas: Canvas, axes: Axes, layout: DrawingSize, *, title: str = "") -> None:
    """A legend above the canvas, in as many columns as its longest name leaves room for."""
    handles, names = axes.get_legend_handles_labels()
    n_letters = 62 * layout.width / PAGE.width / layout.scale
    n_columns = max(1, min(4, int(n_letters // (max(map(len, names), default=0) + 7))))
    canvas.legend(
        handles,
        names,
        loc="outside upper left",
        ncols=n_columns,
        title=title or None,
        alignment="left",
    )


class RenderedDrawing:
    """A drawing laid out for a width, to be written in any number of formats."""

    def __init__(self, drawing: Drawing, layout: DrawingSize = PAGE) -> None:
        self._drawing, self._layout = drawing, layout
        with _matplotlib_settings(layout):
            self._canvas = drawing.draw(layout)
            # To make room for labels takes longer than to write a file, but needs nothing drawn.
            # Not "none": with that, everything would still be drawn twice for each file.
            if engine := self._canvas.get_layout_engine():
                engine.execute(self._canvas)
            self._canvas.set_layout_engine(None)

    def svg(self, *, inline: bool = False) -> str:
        """SVG with text as text, and a description for people who cannot see it.

        As part of a page (`inline`) it has no head and is as wide as there is room for it.
        """
        data = self._saved(format="svg", metadata={"Date": None, "Creator": None})
        drawing = self._drawing
        return with_description(
            data.decode(), drawing.name, drawing.title, drawing.alt, inline=inline
        )

    def png(self) -> bytes:
        """A PNG file; letters that the font lacks become boxes."""
        return self._saved(format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})

    def pdf(self) -> bytes:
        """A PDF file with its fonts; letters that the font lacks become boxes."""
        none = {"Creator": None, "Producer": None, "CreationDate": None}
        return self._saved(format="pdf", metadata={**none, "Title": self._drawing.title})

    def _saved(self, **options: Any) -> bytes:
        data = io.BytesIO()
        with _matplotlib_settings(self._layout):
            self._canvas.savefig(data, **options)
        return data.getvalue()


_MOST_LABEL_LETTERS = 24
BETTER = "better →"
FIRST_OR_SECOND = "← second better | first better →"


@dataclass(frozen=True, slots=True)
class IntervalRow:
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


def draw_interval_rows(
    rows: Sequence[IntervalRow],
    measures: Sequence[str],
    layout: DrawingSize,
    *,
    are_differences: bool = False,
) -> Canvas:
    """The rows from top to bottom; shares from 0 to 1, or differences on both sides of 0.

    An arrow below each panel says on which side a system is better.
    """
    places = _row_heights(rows)
    height = 1.05 + 0.24 * places[-1]
    is_stacked = layout.is_narrow and len(measures) > 1
    canvas, panels = new_panels(layout, len(measures), height=height, is_stacked=is_stacked)
    for axes, measure in zip(panels, measures, strict=True):
        for row, place in zip(rows, places, strict=True):
            _draw_row(axes, row, measure, place, layout)
        if are_differences:
            axes.axvline(0, color="black", linewidth=0.8)
        else:
            axes.set_xlim(0, 1.02)
            axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
        has_labels = is_stacked or axes is panels[0]
        axes.set_yticks(places, _row_labels(rows) if has_labels else [""] * len(rows))
        axes.set_title(measure, loc="left")
        axes.set_xlabel(FIRST_OR_SECOND if are_differences else BETTER, loc="right")
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(places[-1] + 0.6, -0.6)
    return canvas


def _row_heights(rows: Sequence[IntervalRow]) -> list[float]:
    """Heights of the rows, with a gap between groups."""
    places: list[float] = []
    for index, row in enumerate(rows):
        gap = 0.6 if index and rows[index - 1].group != row.group else 0.0
        places.append((places[-1] + 1 + gap) if places else 0.0)
    return places


def _row_labels(rows: Sequence[IntervalRow]) -> list[str]:
    """The labels of the rows; the first row of a group has its name."""
    return [
        f"{shortened(row.group, _MOST_LABEL_LETTERS)}: {row.label}"
        if row.group and (not index or rows[index - 1].group != row.group)
        else row.label
        for index, row in enumerate(rows)
    ]


def _draw_row(
    axes: Axes, row: IntervalRow, measure: str, place: float, layout: DrawingSize
) -> None:
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
