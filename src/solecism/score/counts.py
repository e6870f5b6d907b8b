"""Counts of hits, misses and false alarms, which may be fractional, and measures from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solecism.figure import PRECISION, RECALL, f_name, ratio


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sites, or shares of them, are errors or not, flagged or not.

    >>> counts = Counts(hits=3, misses=1, false_alarms=2, correct=14)
    >>> counts.precision, counts.recall, round(counts.f(0.5), 3)
    (0.6, 0.75, 0.625)
    """

    hits: float
    misses: float
    false_alarms: float
    correct: float

    @property
    def precision(self) -> float:
        """The share of flags that are at errors."""
        return self.ratio(PRECISION)

    @property
    def recall(self) -> float:
        """The share of errors that are flagged."""
        return self.ratio(RECALL)

    def f(self, beta: float) -> float:
        """The weighted harmonic mean, in which recall counts beta times as much."""
        return self.ratio(f_name(beta))

    def ratio(self, measure: str) -> float:
        """Precision, recall or F by name; NaN where the denominator is 0."""
        n_flagged, n_errors = self.hits + self.false_alarms, self.hits + self.misses
        return ratio(measure, self.hits, n_flagged, n_errors)


def weighted_counts(shares: Sequence[Any] | ArrayLike, is_flagged: ArrayLike) -> Counts:
    """Counts of sites that are errors for these `shares` of raters (paper 002, 4.1).

    H = sum c p, M = sum (1 - c) p, FP = sum c (1 - p). Shares of 0 and 1 give ordinary counts,
    and fractions give fractions.
    """
    p = np.asarray(shares)
    c = np.asarray(is_flagged).astype(int)
    return Counts(
        hits=_sum(c * p),
        misses=_sum((1 - c) * p),
        false_alarms=_sum(c * (1 - p)),
        correct=_sum((1 - c) * (1 - p)),
    )


def _sum(terms: NDArray[Any]) -> float:
    """The sum as a Python number, or as an exact fraction."""
    total = terms.sum()
    number: float = total.item() if isinstance(total, np.generic) else total
    return number
