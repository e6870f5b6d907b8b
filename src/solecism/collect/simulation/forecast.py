"""A forecast by simulated raters: hours, days and cost of a study before anybody is asked.

These are made-up people: each has a pace of their own, some leave in the middle, some are
careless and are found out by control items, which costs judgments that must be made again.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import numpy as np

from solecism.arrays import Floats
from solecism.collect.configuration import Configuration
from solecism.collect.tasks.registry import task_named
from solecism.collect.work.control_items import fails
from solecism.errors import InputError
from solecism.uncertainty.interval import Interval

LABEL = "simulated raters"
_LEVEL = 0.9
_MOST_CONTROL = 200


@dataclass(frozen=True, slots=True)
class People:
    """What is assumed of raters: how many, how quick, how steady, how many careless.

    Without control items nobody is found out.
    """

    n_raters: int = 10
    seconds: float = 12.0
    spread: float = 0.4
    careless: float = 0.1
    accuracy: float = 0.9
    careless_accuracy: float = 0.5

    def __post_init__(self) -> None:
        if self.n_raters < 1 or not self.seconds > 0 or not 0 <= self.careless < 1:
            raise InputError("a forecast needs raters, a time for each judgment, and careful ones.")


@dataclass(frozen=True, slots=True)
class Forecast:
    """Means over simulated runs, each with the middle 90% of them."""

    n_judgments: float
    judgments: Interval
    hours: float
    work: Interval
    hours_each: float
    longest: Interval
    cost: float
    money: Interval
    is_within_budget: bool
    note: str = LABEL


def forecast(
    configuration: Configuration,
    n_items: int,
    people: People,
    *,
    rng: np.random.Generator,
    has_control: bool = True,
    n_runs: int = 200,
) -> Forecast:
    """What the study would take with such raters."""
    if not has_control:
        none = msgspec.structs.replace(configuration.control, share=0.0)
        configuration = msgspec.structs.replace(configuration, control=none)
    n_stages = len(task_named(configuration.task).stages)
    wanted = n_items * configuration.n_judgments * n_stages
    wanted += sum(batch.size * people.n_raters for batch in configuration.batches)
    runs = [_run(configuration, wanted, people, rng) for _ in range(n_runs)]
    judgments, hours, longest = (np.array(values) for values in zip(*runs, strict=True))
    cost = judgments * configuration.pay.cost
    budget = configuration.pay.budget
    return Forecast(
        float(judgments.mean()),
        _middle(judgments),
        float(hours.mean()),
        _middle(hours),
        float(longest.mean()),
        _middle(longest),
        float(cost.mean()),
        _middle(cost),
        is_within_budget=budget is None or float(np.quantile(cost, 0.95)) <= budget,
    )


def _run(
    configuration: Configuration, wanted: int, people: People, rng: np.random.Generator
) -> tuple[float, float, float]:
    """Judgments made, hours of work, and hours of the busiest rater."""
    n = people.n_raters
    is_careless = rng.random(n) < people.careless
    if is_careless.all():
        is_careless[0] = False
    pace = people.seconds * np.exp(rng.normal(0, people.spread, n))
    # Whoever is quicker does more: all work the same hours.
    share = (1 / pace) / (1 / pace).sum()
    control = configuration.control
    wasted = sum(_found_out(configuration, people, rng) for _ in range(int(is_careless.sum())))
    total = (wanted + wasted) / (1 - control.share)
    careful = ~is_careless
    counts = np.where(careful, share / share[careful].sum() * (wanted / (1 - control.share)), 0.0)
    seconds = counts * pace
    hours = (seconds.sum() + (total - counts.sum()) * people.seconds) / 3600
    return float(total), float(hours), float(seconds.max() / 3600)


def _found_out(configuration: Configuration, people: People, rng: np.random.Generator) -> int:
    """How many judgments a careless rater makes before control items tell."""
    control = configuration.control
    if not control.share:
        return 0
    is_right = rng.random(_MOST_CONTROL) < people.careless_accuracy
    for n, n_right in enumerate(np.cumsum(is_right).tolist(), 1):
        if fails(control, n_right=n_right, n=n):
            return int(n / control.share)
    return int(_MOST_CONTROL / control.share)


def _middle(values: Floats) -> Interval:
    low, high = np.quantile(values, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return Interval(float(low), float(high), _LEVEL, LABEL)
