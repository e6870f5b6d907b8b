"""A small drawing of a student's rate over drafts: a line, with a bar per interval, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from solecism.classroom.student import PER_WORDS, CheckedDraft


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a drawing and of its margins, in pixels; with `has_text` rates are written.

    Intervals of short texts reach far: the scale ends at `headroom` times the highest rate.
    """

    width: int
    height: int
    side: int
    top: int
    bottom: int
    headroom: float
    has_text: bool


SMALL = Size(190, 56, 8, 5, 5, 1.25, has_text=False)
LARGE = Size(440, 190, 56, 22, 36, 1.6, has_text=True)


def highest(drafts: Sequence[CheckedDraft], size: Size) -> float:
    """The rate at which the scale of drawings of these drafts ends; never 0."""
    rates = [draft.rate.value for draft in drafts if draft.n_words]
    return size.headroom * max(rates, default=0.0) or 1.0


def format_chart(drafts: Sequence[CheckedDraft], size: Size, *, top_rate: float) -> str:
    """The rates of drafts that have words, from left to right, by date where all have one."""
    across = _places(drafts, size)
    rates = [draft.rate for draft in drafts]
    floor = size.height - size.bottom

    def height(rate: float) -> float:
        return floor - min(rate / top_rate, 1.0) * (floor - size.top)

    heights = [height(rate) for rate in rates]
    bars = [
        f'<path class="bar" d="M{x:.1f} {height(rate.interval.low):.1f}'
        f'V{height(rate.interval.high):.1f}"/>'
        for x, rate in zip(across, rates, strict=True)
    ]
    dots = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{4 if size.has_text else 3}"/>'
        for x, y in zip(across, heights, strict=True)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, heights, strict=True))
    texts = _texts(drafts, across, heights, size) if size.has_text else ""
    return (
        f'<svg class="chart" role="img" aria-label="{escape(_in_words(drafts))}" '
        f'viewBox="0 0 {size.width} {size.height}" width="{size.width}" height="{size.height}">'
        f'<path class="floor" d="M0 {floor}H{size.width}"/>{"".join(bars)}'
        f'<polyline points="{line}"/>{"".join(dots)}{texts}</svg>'
    )


def _in_words(drafts: Sequence[CheckedDraft]) -> str:
    told = "; ".join(f"{draft.draft.title}: {draft.rate:.0f}" for draft in drafts)
    return f"Findings per {PER_WORDS:,} words. {told}."


def _places(drafts: Sequence[CheckedDraft], size: Size) -> list[float]:
    dates = [draft.draft.date for draft in drafts]
    days = [date.toordinal() for date in dates if date is not None]
    if len(days) < len(dates) or len(set(days)) < len(days):
        days = list(range(len(dates)))
    span = max(days, default=0) - min(days, default=0)
    room = size.width - 2 * size.side
    if not span:
        return [size.width / 2 for _ in days]
    return [size.side + room * (day - days[0]) / span for day in days]


def _texts(
    drafts: Sequence[CheckedDraft], across: list[float], heights: list[float], size: Size
) -> str:
    """The rate beside each dot; below the line the first and the last draft, which have room."""
    rates = [
        f'<text x="{x + 8:.1f}" y="{y - 6:.1f}">{draft.rate:.0f}</text>'
        for draft, x, y in zip(drafts, across, heights, strict=True)
    ]
    ends = {0: drafts[0], len(drafts) - 1: drafts[-1]}
    names = [
        f'<text class="name" x="{across[place]:.1f}" y="{size.height - 12}">'
        f"{escape(_short(draft.draft.title))}</text>"
        for place, draft in ends.items()
    ]
    return "".join((*rates, *names))


def _short(title: str) -> str:
    return title if len(title) <= 20 else f"…{title[-19:]}"
