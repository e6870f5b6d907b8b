"""Pictures of the page of papers: our figures with their intervals beside the printed ones.

A picture is 400 units wide, so that its letters can be read on a telephone, and rows have their
names above their marks. It has a ground of its own, light or dark as the reader's page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from solecism.figure import Figure
from solecism.reporting.svg import chart, element, points

WIDTH, MARGIN = 400, 14
_ROW, _GROUP, _HEAD, _LINE = 40, 34, 25, 19
# How large it is shown where there is room.
_SCALE = 1.2
_PLOT_HEIGHT, _PLOT_LEFT = 240, 40
_STYLE = """
svg { --ground: #fff; --ink: #1b1f24; --faint: #d5d9de; --ours: #0b5fa5; --other: #00664f;
  --printed: #a83f00; }
@media (prefers-color-scheme: dark) { svg { --ground: #1a1d21; --ink: #e6e9ec; --faint: #454b52;
  --ours: #6fb7f7; --other: #5fd0ae; --printed: #ffa45c; } }
text { font: 12.5px 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif;
  fill: var(--ink); }
.title, .group { font-weight: bold; }
.title { font-size: 14px; }
.ground { fill: var(--ground); }
.grid { stroke: var(--faint); fill: none; }
.ours { stroke: var(--ours); fill: var(--ours); }
.other { stroke: var(--other); fill: var(--other); }
.printed { stroke: var(--printed); fill: var(--ground); }
.line { fill: none; }
.ours, .other, .printed { stroke-width: 2; }
"""
# The marks of printed figures, in the order in which their names are given.
_PRINTED_SHAPES = ("diamond", "square")
_SERIES_KINDS = ("ours", "other", "printed")


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its name, how it is written, and the printed figures that it has beside it."""

    label: str
    ours: Figure
    shown: str
    printed: tuple[float, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows, and on which side is better; with its ends and the places of ticks."""

    label: str
    low: float
    high: float
    ticks: tuple[float, ...]

    def share(self, value: float) -> float:
        """The place of a value between the two ends."""
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, or points alone; printed ones are hollow."""

    name: str
    points: tuple[tuple[float, Figure], ...]
    kind: str
    is_dashed: bool = False
    has_marks: bool = True


@dataclass(slots=True)
class _Sheet:
    """The parts of a picture from top to bottom."""

    title: str
    parts: list[Markup] = field(default_factory=list)
    y: float = 0.0

    def __post_init__(self) -> None:
        self.y = 24.0
        self.write(self.title, MARGIN, kind="title")

    def write(self, text: str, x: float, *, kind: str = "", anchor: str = "start") -> None:
        """A text at the present height."""
        self.parts.append(element("text", text, kind=kind, x=x, y=self.y, text_anchor=anchor))

    def add(self, *parts: Markup) -> None:
        self.parts.extend(parts)

    def svg(self, words: str) -> str:
        """The picture, as high as its parts are."""
        height = round(self.y + 12)
        ground = element("rect", kind="ground", width=WIDTH, height=height, rx=8)
        return (
            chart(
                WIDTH,
                height,
                words,
                [element("style", Markup(_STYLE)), ground, *self.parts],
                xmlns="http://www.w3.org/2000/svg",
                width=round(_SCALE * WIDTH),
                height=round(_SCALE * height),
            )
            + "\n"
        )


def rows_picture(
    title: str,
    rows: Sequence[Row],
    axis: Axis,
    *,
    printed_names: Sequence[str],
    interval_name: str,
    words: str,
) -> str:
    """Rows of a filled mark for ours, with its interval as a bar, and hollow ones as printed."""
    sheet = _Sheet(title)
    has_intervals = any(row.ours.interval.is_defined for row in rows)
    _row_legend(sheet, printed_names, f", with {interval_name}" if has_intervals else "")
    top = sheet.y + 6

    def place(value: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * axis.share(value)

    marks: list[Markup] = []
    group = ""
    for row in rows:
        if row.group != group:
            sheet.y += _GROUP if group else _HEAD
            group = row.group
            sheet.write(group, MARGIN, kind="group")
        sheet.y += _HEAD
        sheet.write(row.label, MARGIN)
        sheet.write(row.shown, WIDTH - MARGIN, anchor="end")
        sheet.y += _ROW - _HEAD
        marks += _row_marks(row, place, sheet.y - 3)
    bottom = sheet.y + 8
    sheet.y = bottom + 16
    for tick in axis.ticks:
        x = place(tick)
        # Behind the marks, and not through the names of rows.
        marks.insert(0, element("line", kind="grid", x1=x, x2=x, y1=bottom - 5, y2=bottom))
        sheet.write(_tick(tick), x, anchor="middle")
    marks.insert(
        0, element("line", kind="grid", x1=MARGIN, x2=WIDTH - MARGIN, y1=bottom, y2=bottom)
    )
    if axis.low < 0 < axis.high:
        zero = place(0)
        marks.insert(0, element("line", kind="grid", x1=zero, x2=zero, y1=top, y2=bottom))
    # Lines lie behind names.
    sheet.parts[0:0] = marks
    sheet.y += _LINE
    sheet.write(axis.label, WIDTH / 2, anchor="middle")
    return sheet.svg(words)


def _row_legend(sheet: _Sheet, printed_names: Sequence[str], interval_name: str) -> None:
    named = [("ours", "circle", f"ours{interval_name}")]
    named += [
        ("printed", shape, name)
        for shape, name in zip(_PRINTED_SHAPES, printed_names, strict=False)
    ]
    for kind, shape, name in named:
        sheet.y += _LINE
        sheet.add(*_mark(shape, MARGIN + 8, sheet.y - 4, kind))
        if kind == "ours" and interval_name:
            sheet.add(_bar(MARGIN, MARGIN + 16, sheet.y - 4))
        sheet.write(name, MARGIN + 26)


def _row_marks(row: Row, place: Callable[[float], float], y: float) -> Iterable[Markup]:
    yield element("line", kind="grid", x1=MARGIN, x2=WIDTH - MARGIN, y1=y, y2=y)
    for shape, value in zip(_PRINTED_SHAPES, row.printed, strict=False):
        if not math.isnan(value):
            yield from _mark(shape, place(value), y, "printed")
    if row.ours.interval.is_defined:
        yield _bar(place(row.ours.interval.low), place(row.ours.interval.high), y)
    yield from _mark("circle", place(row.ours), y, "ours")


def _bar(low: float, high: float, y: float) -> Markup:
    ends = points([(low, y - 5), (low, y + 5), (low, y), (high, y), (high, y - 5), (high, y + 5)])
    return element("polyline", kind="ours line", points=ends)


def _mark(shape: str, x: float, y: float, kind: str) -> Iterable[Markup]:
    if shape == "circle":
        yield element("circle", kind=kind, cx=x, cy=y, r=4)
    elif shape == "square":
        yield element("rect", kind=kind, x=x - 4, y=y - 4, width=8, height=8)
    else:
        corners = points([(x - 5.5, y), (x, y - 5.5), (x + 5.5, y), (x, y + 5.5)])
        yield element("polygon", kind=kind, points=corners)


def lines_picture(title: str, lines: Sequence[Line], x: Axis, y: Axis, *, words: str) -> str:
    """Lines over an x axis, with their names above and a bar for each interval."""
    sheet = _Sheet(title)
    for line in lines:
        sheet.y += _LINE
        middle = sheet.y - 4
        sheet.add(*_line(line, [(MARGIN, middle), (MARGIN + 28, middle)], n_marks=1))
        sheet.write(line.name, MARGIN + 38)
    sheet.y += 1.5 * _LINE
    sheet.write(y.label, MARGIN)
    top = sheet.y + 18
    bottom = top + _PLOT_HEIGHT
    right = WIDTH - MARGIN

    def at(across: float, up: float) -> tuple[float, float]:
        width = right - _PLOT_LEFT - 8
        return (_PLOT_LEFT + 4 + width * x.share(across), bottom - _PLOT_HEIGHT * y.share(up))

    for tick in y.ticks:
        height = at(x.low, tick)[1]
        sheet.add(element("line", kind="grid", x1=_PLOT_LEFT, x2=right, y1=height, y2=height))
        sheet.y = height + 4
        sheet.write(_tick(tick), _PLOT_LEFT - 6, anchor="end")
    for line in lines:
        for across, value in line.points:
            if line.has_marks and value.interval.is_defined:
                ends = [at(across, value.interval.low), at(across, value.interval.high)]
                sheet.add(element("polyline", kind=f"{line.kind} line", points=points(ends)))
        sheet.add(*_line(line, [at(across, value) for across, value in line.points]))
    sheet.y = bottom + 18
    for tick in x.ticks:
        sheet.write(_tick(tick), at(tick, y.low)[0], anchor="middle")
    sheet.y += _LINE
    sheet.write(x.label, WIDTH / 2, anchor="middle")
    return sheet.svg(words)


def _line(
    line: Line, places: Sequence[tuple[float, float]], *, n_marks: int | None = None
) -> Iterable[Markup]:
    """The line and its marks; of a line in the legend there is one, in the middle."""
    if len(places) > 1 and not (n_marks and line.has_marks and len(line.points) == 1):
        dashes = {"stroke_dasharray": "6 4"} if line.is_dashed else {}
        yield element("polyline", kind=f"{line.kind} line", points=points(places), **dashes)
    if line.has_marks:
        middle = ((places[0][0] + places[-1][0]) / 2, places[0][1])
        shape = "diamond" if line.kind == "printed" else "circle"
        for across, height in [middle] if n_marks else places:
            yield from _mark(shape, across, height, line.kind)


def _tick(value: float) -> str:
    text = f"{value:g}".replace("-", "\N{MINUS SIGN}")
    return text.replace("0.", ".", 1) if text.startswith("0.") else text
