"""Precision, recall and F as functions of two totals: errors flagged (hits) and not (misses)."""

from __future__ import annotations

import math

import numpy as np

from solecism.arrays import Floats

PRECISION, RECALL, F1, F_HALF = "precision", "recall", "f1", "f0.5"
MEASURES = (PRECISION, RECALL, F1, F_HALF)
BETA_SQUARED = {F1: 1.0, F_HALF: 0.25}


def value(measure: str, hits: float, misses: float, n_flagged: int) -> float:
    """The measure, NaN where it divides nothing by nothing.

    >>> value(RECALL, 800, 2700, 1000) == 8 / 35, value(F_HALF, 800, 2700, 1000) == 8 / 15
    (True, True)
    """
    above, below = hits, float(n_flagged)
    if measure == RECALL:
        below = hits + misses
    elif measure in BETA_SQUARED:
        beta2 = BETA_SQUARED[measure]
        above, below = (1 + beta2) * hits, n_flagged + beta2 * (hits + misses)
    return above / below if below else math.nan


def values(measure: str, hits: Floats, misses: Floats, n_flagged: int) -> Floats:
    """The same for arrays of totals."""
    pairs = zip(hits.tolist(), misses.tolist(), strict=True)
    return np.array([value(measure, hit, miss, n_flagged) for hit, miss in pairs])


def gradient(measure: str, hits: float, misses: float, n_flagged: int) -> tuple[float, float]:
    """How much one more hit, and one more miss, changes the measure."""
    now = value(measure, hits, misses, n_flagged)
    if math.isnan(now):
        return math.nan, math.nan
    if measure == PRECISION:
        return 1 / n_flagged, 0.0
    if measure == RECALL:
        return (1 - now) / (hits + misses), -now / (hits + misses)
    beta2 = BETA_SQUARED[measure]
    below = n_flagged + beta2 * (hits + misses)
    return (1 + beta2 - beta2 * now) / below, -beta2 * now / below
