"""Logistic regression over hashed features and a few figures, by AdaGrad."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
from solecism.detect.choice.judge import BITS, Judge, Rows
from solecism.link_functions import expit

_BATCH = 1024
_START = 1e-2
_LARGEST = 127


class Logistic:
    """Weights that learn, kept near 0 by an L2 penalty."""

    def __init__(self, n_figures: int, *, rate: float = 0.05, penalty: float = 1e-4) -> None:
        self._table = np.zeros(1 << BITS, dtype=np.float32)
        self._squares = np.full(1 << BITS, _START, dtype=np.float32)
        self._of_figures = np.zeros(n_figures, dtype=np.float32)
        self._figure_squares = np.full(n_figures, _START, dtype=np.float32)
        self._rate, self._penalty = np.float32(rate), np.float32(penalty)

    def learn(
        self,
        rows: Rows,
        figures: Floats32,
        is_error: npt.NDArray[np.bool_],
        *,
        weights: Floats32,
        rng: np.random.Generator,
    ) -> None:
        """Go once through the examples, in an order drawn anew."""
        order = rng.permutation(len(rows))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            self._step(rows[batch], figures[batch], is_error[batch], weights[batch])

    def _step(
        self, rows: Rows, figures: Floats32, is_error: npt.NDArray[np.bool_], weights: Floats32
    ) -> None:
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

    def judge(self) -> Judge:
        """What was learnt, in 8 bits."""
        scale = max(float(np.abs(self._table).max()), 1e-6) / _LARGEST
        table = np.rint(self._table / scale).astype(np.int8)
        return Judge(table, scale, self._of_figures.copy())
