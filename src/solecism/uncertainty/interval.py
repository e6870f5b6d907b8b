"""An interval: between which values an unknown quantity lies, at which level, by which method."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from solecism.errors import InputError

DEFAULT_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, which are NaN where `method` says why there is no interval.

    >>> 0.5 in Interval(0.25, 0.75, 0.95, "Wald")
    True
    """

    low: float
    high: float
    level: float = DEFAULT_LEVEL
    method: str = ""

    @property
    def half_width(self) -> float:
        """Half the distance between the two ends."""
        return (self.high - self.low) / 2

    @property
    def is_defined(self) -> bool:
        """Whether there is an interval at all."""
        return not (math.isnan(self.low) or math.isnan(self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"[{self.low:.3f}, {self.high:.3f}]" if self.is_defined else f"({self.method})"


def undefined(reason: str, *, level: float = DEFAULT_LEVEL) -> Interval:
    """No interval, and why."""
    return Interval(math.nan, math.nan, level, reason)


def check_level(level: float) -> float:
    """The level itself, where it can be the level of an interval."""
    if not 0 < level < 1:
        raise InputError(f"level {level} is not between 0 and 1. Give a share such as 0.95.")
    return level


def normal_quantile(level: float) -> float:
    """How many standard errors a normal interval of this level goes to either side.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    return NormalDist().inv_cdf((1 + check_level(level)) / 2)


def student_quantile(level: float, degrees_of_freedom: float) -> float:
    """The same for Student's t; infinitely many degrees of freedom are the normal one.

    >>> round(student_quantile(0.95, 2), 3)
    4.303
    """
    if math.isinf(degrees_of_freedom):
        return normal_quantile(level)
    from scipy.special import stdtrit

    return float(stdtrit(degrees_of_freedom, (1 + check_level(level)) / 2))


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
