"""Quantiles for a confidence level, and the interval of a share by its log-odds."""

from __future__ import annotations

import math
from statistics import NormalDist

from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.numeric.student import half_width


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
    return NormalDist().inv_cdf((1 + check_level(level)) / 2)


def student_quantile(level: float, degrees_of_freedom: float) -> float:
    """The same for Student's t; with infinite degrees of freedom it is the normal one.

    >>> round(student_quantile(0.95, 2), 3)
    4.303
    """
    if math.isinf(degrees_of_freedom):
        return normal_quantile(level)
    return half_width(check_level(level), degrees_of_freedom)


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
        return undefined("no estimate", level=level)
    if not 0 < estimate < 1:
        return undefined(f"the estimate is {estimate:g}: it has no log-odds", level=level)
    odds = estimate / (1 - estimate)
    reach = student_quantile(level, degrees_of_freedom) * math.sqrt(variance)
    factor = math.exp(min(reach / (estimate * (1 - estimate)), 700.0))
    return Interval(odds / (factor + odds), odds * factor / (1 + odds * factor), level, method)
