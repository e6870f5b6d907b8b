"""Small charts as SVG inside a page, coloured by its style sheet, each with a text equivalent.

The bar charts (items by agreement of raters, and a system's scores by bin of agreement) are figures
1 and 2 of paper 002.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from markupsafe import Markup

from solecism.reporting.svg import chart, element, points
from solecism_study.serve.study_results import (
    AgreementLevel,
    ReliabilityPoint,
    ResultFigure,
    SystemResults,
)
from solecism_study.status.progress import TimePoint
from solecism_study.units import HOUR, SECOND

_DAY = 24 * HOUR
_STRIP_WIDTH, _STRIP_HEIGHT, _EDGE = 160, 18, 6
_WIDTH, _HEIGHT = 460, 240
_LINE_LEFT, _LINE_RIGHT, _LINE_TOP, _LINE_BOTTOM = 44, 12, 12, 40
_MAX_TICKS = 10
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def interval_strip(figure: ResultFigure, *, least: float = 0.0) -> Markup:
    """A value and its interval on a line from `least` to 1; empty where there is no value."""
    if figure.value is None:
        return Markup("")
    middle = _STRIP_HEIGHT / 2

    def place(value: float) -> float:
        share = (min(1.0, max(least, value)) - least) / (1 - least)
        return round(_EDGE + share * (_STRIP_WIDTH - 2 * _EDGE), 1)

    parts = [svg_line(place(least), middle, place(1.0), middle, "rule")]
    parts += [
        svg_line(place(at), middle - 3, place(at), middle + 3, "rule") for at in (0.0, 0.5, 1.0)
    ]
    if figure.low is not None and figure.high is not None:
        parts.append(svg_line(place(figure.low), middle, place(figure.high), middle, "span"))
    parts.append(element("circle", kind="dot", cx=place(figure.value), cy=middle, r=4))
    # The numbers are in the table beside it, so screen readers can skip the drawing.
    return element(
        "svg",
        Markup("").join(parts),
        kind="strip",
        viewBox=f"0 0 {_STRIP_WIDTH} {_STRIP_HEIGHT}",
        width=_STRIP_WIDTH,
        height=_STRIP_HEIGHT,
        aria_hidden="true",
    )


def line_chart(
    curve: Sequence[ReliabilityPoint], of: Callable[[ReliabilityPoint], ResultFigure], label: str
) -> Markup:
    """A line chart of a figure by number of raters, with its band."""
    known = [(one.n_raters, of(one)) for one in curve if of(one).value is not None]
    if not known:
        return Markup("")
    most = max(n for n, _ in known)
    least = min(0.0, *(figure.value or 0.0 for _, figure in known))

    def across(n: float) -> float:
        return round(
            _LINE_LEFT + (n - 1) / max(1, most - 1) * (_WIDTH - _LINE_LEFT - _LINE_RIGHT), 1
        )

    def up(value: float) -> float:
        share = (min(1.0, max(least, value)) - least) / (1 - least)
        return round(_HEIGHT - _LINE_BOTTOM - share * (_HEIGHT - _LINE_TOP - _LINE_BOTTOM), 1)

    parts = [*_line_grid(most, across, up)]
    banded = [(n, one) for n, one in known if one.low is not None and one.high is not None]
    if len(banded) > 1:
        above = [(across(n), up(one.high or 0.0)) for n, one in banded]
        below = [(across(n), up(one.low or 0.0)) for n, one in reversed(banded)]
        parts.append(element("polygon", kind="band", points=points(above + below)))
    through = [(across(n), up(one.value or 0.0)) for n, one in known]
    parts.append(element("polyline", kind="curve", points=points(through)))
    parts += [element("circle", kind="dot", cx=x, cy=y, r=3.5) for x, y in through]
    parts.append(
        svg_text((_LINE_LEFT + _WIDTH - _LINE_RIGHT) / 2, _HEIGHT - 6, "number of raters", "middle")
    )
    values = ", ".join(f"{n}: {one.value:.2f}" for n, one in known)
    return chart(_WIDTH, _HEIGHT, f"{label} by number of raters. {values}.", parts)


def time_chart(over_time: Sequence[TimePoint]) -> Markup:
    """How many answers there were, over time."""
    if not over_time:
        return Markup("")
    first, last = over_time[0].at, over_time[-1].at
    most = max(1, *(one.n_answers for one in over_time))
    wide = _WIDTH - _LINE_LEFT - _LINE_RIGHT

    def across(at: float) -> float:
        return round(_LINE_LEFT + (at - first) / max(1, last - first) * wide, 1)

    parts = _bar_grid(_whole_ticks(most), most)
    line = [(across(one.at), _bar_top(one.n_answers / most)) for one in over_time]
    parts.append(element("polyline", kind="curve", points=points(line)))
    times = [first + (last - first) * quarter for quarter in (0.0, 0.5, 1.0)]
    for at, anchor in zip(times, ("start", "middle", "end"), strict=True):
        parts.append(
            svg_text(across(at), _HEIGHT - _BAR_BOTTOM + 16, _time_label(at, last - first), anchor)
        )
    spoken = f"{over_time[-1].n_answers:,} answers from {_moment(first)} to {_moment(last)} UTC"
    return chart(_WIDTH, _HEIGHT, f"Answers over time. {spoken}.", parts)


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at / SECOND, UTC):%Y-%m-%d %H:%M}"


def _time_label(at: float, whole: float) -> str:
    """The time of day where the whole is no longer than a day, the day otherwise."""
    moment = datetime.fromtimestamp(at / SECOND, UTC)
    return f"{moment:%H:%M}" if whole <= _DAY else f"{moment.day} {moment:%b}"


def _line_grid(
    most: int, across: Callable[[float], float], up: Callable[[float], float]
) -> list[Markup]:
    parts = []
    for value in _QUARTERS:
        parts.append(svg_line(_LINE_LEFT, up(value), _WIDTH - _LINE_RIGHT, up(value), "grid"))
        parts.append(svg_text(_LINE_LEFT - 6, up(value) + 4, f"{value:g}", "end"))
    step = -(-most // _MAX_TICKS)
    for n in range(1, most + 1, step):
        parts.append(svg_text(across(n), _HEIGHT - _LINE_BOTTOM + 16, str(n), "middle"))
    return parts


def svg_line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A line from one point to another, coloured by its kind."""
    return element("line", kind=kind, x1=x1, y1=y1, x2=x2, y2=y2)


