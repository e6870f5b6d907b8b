"""Intervals that stay valid while judgments come in, so that collecting can stop at any time.

Prior-posterior-ratio martingale (Waudby-Smith & Ramdas 2020, section 2.2): for the true number
K of errors in a stratum, drawn from without replacement, prior(K) / posterior(K) is a
nonnegative martingale that begins at 1, so by Ville's inequality the set of K for which it has
stayed below 1 / alpha covers at 1 - alpha at all times together. Products over strata are
martingales as well, whatever order their items are judged in. For a beta-binomial prior the
ratio is the marginal likelihood of what was found over its hypergeometric likelihood; any prior
is valid, and one near the truth gives short intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval
from solecism.numeric import Floats
from solecism.uncertainty.quantiles import check_level
from solecism.uncertainty.recall import Part

METHOD = "anytime-valid"
Prior = tuple[float, float]
JEFFREYS: Prior = (0.5, 0.5)
RARE: Prior = (0.5, 5.0)


def total(
    parts: Sequence[Part], *, level: float = DEFAULT_LEVEL, prior: Prior = JEFFREYS
) -> Interval:
    """An interval for the number of errors in all strata together."""
    price = math.log(1 / (1 - check_level(level)))
    least, most = _totals(parts, prior).extremes(np.array([price]))
    return Interval(float(least[0]), float(most[0]), level, METHOD)


def proportion(
    parts: Sequence[Part], *, level: float = DEFAULT_LEVEL, prior: Prior = JEFFREYS
) -> Interval:
    """An interval for the share of errors in all strata together, such as precision.

    >>> print(proportion([Part(n_errors=40, n_sample=50, n_population=1000)]))
    [0.591, 0.933]
    """
    n_population = sum(part.n_population for part in parts)
    if not n_population:
        return undefined_interval("the sub-corpus is empty", level=level)
    bounds = total(parts, level=level, prior=prior)
    return Interval(bounds.low / n_population, bounds.high / n_population, level, METHOD)


def recall(
    flagged: Sequence[Part], other: Sequence[Part], *, level: float = DEFAULT_LEVEL
) -> Interval:
    """An interval for recall."""
    return of_totals(flagged, other, _share, level=level)


def of_totals(
    flagged: Sequence[Part],
    other: Sequence[Part],
    measure: Callable[[Floats, Floats], Floats],
    *,
    level: float = DEFAULT_LEVEL,
) -> Interval:
    """An interval for a measure that grows with hits and falls with misses.

    These are the extremes over all pairs of totals that are not yet refuted; the evidence that
    refutes a pair is split between flagged and other strata in every way. Evidence against the
    one total counts less where the other total is likely: only their product is a martingale.
    """
    if not sum(part.n_population for part in flagged):
        return undefined_interval("nothing is flagged", level=level)
    price = math.log(1 / (1 - check_level(level)))
    hits, misses = _totals(flagged, JEFFREYS), _totals(other, RARE)
    # The likeliest total of one side has a price below 0, which leaves more to the other side.
    to_flagged = np.linspace(hits.least_price, price - misses.least_price, 201)
    least_hits, most_hits = hits.extremes(to_flagged)
    least_misses, most_misses = misses.extremes(price - to_flagged)
    with np.errstate(invalid="ignore"):
        low = np.min(np.nan_to_num(measure(least_hits, most_misses), nan=0.0))
        high = np.max(np.nan_to_num(measure(most_hits, least_misses), nan=1.0))
    return Interval(float(low), float(high), level, METHOD)


def _share(hits: Floats, misses: Floats) -> Floats:
    return np.asarray(hits / (hits + misses))


@dataclass(frozen=True, slots=True, eq=False)
class _Totals:
    """The possible numbers of errors in some strata, with the evidence against each of them.

    The price of a total is the least sum of the strata's log martingales at numbers that add up
    to it. They are convex, so a total is cheapest when built by the cheapest steps first; `ups`
    and `downs` are what so many steps cost together.
    """

    likeliest: int
    least_price: float
    ups: Floats
    downs: Floats

    def extremes(self, prices: Floats) -> tuple[Floats, Floats]:
        """The least and the greatest total at no more than each price."""
        budgets = prices - self.least_price
        n_down, n_up = (
            np.searchsorted(costs, budgets, side="right").astype(np.float64)
            for costs in (self.downs, self.ups)
        )
        return self.likeliest - n_down, self.likeliest + n_up


def _totals(parts: Sequence[Part], prior: Prior) -> _Totals:
    likeliest, least_price, ups, downs = 0, 0.0, [np.zeros(0)], [np.zeros(0)]
    for part in parts:
        logs = _log_martingale(part, prior)
        best = int(np.argmin(logs))
        likeliest += part.n_errors + best
        least_price += float(logs[best])
        steps = np.diff(logs)
        ups.append(steps[best:])
        downs.append(-steps[:best])
    costs = (np.cumsum(np.sort(np.concatenate(steps))) for steps in (ups, downs))
    return _Totals(likeliest, least_price, *costs)


def _log_martingale(part: Part, prior: Prior) -> Floats:
    """log prior(K) / posterior(K) for K = errors found, one more, ... all that may be."""
    from scipy.special import betaln, gammaln

    def log_choose(n: int, k: Floats) -> Floats:
        return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))

    n, x = part.n_sample, part.n_errors
    unseen = np.arange(part.n_population - n + 1, dtype=np.float64)
    log_marginal = betaln(x + prior[0], n - x + prior[1]) - betaln(*prior)
    log_likelihood = log_choose(part.n_population - n, unseen)
    log_likelihood = log_likelihood - log_choose(part.n_population, x + unseen)
    return np.asarray(log_marginal - log_likelihood)
