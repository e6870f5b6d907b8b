"""The forecast of a study as the page and the API show it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from solecism.collect.status.progress import Progress
from solecism.collect.study import Study
from solecism.figure import Figure
from solecism.serve.study.results import ResultFigure


class ForecastQuery(Struct, frozen=True):
    """The number of simulated raters, and their seconds per judgment (default: as measured)."""

    n_raters: Annotated[int, Meta(ge=1, le=1000)] = 10
    seconds: Annotated[float, Meta(gt=0, le=3600)] | None = None


class Expected(Struct, frozen=True):
    """The remaining work, its time and its cost; `by` says that simulated raters predict them.

    `n_short` judgments would be missing even then: so few raters cannot give them. Money is in
    millionths of the currency; `hours_at_pace` is at the pace of the last hour.
    """

    by: str
    n_raters: int
    seconds: float
    is_measured: bool
    n_left: int
    n_short: int
    judgments: ResultFigure
    hours: ResultFigure
    longest: ResultFigure
    cost: ResultFigure
    currency: str
    is_within_budget: bool
    hours_at_pace: float | None


def expected(
    study: Study, progress: Progress, *, n_raters: int, seconds: float | None = None
) -> Expected:
    """The forecast of the remaining work with `n_raters` raters at `seconds` per judgment."""
    # Imported here because the rater's pages do not need numpy.
    from solecism.collect.simulation.forecast import forecast

    ahead = forecast(study, progress, n_raters=n_raters, seconds=seconds)
    return Expected(
        by=ahead.note,
        n_raters=ahead.n_raters,
        seconds=ahead.seconds,
        is_measured=ahead.is_measured,
        n_left=ahead.n_left,
        n_short=ahead.n_short,
        judgments=_figure(ahead.judgments),
        hours=_figure(ahead.hours),
        longest=_figure(ahead.longest),
        cost=_figure(ahead.cost),
        currency=ahead.currency,
        is_within_budget=ahead.is_within_budget,
        hours_at_pace=ahead.hours_at_pace,
    )


def _figure(mean: Figure) -> ResultFigure:
    interval = mean.interval
    return ResultFigure(mean.name, mean.value, interval.low, interval.high, interval.method)
