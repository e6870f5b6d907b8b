"""Intervals for a proportion in a finite or infinite population, from a sample.

With n of N items drawn, the finite-population correction multiplies the variance by 1 - n/N,
which for Wilson's interval is the same as a sample of n / (1 - n/N).
"""

from __future__ import annotations

import math

import numpy as np

from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.numeric.arrays import Floats
from solecism.uncertainty.interval import normal_quantile

NO_ITEM = "no item was judged"
JEFFREYS = 0.5


def wald(
    n_successes: float, n: int, *, n_population: int | None = None, level: float = DEFAULT_LEVEL
) -> Interval:
    """p +- z sqrt(p(1-p)/n): what paper 000 (section 6.3) uses.

    >>> print(wald(600, 750))
    [0.771, 0.829]
    """
    _check_counts(n_successes, n, n_population)
    if n == 0:
        return undefined(NO_ITEM, level=level)
    p = n_successes / n
    reach = normal_quantile(level) * math.sqrt(p * (1 - p) / n * _unseen_share(n, n_population))
    return Interval(max(0.0, p - reach), min(1.0, p + reach), level, "Wald")


def wilson(
    n_successes: float, n: int, *, n_population: int | None = None, level: float = DEFAULT_LEVEL
) -> Interval:
    """Wilson's score interval (1927).

    >>> print(wilson(600, 750)), print(wilson(600, 750, n_population=1000))
    [0.770, 0.827]
    [0.785, 0.814]
    (None, None)
    """
    _check_counts(n_successes, n, n_population)
    if n == 0:
        return undefined(NO_ITEM, level=level)
    unseen = _unseen_share(n, n_population)
    if unseen == 0:
        return Interval(n_successes / n, n_successes / n, level, "all items were judged")
    return wilson_effective(
        n_successes / n, n / unseen, level=level, quantile=normal_quantile(level)
    )


def wilson_effective(
    p: float, n_effective: float, *, quantile: float, level: float = DEFAULT_LEVEL
) -> Interval:
    """Wilson's interval for an estimate with the precision of `n_effective` independent items."""
    if math.isnan(p) or not n_effective > 0:
        return undefined(NO_ITEM, level=level)
    if math.isinf(n_effective):
        return Interval(p, p, level, "all items were judged")
    z2 = quantile * quantile
    centre = (p + z2 / (2 * n_effective)) / (1 + z2 / n_effective)
    reach = quantile * math.sqrt(p * (1 - p) / n_effective + z2 / (4 * n_effective**2))
    reach /= 1 + z2 / n_effective
    low = 0.0 if p == 0 else max(0.0, centre - reach)
    high = 1.0 if p == 1 else min(1.0, centre + reach)
    return Interval(low, high, level, "Wilson")


def bayes(
    n_successes: int,
    n: int,
    *,
    n_population: int,
    level: float = DEFAULT_LEVEL,
    prior: float = JEFFREYS,
) -> Interval:
    """The equal-tailed posterior interval of the share in a finite population.

    As with Jeffreys' interval for infinite populations (Brown, Cai & DasGupta 2001), it begins
    at what was seen where no success was seen, and ends there where no failure was.
    """
    posterior = unseen_successes(n_successes, n, n_population=n_population, prior=prior)
    cumulative = np.cumsum(posterior)
    tail = (1 - level) / 2
    low = int(np.searchsorted(cumulative, tail)) if n_successes else 0
    high = len(posterior) - 1
    if n_successes < n or n == 0:
        high = min(high, int(np.searchsorted(cumulative, 1 - tail)))
    return Interval(
        (n_successes + low) / n_population,
        (n_successes + high) / n_population,
        level,
        "Bayes, finite population",
    )


def unseen_successes(
    n_successes: int, n: int, *, n_population: int, prior: float = JEFFREYS
) -> Floats:
    """The beta-binomial posterior of how many of the items not drawn are successes: 0, 1, ..."""
    from scipy.special import betaln, gammaln

    _check_counts(n_successes, n, n_population)
    n_unseen = n_population - n
    k = np.arange(n_unseen + 1)
    a, b = n_successes + prior, n - n_successes + prior
    logs = gammaln(n_unseen + 1) - gammaln(k + 1) - gammaln(n_unseen - k + 1)
    logs += betaln(k + a, n_unseen - k + b) - betaln(a, b)
    p = np.exp(logs)
    return np.asarray(p / p.sum())


def _unseen_share(n: int, n_population: int | None) -> float:
    return 1.0 if n_population is None else 1 - n / n_population


def _check_counts(n_successes: float, n: int, n_population: int | None) -> None:
    if not 0 <= n_successes <= n:
        raise InputError(f"{n_successes} of {n} is not a proportion.")
    if n_population is not None and n > n_population:
        raise InputError(f"a sample of {n} items is larger than its population of {n_population}.")
