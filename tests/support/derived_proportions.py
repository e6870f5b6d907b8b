"""Intervals of proportions, recall and rates from their definitions, for the oracles.

Nothing of the package is used: statsmodels and scipy, closed forms as they were published, or
all numbers of errors that a finite corpus may have, tried one after another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.special import expit, logit

Ends = tuple[float, float]
Part = Sequence[int]
"""Errors found, items judged, items there are."""


def z_of(level: float) -> float:
    return float(stats.norm.ppf((1 + level) / 2))


def statsmodels_interval(x: int, n: int, method: str, level: float = 0.95) -> Ends:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(x, n, 1 - level, method)
    return float(low), float(high)


def wald(p: float, n: float, unseen: float = 1.0, level: float = 0.95) -> Ends:
    reach = z_of(level) * math.sqrt(p * (1 - p) / n * unseen)
    return p - reach, p + reach


def score_interval(p: float, variance_of_one: Callable[[float], float], z: float) -> Ends:
    """The rates q with |p - q| <= z sqrt(variance of p under q): Wilson's idea, by bisection."""

    def end(outside: float) -> float:
        inside = p
        for _ in range(200):
            middle = (inside + outside) / 2
            is_in = (p - middle) ** 2 <= z * z * variance_of_one(middle)
            inside, outside = (middle, outside) if is_in else (inside, middle)
        return inside

    return end(0.0), end(1.0)


def wilson(p: float, n_effective: float, z: float) -> Ends:
    """The rates that a sample of so many independent items does not refute."""
    return score_interval(p, lambda q: q * (1 - q) / n_effective, z)


def wilson_finite(x: int, n: int, n_population: int, level: float = 0.95) -> Ends:
    unseen = 1 - n / n_population
    return score_interval(x / n, lambda q: q * (1 - q) / n * unseen, z_of(level))


def beta_binomial(x: int, n: int, n_population: int, level: float = 0.95) -> Ends:
    """The posterior of the share of errors under Jeffreys' prior, by scipy."""
    unseen = stats.betabinom(n_population - n, x + 0.5, n - x + 0.5)
    low, high = unseen.ppf([(1 - level) / 2, (1 + level) / 2])
    return float(x + low) / n_population, float(x + high) / n_population


def donner_zou(a: float, of_a: Ends, b: float, of_b: Ends) -> Ends:
    """MOVER-R of a / b as Donner and Zou (2012) print it: a and b at opposite ends."""

    def limit(end_a: float, end_b: float, sign: int) -> float:
        inside = (a * b) ** 2 - end_a * end_b * (2 * a - end_a) * (2 * b - end_b)
        return (a * b + sign * math.sqrt(inside)) / (end_b * (2 * b - end_b))

    return limit(of_a[0], of_b[1], -1), limit(of_a[1], of_b[0], 1)


def mover_recall(flagged: Part, other: Part, finite: bool = True, level: float = 0.95) -> Ends:
    """Recall from the ratio of the two rates of errors, with Wilson's interval of each."""
    rates = [part[0] / part[1] for part in (flagged, other)]
    ends = [
        wilson_finite(part[0], part[1], part[2], level)
        if finite
        else statsmodels_interval(part[0], part[1], "wilson", level)
        for part in (flagged, other)
    ]
    return recall_of_ratios(donner_zou(rates[0], ends[0], rates[1], ends[1]), flagged, other)


def recall_of_ratios(ratios: Ends, flagged: Part, other: Part) -> Ends:
    low, high = (flagged[2] * ratio / (flagged[2] * ratio + other[2]) for ratio in ratios)
    return low, high


def log_odds_recall(
    flagged: Part, other: Part, finite: bool = False, level: float = 0.95, scale: str = "logit"
) -> Ends:
    """The delta method, with the slope of recall by small steps in the two rates."""

    def recall(a: float, b: float) -> float:
        hits, misses = a * flagged[2], b * other[2]
        return hits / (hits + misses)

    def transformed(a: float, b: float) -> float:
        share = recall(a, b)
        return math.log(share / (1 - share)) if scale == "logit" else share

    a, b = flagged[0] / flagged[1], other[0] / other[1]
    step, variance = 1e-6, 0.0
    for (x, n, n_population), slope in (
        (flagged, (transformed(a + step, b) - transformed(a - step, b)) / (2 * step)),
        (other, (transformed(a, b + step) - transformed(a, b - step)) / (2 * step)),
    ):
        p, unseen = x / n, 1 - n / n_population if finite else 1.0
        variance += slope**2 * p * (1 - p) / n * unseen
    reach = z_of(level) * math.sqrt(variance)
    low, high = transformed(a, b) - reach, transformed(a, b) + reach
    if scale == "logit":
        low, high = (1 / (1 + math.exp(-end)) for end in (low, high))
    return low, high