def svg_text(x: float, y: float, words: str, anchor: str) -> Markup:
    """Words at a point, which is their start, middle or end."""
    return element("text", words, x=x, y=y, text_anchor=anchor)


_BAR_LEFT, _BAR_RIGHT, _BAR_TOP, _BAR_BOTTOM = 44, 12, 18, 40
_MOST_TICKS = 5
_MEASURES = ("precision", "recall")


def histogram_chart(levels: Sequence[AgreementLevel]) -> Markup:
    """Items by the share of their raters who gave the answer of the majority."""
    if not levels:
        return Markup("")
    most = max(1, *(level.n_items for level in levels))
    step = (_WIDTH - _BAR_LEFT - _BAR_RIGHT) / len(levels)
    parts = _bar_grid(_whole_ticks(most), most)
    for place, level in enumerate(levels):
        middle, top = _BAR_LEFT + (place + 0.5) * step, _bar_top(level.n_items / most)
        parts.append(_bar(middle, step * 0.7, top, "bar"))
        parts.append(svg_text(middle, top - 4, f"{level.n_items:,}", "middle"))
        parts.append(svg_text(middle, _HEIGHT - _BAR_BOTTOM + 16, level.name, "middle"))
    parts.append(
        svg_text((_BAR_LEFT + _WIDTH - _BAR_RIGHT) / 2, _HEIGHT - 6, "raters who agree", "middle")
    )
    values = ", ".join(f"{level.name}: {level.n_items}" for level in levels)
    return chart(_WIDTH, _HEIGHT, f"Items by agreement of raters. {values}.", parts)


def score_chart(system: SystemResults) -> Markup:
    """A system's precision and recall in each bin of agreement, with their intervals."""
    figures = [
        [next((one for one in bin.figures if one.name == name), None) for name in _MEASURES]
        for bin in system.bins
    ]
    step = (_WIDTH - _BAR_LEFT - _BAR_RIGHT) / max(1, len(system.bins))
    parts = _bar_grid(_QUARTERS, 1)
    spoken = []
    for place, (bin, pair) in enumerate(zip(system.bins, figures, strict=True)):
        middle = _BAR_LEFT + (place + 0.5) * step
        parts.append(
            svg_text(middle, _HEIGHT - _BAR_BOTTOM + 16, f"{bin.name} ({bin.n_items})", "middle")
        )
        for side, figure in zip((-1, 1), pair, strict=True):
            if figure is not None and figure.value is not None:
                kind = "bar" if side < 0 else "bar second"
                parts += _measured(figure, middle + side * step * 0.17, step * 0.3, kind)
                spoken.append(f"{bin.name} {figure.name} {figure.value:.2f}")
    parts.append(
        svg_text((_BAR_LEFT + _WIDTH - _BAR_RIGHT) / 2, _HEIGHT - 6, "raters who agree", "middle")
    )
    label = f"{system.name} by agreement of raters. {', '.join(spoken)}."
    return chart(_WIDTH, _HEIGHT, label, parts)


def _measured(figure: ResultFigure, middle: float, width: float, kind: str) -> list[Markup]:
    parts = [_bar(middle, width, _bar_top(figure.value or 0.0), kind)]
    if figure.low is not None and figure.high is not None:
        parts.append(
            svg_line(middle, _bar_top(figure.low), middle, _bar_top(figure.high), "whisker")
        )
    return parts


def _bar(middle: float, width: float, top: float, kind: str) -> Markup:
    return element(
        "rect",
        kind=kind,
        x=middle - width / 2,
        y=top,
        width=width,
        height=_HEIGHT - _BAR_BOTTOM - top,
    )


def _bar_grid(values: Sequence[float], most: float) -> list[Markup]:
    parts = []
    for value in dict.fromkeys(values):
        at = _bar_top(value / most)
        parts.append(svg_line(_BAR_LEFT, at, _WIDTH - _BAR_RIGHT, at, "grid"))
        shown = f"{value:,}" if isinstance(value, int) else f"{value:g}"
        parts.append(svg_text(_BAR_LEFT - 6, at + 4, shown, "end"))
    return parts


def _whole_ticks(most: int) -> list[int]:
    """Round whole numbers from 0 to at most `most`, five or six of them where there are so many.

    >>> _whole_ticks(22), _whole_ticks(3)
    ([0, 5, 10, 15, 20], [0, 1, 2, 3])
    """
    steps = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    step = next(step for step in steps if most / step <= _MOST_TICKS)
    return list(range(0, most + 1, step))


def _bar_top(share: float) -> float:
    return round(_HEIGHT - _BAR_BOTTOM - share * (_HEIGHT - _BAR_TOP - _BAR_BOTTOM), 1)
