"""The forecast of a study: judgments, hours and money still to come, by simulated raters.

It starts from what is there already: the answers given, the slots still open, the money left and
the pace measured so far. Simulated raters differ in pace. Some are careless until control items
expose them; their judgments must then be made again by others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solecism.figure import Figure, Interval
from solecism.numeric import Floats
from solecism_study.configuration import Configuration, Control
from solecism_study.simulation import USUAL_SECONDS, SimulatedRaters
from solecism_study.status.progress import Progress
from solecism_study.study import Study
from solecism_study.work.control_rule import fails_control

LABEL = "simulated raters"
_LEVEL = 0.9
_N_RUNS = 200
_MOST_CONTROL = 200
_AT_WORK = ("active", "practice")


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is still to come: means over simulated runs, each with the middle 90% of the runs.

    `n_left` judgments of data are missing; `judgments` also counts those of control items and
    those that careless raters waste, but none that so many raters cannot give. `n_short` judgments
    of data would then still be missing. `seconds` is the assumed time per judgment, measured in
    this study if `is_measured`. `hours` are those of all raters, `longest` those of the busiest
    one. `cost` is in millionths of the currency. `hours_at_pace` is the time until the end if
    raters go on answering as in the last hour.
    """

    n_raters: int
    seconds: float
    is_measured: bool
    n_left: int
    n_short: int
    judgments: Figure
    hours: Figure
    longest: Figure
    cost: Figure
    currency: str
    is_within_budget: bool
    hours_at_pace: float | None
    note: str = LABEL


def forecast(
    study: Study, progress: Progress, *, n_raters: int, seconds: float | None = None
) -> Forecast:
    """Return what the rest of the study takes with `n_raters` raters in all.

    Without `seconds` per judgment the pace measured so far is assumed, or a usual one at first.
    """
    measured = progress.seconds_per_judgment
    pace = (measured or USUAL_SECONDS) if seconds is None else seconds
    raters = SimulatedRaters(n_raters=n_raters, seconds=pace)
    left = _left(progress, study.configuration, n_raters, n_stages=len(study.task.stages))
    control = study.configuration.control if progress.n_gold else None
    rng = np.random.default_rng(study.configuration.seed)
    runs = [_run(left, raters, control, rng) for _ in range(_N_RUNS)]
    judgments, hours, longest, useful = (np.array(values) for values in zip(*runs, strict=True))
    cost = judgments * study.configuration.pay.cost
    return Forecast(
        n_raters=n_raters,
        seconds=pace,
        is_measured=seconds is None and measured > 0,
        n_left=left.n_judgments,
        n_short=max(0, left.n_judgments - round(float(useful.mean()))),
        judgments=_mean("judgments", judgments),
        hours=_mean("hours", hours),
        longest=_mean("longest", longest),
        cost=_mean("cost", cost),
        currency=progress.currency,
        is_within_budget=_is_within_budget(cost, study.configuration, progress),
        hours_at_pace=left.n_judgments / progress.n_last_hour if progress.n_last_hour else None,
    )


@dataclass(frozen=True, slots=True)
class _Left:
    """The judgments still missing, how many one rater could make, and how many all could give."""

    n_judgments: int
    n_per_rater: int
    n_possible: float


def _left(
    progress: Progress, configuration: Configuration, n_raters: int, *, n_stages: int
) -> _Left:
    """What is missing of the data, and of the batches that every rater judges.

    When the data is complete, so is the study: nobody needs to come for the batches alone.
    """
    missing = sum(stage.n_wanted - stage.n_answered for stage in progress.stages)
    if progress.stages and missing <= 0:
        return _Left(0, 0, 0.0)
    missing += sum(
        max(0, batch.n_items * n_stages * n_raters - batch.n_answered) for batch in progress.batches
    )
    open_items = sum(stage.n_items - stage.n_complete for stage in progress.stages)
    open_items += sum(batch.n_items * n_stages for batch in progress.batches)
    return _Left(
        missing,
        min(missing, open_items),
        _n_possible(progress, configuration, n_raters, open_items=open_items, n_stages=n_stages),
    )


def _n_possible(
    progress: Progress,
    configuration: Configuration,
    n_raters: int,
    *,
    open_items: int,
    n_stages: int,
) -> float:
    """How many answers so many raters can give: each as many as allowed, and each item once."""
    most = math.inf if configuration.most_each is None else configuration.most_each * n_stages
    control = configuration.control.share if progress.n_gold else 0.0
    each = min(most, open_items / (1 - control))
    here = [one for one in progress.raters if one.state in _AT_WORK][:n_raters]
    rest = sum(
        max(0.0, min(each, most - (one.n_answered + one.n_surplus + one.n_void))) for one in here
    )
    return rest + each * (n_raters - len(here))


def _run(
    left: _Left, raters: SimulatedRaters, control: Control | None, rng: np.random.Generator
) -> tuple[float, float, float, float]:
    """Judgments made, hours of work, hours of the busiest rater, and useful judgments of data."""
    n = raters.n_raters
    is_careless = rng.random(n) < raters.careless
    if is_careless.all():
        is_careless[0] = False
    pace = raters.seconds * np.exp(rng.normal(0, raters.spread, n))
    # All raters work the same hours, so faster raters judge more.
    share = (1 / pace) / (1 / pace).sum()
    data_share = 1 - control.share if control else 1.0
    n_careless = int(is_careless.sum())
    wasted = sum(
        min(left.n_per_rater, _n_until_exposed(control, raters, rng)) for _ in range(n_careless)
    )
    needed = (left.n_judgments + wasted) / data_share
    total = min(needed, left.n_possible)
    # Where not all can be had, careless raters waste their part of what there is.
    is_careful = ~is_careless
    useful = min(left.n_judgments / data_share, total * (n - n_careless) / n)
    if total == needed:
        useful = left.n_judgments / data_share
    counts = np.where(is_careful, share / share[is_careful].sum() * useful, 0.0)
    seconds = counts * pace
    hours = (seconds.sum() + (total - counts.sum()) * raters.seconds) / 3600
    return float(total), float(hours), float(seconds.max() / 3600), float(useful * data_share)


def _n_until_exposed(
    control: Control | None, raters: SimulatedRaters, rng: np.random.Generator
) -> int:
    """How many judgments of data a careless rater makes before control items expose them."""
    if control is None or not control.share:
        return 0
    is_right = rng.random(_MOST_CONTROL) < raters.careless_accuracy
    n_per_control = 1 / control.share - 1
    for n, n_right in enumerate(np.cumsum(is_right).tolist(), 1):
        if fails_control(control, n_right=n_right, n=n):
            return int(n * n_per_control)
    return int(_MOST_CONTROL * n_per_control)


def _is_within_budget(cost: Floats, configuration: Configuration, progress: Progress) -> bool:
    """Whether what is left of the budget pays for 95% of the runs."""
    budget = configuration.pay.budget
    return budget is None or float(np.quantile(cost, 0.95)) <= max(0, budget - progress.cost)


def _mean(name: str, values: Floats) -> Figure:
    """The mean over runs, with the middle part of them as its interval."""
    low, high = np.quantile(values, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    interval = Interval(float(low), float(high), _LEVEL, LABEL)
    return Figure(float(values.mean()), name=name, interval=interval)
