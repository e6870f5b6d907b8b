"""Logistic regression over hashed and numeric features, by AdaGrad."""

from __future__ import annotations

import numpy as np

from solecism.detect.choice.error_scorer import BITS, ErrorScorer
from solecism.numeric.arrays import Bools, Floats32, UInts32
from solecism.numeric.link_functions import expit

_BATCH = 1024
_START = 1e-2
_LARGEST = 127


class Logistic:
    """The weights in training, with an L2 penalty."""

    def __init__(self, n_figures: int, *, rate: float = 0.05, penalty: float = 1e-4) -> None:
        self._table = np.zeros(1 << BITS, dtype=np.float32)
        self._squares = np.full(1 << BITS, _START, dtype=np.float32)
        self._of_figures = np.zeros(n_figures, dtype=np.float32)
        self._figure_squares = np.full(n_figures, _START, dtype=np.float32)
        self._rate, self._penalty = np.float32(rate), np.float32(penalty)

    def learn(
        self,
        rows: UInts32,
        figures: Floats32,
        is_error: Bools,
        *,
        weights: Floats32,
        rng: np.random.Generator,
    ) -> None:
        """One epoch over the examples, in a new random order."""
        order = rng.permutation(len(rows))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            self._step(rows[batch], figures[batch], is_error[batch], weights[batch])

    def _step(self, rows: UInts32, figures: Floats32, is_error: Bools, weights: Floats32) -> None:
        scores = self._table[rows].sum(axis=1) + figures @ self._of_figures
        error = ((expit(scores) - is_error) * weights).astype(np.float32)
        used, place = np.unique(rows, return_inverse=True)
        sums = np.bincount(place.ravel(), np.repeat(error, rows.shape[1]), len(used))
        gradient = sums.astype(np.float32) + self._penalty * len(rows) * self._table[used]
        self._squares[used] += gradient**2
        self._table[used] -= self._rate * gradient / np.sqrt(self._squares[used])
        gradient = error @ figures
        self._figure_squares += gradient**2
        self._of_figures -= self._rate * gradient / np.sqrt(self._figure_squares)

    def error_scorer(self) -> ErrorScorer:
        """The trained scorer, in 8 bits."""
        scale = max(float(np.abs(self._table).max()), 1e-6) / _LARGEST
        table = np.rint(self._table / scale).astype(np.int8)
        return ErrorScorer(table, scale, self._of_figures.copy())
