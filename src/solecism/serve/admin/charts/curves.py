"""Small charts as SVG inside a page, coloured by its style sheet, each with a text equivalent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from solecism.serve.study.results import ReliabilityPoint, ResultFigure

_STRIP_WIDTH, _STRIP_HEIGHT, _EDGE = 160, 18, 6
_WIDTH, _HEIGHT = 460, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 40
_MAX_TICKS = 10
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def strip(figure: ResultFigure, *, least: float = 0.0) -> Markup:
    """A value and its interval on a line from `least` to 1; empty where there is no value."""
    if figure.value is None:
        return Markup("")
    middle = _STRIP_HEIGHT / 2

    def place(value: float) -> float:
        share = (min(1.0, max(least, value)) - least) / (1 - least)
        return round(_EDGE + share * (_STRIP_WIDTH - 2 * _EDGE), 1)

    parts = [line(place(least), middle, place(1.0), middle, "rule")]
    parts += [line(place(at), middle - 3, place(at), middle + 3, "rule") for at in (0.0, 0.5, 1.0)]
    if figure.low is not None and figure.high is not None:
        parts.append(line(place(figure.low), middle, place(figure.high), middle, "span"))
    parts.append(
        Markup('<circle class="dot" cx="{}" cy="{}" r="4"/>').format(place(figure.value), middle)
    )
    # The numbers are in the table beside it, so screen readers can skip the drawing.
    return Markup(
        '<svg class="strip" viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">{}</svg>'
    ).format(_STRIP_WIDTH, _STRIP_HEIGHT, _STRIP_WIDTH, _STRIP_HEIGHT, Markup("").join(parts))


def curve(
    points: Sequence[ReliabilityPoint], of: Callable[[ReliabilityPoint], ResultFigure], label: str
) -> Markup:
    """A line chart of a figure by number of raters, with its band."""
    known = [(one.n_raters, of(one)) for one in points if of(one).value is not None]
    if not known:
        return Markup("")
    most = max(n for n, _ in known)
    least = min(0.0, *(figure.value or 0.0 for _, figure in known))

    def across(n: float) -> float:
        return round(_LEFT + (n - 1) / max(1, most - 1) * (_WIDTH - _LEFT - _RIGHT), 1)

    def up(value: float) -> float:
        share = (min(1.0, max(least, value)) - least) / (1 - least)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)

    parts = [*_grid(most, across, up)]
    banded = [(n, one) for n, one in known if one.low is not None and one.high is not None]
    if len(banded) > 1:
        above = [f"{across(n)},{up(one.high or 0.0)}" for n, one in banded]
        below = [f"{across(n)},{up(one.low or 0.0)}" for n, one in reversed(banded)]
        parts.append(Markup('<polygon class="band" points="{}"/>').format(" ".join(above + below)))
    through = " ".join(f"{across(n)},{up(one.value or 0.0)}" for n, one in known)
    parts.append(Markup('<polyline class="curve" points="{}"/>').format(through))
    parts += [
        Markup('<circle class="dot" cx="{}" cy="{}" r="3.5"/>').format(
            across(n), up(one.value or 0.0)
        )
        for n, one in known
    ]
    parts.append(text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "number of raters", "middle"))
    values = ", ".join(f"{n}: {one.value:.2f}" for n, one in known)
    return chart(_WIDTH, _HEIGHT, f"{label} by number of raters. {values}.", parts)


def chart(width: int, height: int, label: str, parts: Sequence[Markup]) -> Markup:
    """A chart made of its parts, with a text equivalent."""
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(width, height, label, Markup("").join(parts))


def _grid(
    most: int, across: Callable[[float], float], up: Callable[[float], float]
) -> list[Markup]:
    parts = []
    for value in _QUARTERS:
        parts.append(line(_LEFT, up(value), _WIDTH - _RIGHT, up(value), "grid"))
        parts.append(text(_LEFT - 6, up(value) + 4, f"{value:g}", "end"))
    step = -(-most // _MAX_TICKS)
    for n in range(1, most + 1, step):
        parts.append(text(across(n), _HEIGHT - _BOTTOM + 16, str(n), "middle"))
    return parts


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A line from one point to another, coloured by its kind."""
    return Markup('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(kind, x1, y1, x2, y2)


def text(x: float, y: float, words: str, anchor: str) -> Markup:
    """Words at a point, which is their start, middle or end."""
    return Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(
        x, y, anchor, escape(words)
    )
