"""Bar charts as SVG: items by agreement of raters, and a system's scores by bin of agreement.

They are figures 1 and 2 of paper 002.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from solecism.serve.admin.charts.curves import chart, line, text
from solecism.serve.study.results import AgreementLevel, ResultFigure, SystemResults

WIDTH, HEIGHT = 460, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 18, 40
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_MOST_TICKS = 5
_MEASURES = ("precision", "recall")


def histogram(levels: Sequence[AgreementLevel]) -> Markup:
    """Items by the share of their raters who gave the answer of the majority."""
    if not levels:
        return Markup("")
    most = max(1, *(level.n_items for level in levels))
    step = (WIDTH - _LEFT - _RIGHT) / len(levels)
    parts = _grid(_whole_ticks(most), most)
    for place, level in enumerate(levels):
        middle, top = _LEFT + (place + 0.5) * step, _up(level.n_items / most)
        parts.append(_bar(middle, step * 0.7, top, "bar"))
        parts.append(text(middle, top - 4, f"{level.n_items:,}", "middle"))
        parts.append(text(middle, HEIGHT - _BOTTOM + 16, level.name, "middle"))
    parts.append(text((_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - 6, "raters who agree", "middle"))
    values = ", ".join(f"{level.name}: {level.n_items}" for level in levels)
    return chart(WIDTH, HEIGHT, f"Items by agreement of raters. {values}.", parts)


def bars_by_bin(system: SystemResults) -> Markup:
    """A system's precision and recall in each bin of agreement, with their intervals."""
    figures = [
        [next((one for one in bin.figures if one.name == name), None) for name in _MEASURES]
        for bin in system.bins
    ]
    step = (WIDTH - _LEFT - _RIGHT) / max(1, len(system.bins))
    parts = _grid(_SHARES, 1)
    spoken = []
    for place, (bin, pair) in enumerate(zip(system.bins, figures, strict=True)):
        middle = _LEFT + (place + 0.5) * step
        parts.append(text(middle, HEIGHT - _BOTTOM + 16, f"{bin.name} ({bin.n_items})", "middle"))
        for side, figure in zip((-1, 1), pair, strict=True):
            if figure is not None and figure.value is not None:
                kind = "bar" if side < 0 else "bar second"
                parts += _measured(figure, middle + side * step * 0.17, step * 0.3, kind)
                spoken.append(f"{bin.name} {figure.name} {figure.value:.2f}")
    parts.append(text((_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - 6, "raters who agree", "middle"))
    label = f"{system.name} by agreement of raters. {', '.join(spoken)}."
    return chart(WIDTH, HEIGHT, label, parts)


def _measured(figure: ResultFigure, middle: float, width: float, kind: str) -> list[Markup]:
    parts = [_bar(middle, width, _up(figure.value or 0.0), kind)]
    if figure.low is not None and figure.high is not None:
        parts.append(line(middle, _up(figure.low), middle, _up(figure.high), "whisker"))
    return parts


def _bar(middle: float, width: float, top: float, kind: str) -> Markup:
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>').format(
        kind,
        round(middle - width / 2, 1),
        round(top, 1),
        round(width, 1),
        round(HEIGHT - _BOTTOM - top, 1),
    )


def _grid(values: Sequence[float], most: float) -> list[Markup]:
    parts = []
    for value in dict.fromkeys(values):
        at = _up(value / most)
        parts.append(line(_LEFT, at, WIDTH - _RIGHT, at, "grid"))
        shown = f"{value:,}" if isinstance(value, int) else f"{value:g}"
        parts.append(text(_LEFT - 6, at + 4, shown, "end"))
    return parts


def _whole_ticks(most: int) -> list[int]:
    """Round whole numbers from 0 to at most `most`, five or six of them where there are so many.

    >>> _whole_ticks(22), _whole_ticks(3)
    ([0, 5, 10, 15, 20], [0, 1, 2, 3])
    """
    steps = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    step = next(step for step in steps if most / step <= _MOST_TICKS)
    return list(range(0, most + 1, step))


def _up(share: float) -> float:
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)
