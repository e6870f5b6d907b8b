"""Rates of events: exact intervals for one rate, and the exact comparison of two.

The number of events in a given exposure, such as errors in a number of words, counts as Poisson
distributed. The interval of a rate is that of Garwood (1936). Two rates are compared given the
total number of events: the events of the second then follow a binomial distribution (Przyborowski
and Wilenski 1940), whose exact interval (Clopper and Pearson 1934) gives that of the ratio.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.uncertainty.interval import check_level

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
        return undefined(NO_EXPOSURE, level=level)
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
        return RateRatio(math.nan, undefined(reason, level=level), math.nan)
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
