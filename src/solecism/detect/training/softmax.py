"""Multinomial logistic regression over hashed features, by AdaGrad on batches of examples.

Duchi, Hazan and Singer (2011): a step for each weight that grows smaller the more it has moved,
which suits features of which some are common and most are rare.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from solecism.detect.maxent import WIDTH, Floats, Maxent, log_softmax

_START = 1e-3
_LARGEST = 127
# Weights of rare features count for less, but not in proportion: rare ones are many.
_POWER = 0.25

Rows = npt.NDArray[np.integer]


class Softmax:
    """Weights that learn: a row a feature and a column a class."""

    def __init__(self, n_rows: int, n_classes: int, *, rate: float = 0.2) -> None:
        self.weights = np.zeros((n_rows, n_classes), dtype=np.float32)
        self._squares = np.full((n_rows, n_classes), _START, dtype=np.float32)
        self._rate = np.float32(rate)

    def step(self, rows: Rows, labels: npt.NDArray[np.integer]) -> float:
        """Learn from a batch (a row of feature rows an example); its mean loss before."""
        n_examples, n_features = rows.shape
        used, place = np.unique(rows, return_inverse=True)
        ends = np.arange(0, n_examples * n_features + 1, n_features)
        ones = np.ones(n_examples * n_features, dtype=np.float32)
        batch = csr_matrix((ones, place.ravel(), ends), shape=(n_examples, len(used)))
        weights = self.weights[used]
        log_p = log_softmax(batch @ weights)
        each = np.arange(n_examples)
        loss = -float(log_p[each, labels].mean())
        error = np.exp(log_p)
        error[each, labels] -= 1
        gradient = batch.T @ error
        squares = self._squares[used] + gradient**2
        self._squares[used] = squares
        self.weights[used] = weights - self._rate * gradient / np.sqrt(squares)
        return loss


def quantised(
    buckets: Rows, weights: Floats, counts: npt.NDArray[np.integer], *, bits: int, n_weights: int
) -> Maxent:
    """The model with the `n_weights` that move scores most, in 8 bits.

    Row i belongs to the features whose hash ends in `buckets[i]`, seen `counts[i]` times. The few
    largest weights are cut to spare the precision of the others.
    """
    centred = weights - weights.mean(axis=1, keepdims=True)
    largest = float(np.quantile(np.abs(centred), 0.9999)) if centred.size else 1.0
    scale = max(largest, 1e-6) / _LARGEST
    small = np.clip(np.rint(centred / scale), -_LARGEST, _LARGEST).astype(np.int8)
    worth = np.abs(centred) * (counts.astype(np.float32) ** _POWER)[:, None]
    worth[small == 0] = 0
    if n_weights < worth.size:
        least = np.partition(worth, worth.size - n_weights, axis=None)[worth.size - n_weights]
        small[worth < least] = 0
    rows = np.flatnonzero(small.any(axis=1))
    flat = np.pad(small[rows], ((0, 0), (0, WIDTH - small.shape[1]))).ravel()
    places = np.flatnonzero(flat)
    return Maxent(
        bits, buckets[rows].astype(np.uint32), places.astype(np.uint32), flat[places], scale
    )