def log_odds_share(
    estimate: float, variance: float, degrees_of_freedom: float, level: float = 0.95
) -> Ends:
    """Symmetric about the log-odds of the estimate, whose slope is by a small step."""
    step = 1e-6
    slope = float(logit(estimate + step) - logit(estimate - step)) / (2 * step)
    reach = float(stats.t.ppf((1 + level) / 2, degrees_of_freedom)) * slope * math.sqrt(variance)
    return float(expit(logit(estimate) - reach)), float(expit(logit(estimate) + reach))


def measure_of_totals(
    hits: NDArray[np.int64], misses: NDArray[np.int64], n_flagged: int, beta2: float | None
) -> NDArray[np.float64]:
    """Recall, or F with this squared beta."""
    if beta2 is None:
        return np.asarray(hits / (hits + misses))
    return np.asarray((1 + beta2) * hits / (n_flagged + beta2 * (hits + misses)))


def posterior_measure(
    flagged: Part, other: Part, beta2: float | None = None, level: float = 0.95
) -> Ends:
    """Recall or F of every pair of totals, sorted, and cut where the posterior's tails are."""
    hits, misses = (
        (np.arange(x, n_population - n + x + 1), posterior(x, n, n_population))
        for x, n, n_population in (flagged, other)
    )
    shares = measure_of_totals(hits[0][:, None], misses[0], flagged[2], beta2).ravel()
    weights = (hits[1][:, None] * misses[1]).ravel()
    order = np.argsort(shares)
    cumulative = np.cumsum(weights[order])
    low, high = (
        shares[order][np.searchsorted(cumulative, tail)]
        for tail in ((1 - level) / 2, (1 + level) / 2)
    )
    return float(low), float(high)


def posterior(x: int, n: int, n_population: int) -> NDArray[np.float64]:
    unseen = n_population - n
    probabilities: NDArray[np.float64] = stats.betabinom.pmf(
        np.arange(unseen + 1), unseen, x + 0.5, n - x + 0.5
    )
    return probabilities


def price_of_totals(part: Part, prior: Sequence[float]) -> NDArray[np.float64]:
    """log prior / posterior of each total number of errors, infinite where it cannot be."""
    x, n, n_population = part
    totals = np.arange(n_population + 1)
    beforehand = stats.betabinom.pmf(totals, n_population, *prior)
    likelihood = stats.hypergeom.pmf(x, n_population, totals, n)
    afterwards = beforehand * likelihood / (beforehand @ likelihood)
    with np.errstate(divide="ignore"):
        return np.where(likelihood > 0, np.log(beforehand) - np.log(afterwards), np.inf)


def anytime_share(parts: Sequence[Part], level: float = 0.95) -> Ends:
    """The least and the greatest share of errors whose martingale is below 1 / alpha."""
    prices = np.zeros(1)
    for part in parts:
        own = price_of_totals(part, (0.5, 0.5))
        summed = np.full(len(prices) + len(own) - 1, np.inf)
        for total, price in enumerate(prices):
            summed[total : total + len(own)] = np.minimum(
                summed[total : total + len(own)], price + own
            )
        prices = summed
    possible = np.flatnonzero(prices < math.log(1 / (1 - level)))
    n_population = sum(part[2] for part in parts)
    return float(possible.min()) / n_population, float(possible.max()) / n_population


def anytime_measure(
    flagged: Part, other: Part, beta2: float | None = None, level: float = 0.95
) -> Ends:
    """The extremes of recall (or F) over all pairs of totals that are not refuted together."""
    prices = (
        price_of_totals(flagged, (0.5, 0.5))[:, None] + price_of_totals(other, (0.5, 5.0))[None, :]
    )
    hits, misses = np.nonzero(prices < math.log(1 / (1 - level)))
    values = measure_of_totals(hits, misses, flagged[2], beta2)
    return float(values.min()), float(values.max())


def beta_interval(n_right: int, n: int, level: float = 0.95) -> Ends:
    """The posterior of a rater's accuracy under a uniform prior, by scipy."""
    low, high = stats.beta(1 + n_right, 1 + n - n_right).interval(level)
    return float(low), float(high)
