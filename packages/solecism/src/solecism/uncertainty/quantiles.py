"""Quantiles of the normal and of Student's t distribution, and intervals by log-odds.

They need no scipy, whose import takes longer than a command. The tail of Student's t is an
incomplete beta function, computed by its continued fraction (Abramowitz and Stegun 1964, 26.5.8 and
26.7.1) with Lentz's method, and Newton's method finds the quantile. With many degrees of freedom it
is a series around the normal quantile (26.7.5).
"""

from __future__ import annotations

import math

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval


def check_level(level: float) -> float:
    """The level; InputError if it is not between 0 and 1."""
    if not 0 < level < 1:
        raise InputError(f"level {level} is not between 0 and 1. Give a share such as 0.95.")
    return level


def normal_quantile(level: float) -> float:
    """The half-width of a normal interval of this level, in standard errors.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    # Imported here: most figures need no quantile, and the module takes a while.
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + check_level(level)) / 2)


def student_quantile(level: float, degrees_of_freedom: float) -> float:
    """The same for Student's t; with infinite degrees of freedom it is the normal one.

    >>> round(student_quantile(0.95, 2), 3)
    4.303
    """
    if math.isinf(degrees_of_freedom):
        return normal_quantile(level)
    return two_sided_t(check_level(level), degrees_of_freedom)


def logit_interval(
    estimate: float,
    variance: float,
    *,
    level: float = DEFAULT_LEVEL,
    degrees_of_freedom: float = math.inf,
    method: str = "logit",
) -> Interval:
    """An interval for a share, symmetric on the scale of log-odds; `variance` is the share's."""
    if math.isnan(estimate) or math.isnan(variance):
        return undefined_interval("no estimate", level=level)
    if not 0 < estimate < 1:
        return undefined_interval(f"the estimate is {estimate:g}: it has no log-odds", level=level)
    odds = estimate / (1 - estimate)
    reach = student_quantile(level, degrees_of_freedom) * math.sqrt(variance)
    factor = math.exp(min(reach / (estimate * (1 - estimate)), 700.0))
    return Interval(odds / (factor + odds), odds * factor / (1 + odds * factor), level, method)


_MOST_STEPS, _MOST_TERMS = 100, 1_000
_PRECISION = 1e-14
_TINY = 1e-300
# From here on the series is exact to more than twelve digits.
_MANY = 1_000.0


def two_sided_t(level: float, degrees_of_freedom: float) -> float:
    """The t between whose negative and itself lies this share of the distribution.

    >>> round(two_sided_t(0.95, 2), 6)
    4.302653
    """
    t = normal_quantile(level)
    if degrees_of_freedom >= _MANY:
        return _by_series(t, degrees_of_freedom)
    # The tail is convex, and wider than the normal one: from there all steps lead outwards.
    for _ in range(_MOST_STEPS):
        excess = _tail(t, degrees_of_freedom) - (1 - level)
        step = excess / (2 * _density(t, degrees_of_freedom))
        t += step
        if abs(step) <= _PRECISION * t:
            break
    return t


def _by_series(z: float, n: float) -> float:
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / n**power for power, term in enumerate(terms))


def _density(t: float, n: float) -> float:
    return _gamma_ratio(n / 2) / math.sqrt(n * math.pi) * math.exp(-(n + 1) / 2 * _log_width(t, n))


def _tail(t: float, n: float) -> float:
    """The share of the distribution with n degrees of freedom outside -t and t."""
    a, b = n / 2, 0.5
    x, rest = n / (n + t * t), t * t / (n + t * t)
    front = _gamma_ratio(a) / math.sqrt(math.pi) * math.exp(-a * _log_width(t, n)) * math.sqrt(rest)
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _log_width(t: float, n: float) -> float:
    return math.log1p(t * t / n)


def _gamma_ratio(a: float) -> float:
    """The gamma function at a + 1/2 divided by that at a."""
    return math.exp(math.lgamma(a + 0.5) - math.lgamma(a))


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    product = d
    for m in range(1, _MOST_TERMS):
        place = a + 2 * m
        for term in (
            m * (b - m) * x / ((place - 1) * place),
            -(a + m) * (a + b + m) * x / (place * (place + 1)),
        ):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            product *= c * d
        if abs(c * d - 1) <= _PRECISION / 10:
            break
    return product


def _not_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
