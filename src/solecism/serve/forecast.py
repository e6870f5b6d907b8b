"""What is still to come: judgments, money and time, by simulated raters at the measured pace."""

from __future__ import annotations

import math

from msgspec import Struct, structs

from solecism.collect.status.progress import Progress, progress
from solecism.collect.study import Study
from solecism.serve.measured import Figure
from solecism.uncertainty.interval import Interval

_USUAL_SECONDS = 12.0
_N_RUNS = 50


class Expected(Struct, frozen=True):
    """What is left of the study: `by` says that simulated raters tell it.

    Money is in millionths of the currency; `hours_at_pace` goes by the answers of the last hour.
    """

    by: str
    n_raters: int
    seconds: float
    is_measured: bool
    n_left: int
    judgments: Figure
    hours: Figure
    longest: Figure
    cost: Figure
    currency: str
    is_within_budget: bool
    hours_at_pace: float | None


def expected(study: Study, *, n_raters: int, now: int, seconds: float | None = None) -> Expected:
    """The forecast for what is left, with so many raters who take so many seconds each."""
    return expected_after(study, progress(study, now=now), n_raters=n_raters, seconds=seconds)


def expected_after(
    study: Study, found: Progress, *, n_raters: int, seconds: float | None = None
) -> Expected:
    """The same, where it is known how far the study is."""
    import numpy as np

    from solecism.collect.simulation.forecast import LABEL, People, forecast

    measured = found.seconds_a_judgment
    pace = seconds or measured or _USUAL_SECONDS
    n_stages = len(study.task.stages)
    n_left = sum(stage.n_wanted - stage.n_answered for stage in found.stages)
    n_left += sum(
        max(0, batch.n_items * n_stages * n_raters - batch.n_answered) for batch in found.batches
    )
    each = study.configuration.n_judgments * n_stages
    pay = study.configuration.pay
    budget = None if pay.budget is None else max(0, pay.budget - found.cost)
    rest = structs.replace(study.configuration, batches=(), pay=structs.replace(pay, budget=budget))
    told = forecast(
        rest,
        math.ceil(n_left / each),
        People(n_raters=n_raters, seconds=pace),
        rng=np.random.default_rng(study.configuration.seed),
        has_control=found.n_gold > 0,
        n_runs=_N_RUNS,
    )
    return Expected(
        by=LABEL,
        n_raters=n_raters,
        seconds=pace,
        is_measured=seconds is None and measured > 0,
        n_left=n_left,
        judgments=_figure("judgments", told.n_judgments, told.judgments),
        hours=_figure("hours", told.hours, told.work),
        longest=_figure("longest", told.hours_each, told.longest),
        cost=_figure("cost", told.cost, told.money),
        currency=pay.currency,
        is_within_budget=told.is_within_budget,
        hours_at_pace=n_left / found.n_last_hour if found.n_last_hour else None,
    )


def _figure(name: str, value: float, interval: Interval) -> Figure:
    return Figure(name, value, interval.low, interval.high, interval.method)
