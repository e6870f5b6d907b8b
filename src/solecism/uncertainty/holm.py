"""Holm's correction of p-values for many tests (Holm 1979)."""

from __future__ import annotations

import math
from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for all tests of the family, in the same order.

    The smallest of n p-values is multiplied by n, the next by n - 1, and so on; none becomes
    smaller than the one before it, nor larger than 1. A test without a p-value (NaN) does not
    count.

    >>> holm([0.01, 0.04, 0.02])
    [0.03, 0.04, 0.04]
    """
    order = sorted(
        (place for place, p in enumerate(p_values) if not math.isnan(p)), key=lambda n: p_values[n]
    )
    corrected = [math.nan] * len(p_values)
    largest = 0.0
    for n_smaller, place in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - n_smaller) * p_values[place]))
        corrected[place] = largest
    return corrected
