"""A drawing: a picture, its description in words, and its numbers; as SVG and as PNG.

Drawings are made for black and white: every series has a line, a marker and a hatch of its own.
The same numbers give the same bytes.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from solecism.report.svg import described
from solecism.report.table import Table

WIDTH = 6.4
_DOTS_PER_INCH = 200
_SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10.5,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.7,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "path.sketch": None,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",
    "svg.hashsalt": "solecism",
    # A dollar sign in a name is a dollar sign, not the start of a formula.
    "text.parse_math": False,
    "text.usetex": False,
}


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A picture on a canvas; `alt` describes it, `data` has all its numbers."""

    name: str
    title: str
    alt: str
    caption: str
    canvas: Canvas
    data: Table


@dataclass(frozen=True, slots=True)
class Ink:
    """The style of one series."""

    colour: str
    line: str | tuple[int, tuple[float, ...]]
    marker: str
    fill: str
    hatch: str


_INKS = (
    Ink("#000000", "-", "o", "#595959", ""),
    Ink("#0b5fa5", (0, (5, 2)), "s", "#ffffff", "////"),
    Ink("#b34700", (0, (1, 1.4)), "^", "#bfbfbf", ""),
    Ink("#00664f", (0, (7, 2, 1.5, 2)), "D", "#ffffff", "xx"),
    Ink("#7a3f86", (0, (3, 1.5, 1, 1.5, 1, 1.5)), "v", "#8c8c8c", "\\\\\\\\"),
    Ink("#5b5b5b", "-", "P", "#e6e6e6", "----"),
    Ink("#8a6d00", (0, (5, 2)), "X", "#ffffff", "||||"),
    Ink("#a4004b", (0, (1, 1.4)), "*", "#a6a6a6", "++"),
)


def ink(index: int) -> Ink:
    """The style of the series with this number; styles repeat after the eighth."""
    return _INKS[index % len(_INKS)]


@contextmanager
def settings() -> Iterator[None]:
    """The settings of matplotlib for all drawings, independent of those of the user."""
    with mpl.rc_context(), warnings.catch_warnings():
        # Names may have letters that the font has not; they stay letters in the SVG.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


def new_canvas(height: float, *, width: float = WIDTH) -> Canvas:
    """An empty canvas of this size in inches, which makes room for its labels."""
    return Canvas(figsize=(width, height), layout="constrained")


def add_legend(canvas: Canvas, axes: Axes, *, title: str = "") -> None:
    """A legend above the canvas, in as many columns as its longest name leaves room for."""
    handles, names = axes.get_legend_handles_labels()
    n_columns = max(1, min(4, 62 // (max(map(len, names), default=0) + 7)))
    canvas.legend(
        handles,
        names,
        loc="outside upper left",
        ncols=n_columns,
        title=title or None,
        alignment="left",
    )


def format_svg(drawing: Drawing, *, inline: bool = False) -> str:
    """The drawing as SVG with text as text, and a description for people who cannot see it.

    As part of a page (`inline`) it has no head and is as wide as there is room for it.
    """
    text = io.StringIO()
    with settings():
        drawing.canvas.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return described(text.getvalue(), drawing.name, drawing.title, drawing.alt, inline=inline)


def format_png(drawing: Drawing) -> bytes:
    """The drawing as a PNG file; letters that the font lacks become boxes."""
    data = io.BytesIO()
    with settings():
        drawing.canvas.savefig(data, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return data.getvalue()
