"""Quantiles of Student's t distribution, without scipy, whose import takes longer than a command.

The tail is an incomplete beta function, computed by its continued fraction (Abramowitz and Stegun
1964, 26.5.8 and 26.7.1) with Lentz's method, and Newton's method finds the quantile. With many
degrees of freedom it is a series around the normal quantile (26.7.5).
"""

from __future__ import annotations

import math
from statistics import NormalDist

_MOST_STEPS, _MOST_TERMS = 100, 1_000
_PRECISION = 1e-14
_TINY = 1e-300
# From here on the series is exact to more than twelve digits.
_MANY = 1_000.0


def half_width(level: float, degrees_of_freedom: float) -> float:
    """The t between whose negative and itself lies this share of the distribution.

    >>> round(half_width(0.95, 2), 6)
    4.302653
    """
    t = NormalDist().inv_cdf((1 + level) / 2)
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
