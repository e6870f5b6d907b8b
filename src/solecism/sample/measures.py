"""Precision, recall and F as functions of two totals: flagged errors and missed errors."""

from __future__ import annotations

import math

from solecism.figure import PRECISION, RECALL, Count, f_beta, ratio


def value(measure: str, hits: Count, misses: Count, n_flagged: Count) -> Count:
    """The value of the measure, NaN where it is 0 / 0.

    >>> value(RECALL, 800, 2700, 1000) == 8 / 35, value("F0.5", 800, 2700, 1000) == 8 / 15
    (True, True)
    """
    return ratio(measure, hits, n_flagged, hits + misses)


def gradient(measure: str, hits: float, misses: float, n_flagged: int) -> tuple[float, float]:
    """How much one more hit, and one more miss, changes the measure."""
    now = value(measure, hits, misses, n_flagged)
    if math.isnan(now):
        return math.nan, math.nan
    if measure == PRECISION:
        return 1 / n_flagged, 0.0
    if measure == RECALL:
        return (1 - now) / (hits + misses), -now / (hits + misses)
    weight = f_beta(measure) ** 2
    below = n_flagged + weight * (hits + misses)
    return (1 + weight - weight * now) / below, -weight * now / below
