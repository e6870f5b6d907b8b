"""Intervals for a proportion in a population, and for the rate of events in an exposure.

With n of N items drawn, the finite-population correction multiplies the variance by 1 - n/N, which
for Wilson's interval is the same as a sample of n / (1 - n/N).

The number of events in a given exposure, such as errors in a number of words, counts as Poisson
distributed. The interval of a rate is that of Garwood (1936). Two rates are compared given the
total number of events: the events of the second then follow a binomial distribution (Przyborowski
and Wilenski 1940), whose exact interval (Clopper and Pearson 1934) gives that of the ratio.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval
from solecism.numeric import Floats
from solecism.uncertainty.quantiles import check_level, normal_quantile

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
        return undefined_interval(NO_ITEM, level=level)
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
        return undefined_interval(NO_ITEM, level=level)
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
        return undefined_interval(NO_ITEM, level=level)
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


NO_EXPOSURE = "nothing was observed"
NO_EVENT = "no event was seen"
_RATIO_METHOD = "Clopper-Pearson, given the total"


@dataclass(frozen=True, slots=True)
class RateRatio:
    """The second of two rates divided by the first, its interval, and the p-value of no change.

    The interval excludes 1 exactly where the p-value is below 1 minus its level.
    """

    ratio: float
    interval: Interval
    p_value: float


def rate_interval(n_events: int, exposure: float, *, level: float = DEFAULT_LEVEL) -> Interval:
    """The exact interval of a rate, in events per unit of exposure.

    >>> print(rate_interval(10, 1.0))
    [4.795, 18.390]
    """
    from scipy.special import gammaincinv

    _check(n_events, exposure)
    if exposure == 0:
        return undefined_interval(NO_EXPOSURE, level=level)
    tail = (1 - check_level(level)) / 2
    low = float(gammaincinv(n_events, tail)) if n_events else 0.0
    high = float(gammaincinv(n_events + 1, 1 - tail))
    return Interval(low / exposure, high / exposure, level, "Garwood")


def rate_ratio(
    first: tuple[int, float], second: tuple[int, float], *, level: float = DEFAULT_LEVEL
) -> RateRatio:
    """The comparison of two rates, each given by its number of events and its exposure.

    The p-value is twice the smaller tail of the binomial distribution.

    >>> change = rate_ratio((20, 400), (8, 400))
    >>> print(change.ratio, change.interval, round(change.p_value, 4))
    0.4 [0.152, 0.948] 0.0357
    """
    for n_events, exposure in (first, second):
        _check(n_events, exposure)
    tail = (1 - check_level(level)) / 2
    (n_first, first_exposure), (n_second, second_exposure) = first, second
    n = n_first + n_second
    if not first_exposure or not second_exposure or not n:
        reason = NO_EVENT if first_exposure and second_exposure else NO_EXPOSURE
        return RateRatio(math.nan, undefined_interval(reason, level=level), math.nan)
    from scipy.special import bdtr, bdtrc, betaincinv

    scale = first_exposure / second_exposure
    share = second_exposure / (first_exposure + second_exposure)
    low = float(betaincinv(n_second, n_first + 1, tail)) if n_second else 0.0
    high = float(betaincinv(n_second + 1, n_first, 1 - tail)) if n_first else 1.0
    at_most = float(bdtr(n_second, n, share))
    at_least = float(bdtrc(n_second - 1, n, share)) if n_second else 1.0
    return RateRatio(
        n_second / n_first * scale if n_first else math.inf,
        Interval(_odds(low) * scale, _odds(high) * scale, level, _RATIO_METHOD),
        min(1.0, 2 * min(at_most, at_least)),
    )


def _odds(share: float) -> float:
    return math.inf if share == 1 else share / (1 - share)


def _check(n_events: int, exposure: float) -> None:
    if n_events < 0 or not 0 <= exposure < math.inf or (n_events and not exposure):
        raise InputError(f"{n_events} events in an exposure of {exposure} are not a rate.")
