"""Intervals for recall, the share of all errors that are flagged.

The flagged and the other items are two populations of sizes N, sampled apart, with rates a
(hits) and b (misses): odds(R) = (N_flagged / N_other)(a / b), a ratio of two proportions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval
from solecism.numeric import Floats
from solecism.uncertainty.proportion import unseen_successes, wilson
from solecism.uncertainty.quantiles import check_level, logit_interval, normal_quantile

NO_ERRORS = "no error was found among flagged or other items"


@dataclass(frozen=True, slots=True)
class Part:
    """Errors found in a sample of `n_sample` from one of the two sub-corpora."""

    n_errors: int
    n_sample: int
    n_population: int

    def __post_init__(self) -> None:
        if not 0 <= self.n_errors <= self.n_sample <= self.n_population:
            raise InputError(
                f"{self.n_errors} errors in a sample of {self.n_sample} from "
                f"{self.n_population} items cannot be."
            )

    @property
    def rate(self) -> float:
        """The share of errors in the sample, NaN without one."""
        return self.n_errors / self.n_sample if self.n_sample else math.nan

    @property
    def total(self) -> float:
        """How many errors the sub-corpus is estimated to have."""
        return self.n_population * self.rate if self.n_population else 0.0


def recall(flagged: Part, other: Part) -> float:
    """The estimate itself, NaN where no error was found at all.

    >>> recall(Part(600, 750, 1000), Part(450, 1500, 9000)) == 8 / 35
    True
    """
    total = flagged.total + other.total
    return flagged.total / total if total else math.nan


def mover(
    flagged: Part, other: Part, *, finite: bool = True, level: float = DEFAULT_LEVEL
) -> Interval:
    """MOVER-R (Donner & Zou 2012) of two Wilson intervals: defined without any miss or hit."""
    parts = []
    for part in (flagged, other):
        n_population = part.n_population if finite else None
        parts.append(wilson(part.n_errors, part.n_sample, n_population=n_population, level=level))
    return mover_share(
        (flagged.rate, parts[0]), (other.rate, parts[1]), flagged.n_population, other.n_population
    )


def mover_share(
    flagged: tuple[float, Interval],
    other: tuple[float, Interval],
    n_flagged: int,
    n_other: int,
) -> Interval:
    """MOVER-R for N a / (N a + N' b), each rate given with its own interval."""
    level = flagged[1].level
    if not n_flagged or not n_other:
        return undefined_interval("one of the two sub-corpora is empty", level=level)
    if not (flagged[1].is_defined and other[1].is_defined):
        return undefined_interval("one of the two sub-corpora has no judged item", level=level)
    if flagged[0] == 0 == other[0]:
        return undefined_interval(NO_ERRORS, level=level)
    low, high = mover_ratio(flagged, other)
    low, high = (
        1.0 if math.isinf(ratio) else 1 - n_other / (n_other + n_flagged * ratio)
        for ratio in (low, high)
    )
    return Interval(low, high, level, "MOVER-Wilson")


def mover_ratio(
    numerator: tuple[float, Interval], denominator: tuple[float, Interval]
) -> tuple[float, float]:
    """The MOVER-R limits of a / b; the upper one is infinite where b may be 0."""
    inverse = _lowest_ratio(denominator, numerator)
    return _lowest_ratio(numerator, denominator), 1 / inverse if inverse else math.inf


def delta(
    flagged: Part,
    other: Part,
    *,
    finite: bool = False,
    level: float = DEFAULT_LEVEL,
    scale: Literal["logit", "plain"] = "logit",
) -> Interval:
    """The normal interval of log-odds or, on the plain scale, of recall itself (Wald's)."""
    if not (flagged.n_errors and other.n_errors):
        return undefined_interval(
            "no hit or no miss was found: use MOVER-Wilson or Bayes", level=level
        )
    variance = 0.0
    for part in (flagged, other):
        unseen = 1 - part.n_sample / part.n_population if finite else 1.0
        variance += (1 - part.rate) / part.n_errors * unseen
    estimate = recall(flagged, other)
    slope = estimate * (1 - estimate)
    if scale == "logit":
        return logit_interval(estimate, variance * slope**2, level=level)
    reach = normal_quantile(level) * slope * math.sqrt(variance)
    return Interval(max(0.0, estimate - reach), min(1.0, estimate + reach), level, "delta")


def bayes(flagged: Part, other: Part, *, level: float = DEFAULT_LEVEL) -> Interval:
    """The equal-tailed posterior interval of recall in the finite corpus, found exactly.

    Each sub-corpus has its own beta-binomial posterior of errors not drawn (Jeffreys' prior).
    """
    return _exact(
        flagged,
        other,
        lambda share, misses: share / (1 - share) * misses,
        can_be_one=not other.n_errors,
        level=level,
    )


def bayes_f(flagged: Part, other: Part, *, beta: float, level: float = DEFAULT_LEVEL) -> Interval:
    """The same for F = (1 + beta^2) hits / (n_flagged + beta^2 (hits + misses))."""
    weight, n_flagged = beta * beta, flagged.n_population
    return _exact(
        flagged,
        other,
        lambda f, misses: f * (n_flagged + weight * misses) / (1 + weight - weight * f),
        can_be_one=not other.n_errors and flagged.n_errors == flagged.n_sample,
        level=level,
    )


def _exact(
    flagged: Part,
    other: Part,
    most_hits: Callable[[float, Floats], Floats],
    *,
    can_be_one: bool,
    level: float,
) -> Interval:
    """The interval of a measure that is at most x where hits are at most `most_hits(x, misses)`."""
    tail = (1 - check_level(level)) / 2
    hits_at_most = np.cumsum(_posterior(flagged))
    p_misses = _posterior(other)
    likely = np.flatnonzero(p_misses > 1e-18)
    misses, p_misses = (other.n_errors + likely).astype(np.float64), p_misses[likely]

    def p_at_most(value: float) -> float:
        hits = np.floor(most_hits(value, misses) + 1e-9) - flagged.n_errors
        below = hits_at_most[np.clip(hits, 0, len(hits_at_most) - 1).astype(np.int64)]
        return float(p_misses @ np.where(hits < 0, 0.0, below))

    low = _bisect(p_at_most, tail) if flagged.n_errors else 0.0
    high = 1.0 if can_be_one else _bisect(p_at_most, 1 - tail)
    return Interval(low, high, level, "Bayes, finite population")


def _posterior(part: Part) -> Floats:
    return unseen_successes(part.n_errors, part.n_sample, n_population=part.n_population)


def _lowest_ratio(numerator: tuple[float, Interval], denominator: tuple[float, Interval]) -> float:
    """The lower MOVER-R limit of a / b, in a form without differences of near-equal terms."""
    a, b = numerator[0], denominator[0]
    below, above = a - numerator[1].low, denominator[1].high - b
    reduced = (a - below) * (a + below)
    root = math.sqrt(max(0.0, (a * above) ** 2 + (b * below) ** 2 - (above * below) ** 2))
    if reduced <= 0:
        return 0.0
    return reduced / (a * b + root) if a * b + root > 0 else math.inf


def _bisect(increasing: Callable[[float], float], target: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if increasing(middle) < target else (low, middle)
    return (low + high) / 2
