"""An interval that contains an unknown quantity, with its confidence level and its method."""

from __future__ import annotations

import math
from dataclasses import dataclass

DEFAULT_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval from `low` to `high`; where both are NaN, `method` says why.

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
        return format(self, ".3f")

    def __format__(self, spec: str) -> str:
        """Both ends in brackets, each formatted as a float; the reason if there is no interval.

        >>> f"{Interval(0.25, 0.75):.2f}", str(undefined("no item was judged"))
        ('[0.25, 0.75]', '(no item was judged)')
        """
        spec = spec or ".3f"
        if not self.is_defined:
            return f"({self.method})"
        return f"[{self.low:{spec}}, {self.high:{spec}}]"


def undefined(reason: str, *, level: float = DEFAULT_LEVEL) -> Interval:
    """An undefined interval, with the reason."""
    return Interval(math.nan, math.nan, level, reason)
