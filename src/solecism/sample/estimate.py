"""Precision, recall and F of a system, with intervals, from a sample and its judgments.

Stratified by default. The paper's way (000, section 6.3), the Bayesian and the anytime-valid
intervals, and the prediction-powered estimate are there under their names.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.judgment import Judgment
from solecism.key import Key
from solecism.sample.answers import Answers, Reading, answers
from solecism.sample.measures import MEASURES, PRECISION, value
from solecism.sample.methods import METHODS
from solecism.sample.side import Side, side
from solecism.uncertainty.interval import check_level

Method = Literal["stratified", "prediction-powered", "paper", "bayes", "anytime"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure, its value and its interval; both are NaN where `interval.method` says why."""

    measure: str
    value: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Estimates:
    """What a sample says of a system."""

    system: str
    design: str
    method: str
    measures: tuple[Estimate, ...]
    n_judged: int
    n_unjudged: int
    n_outside: int
    n_raters: int

    def __getitem__(self, measure: str) -> Estimate:
        for estimate in self.measures:
            if estimate.measure == measure:
                return estimate
        raise KeyError(measure)


def estimate(
    key: Key,
    judgments: Iterable[Judgment],
    *,
    method: Method = "stratified",
    reading: Reading = "graded",
    finite: bool = True,
    level: float = DEFAULT_LEVEL,
    measures: Sequence[str] | None = None,
) -> Estimates:
    """The measures of the system that the sample was drawn for.

    `finite` asks about the very corpus the sample is from, otherwise about texts of its kind.
    Measures that are asked for by name are refused where the design cannot give them; without
    names they are NaN, with the reason.
    """
    check_level(level)
    found = answers(key, judgments, reading=reading)
    is_powered = method == "prediction-powered"
    flagged, other = (
        side(key, found, flagged=which, finite=finite, powered=is_powered)
        for which in (True, False)
    )
    results = []
    for measure in measures if measures is not None else MEASURES:
        if measure not in MEASURES:
            raise InputError(f"no measure {measure!r}. There are {', '.join(MEASURES)}.")
        reason = _why_not(measure, flagged, other)
        if reason and measures is not None:
            raise InputError(f"{measure} cannot be estimated: {reason}.")
        results.append(
            Estimate(measure, math.nan, undefined(reason, level=level))
            if reason
            else _estimate(measure, flagged, other, key, found, method, level)
        )
    return Estimates(
        key.system,
        key.design,
        method,
        tuple(results),
        n_judged=len(found.values),
        n_unjudged=found.n_unjudged,
        n_outside=found.n_outside,
        n_raters=found.n_raters,
    )


def _estimate(
    measure: str,
    flagged: Side,
    other: Side,
    key: Key,
    found: Answers,
    method: Method,
    level: float,
) -> Estimate:
    interval = METHODS[method](measure, flagged, other, key=key, answers=found, level=level)
    now = value(measure, flagged.total, other.total, flagged.n_population)
    if math.isnan(now):
        interval = undefined("no error was found among flagged or other items", level=level)
    return Estimate(measure, now, interval)


def _why_not(measure: str, flagged: Side, other: Side) -> str:
    """Why the sample cannot tell the measure; empty where it can."""
    if flagged.reason:
        return flagged.reason
    if measure == PRECISION or not other.reason:
        return ""
    return f"{other.reason}, so nothing is known of the errors that the system missed"
