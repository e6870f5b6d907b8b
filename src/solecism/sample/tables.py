"""Plans and estimates of samples, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solecism.table import Table, number, span, table

if TYPE_CHECKING:
    from solecism.sample.covert import CovertShare
    from solecism.sample.estimate import Estimates
    from solecism.sample.plan import Plan

_PLAN_COLUMNS = (
    "design",
    "flagged",
    "other",
    "judgments",
    "cost",
    "precision",
    "+-",
    "recall",
    "+-",
)


def plan_table(plans: Iterable[Plan]) -> Table:
    """One row per design: sizes, cost, and the intervals to expect."""
    return table(
        "Designs",
        _PLAN_COLUMNS,
        [
            [
                one.design,
                str(one.n_flagged),
                str(one.n_other),
                str(one.n_judgments),
                f"{one.cost:.2f}",
                span(one.precision),
                number(one.precision.half_width),
                span(one.recall),
                number(one.recall.half_width),
            ]
            for one in plans
        ],
    )


def estimate_table(estimates: Estimates) -> Table:
    """One row per measure: its estimate, interval, half-width and method."""
    figures = list(estimates.figures.values())
    return table(
        estimates.system,
        ("measure", "estimate", f"{figures[0].interval.level:.0%} interval", "+-", "by"),
        [
            [
                one.name,
                number(one),
                span(one.interval),
                number(one.interval.half_width),
                one.interval.method,
            ]
            for one in figures
        ],
    )


def covert_table(shares: Iterable[CovertShare], *, level: float) -> Table:
    """One row per type of error: the share of sentences that raters accept."""
    return table(
        "Covert errors",
        ("errors", "judged", "accepted", f"{level:.0%} interval", "by"),
        [
            [
                one.kind,
                str(one.n_judged),
                number(one.share),
                span(one.share.interval),
                one.share.interval.method,
            ]
            for one in shares
        ],
    )
