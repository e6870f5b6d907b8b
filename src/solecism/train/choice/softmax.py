"""Multinomial logistic regression over hashed features, by AdaGrad on batches of examples.

Duchi, Hazan and Singer (2011): the rate of each weight decreases the more it has moved, which suits
features of which some are common and most are rare.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from solecism.detect.choice.layout import Layout
from solecism.detect.choice.maxent import Maxent
from solecism.numeric.arrays import Floats32
from solecism.numeric.link_functions import log_softmax

_START = 1e-3
_LARGEST, _QUANTILE = 127, 0.9995
# Weights of rare features count for less, but less than in proportion: most features are rare.
_POWER = 0.25

Rows = npt.NDArray[np.integer]


class Softmax:
    """The weights in training: one row per feature, one column per class.

    Row 0 stands for all other features and stays 0. With `start`, training goes on from these
    weights, and those that are 0 stay 0.
    """

    def __init__(
        self, n_rows: int, n_classes: int, *, rate: float = 0.2, start: Floats32 | None = None
    ) -> None:
        self.weights = np.zeros((n_rows, n_classes), dtype=np.float32) if start is None else start
        self._is_fixed = None if start is None else start == 0
        self._squares = np.full((n_rows, n_classes), _START, dtype=np.float32)
        self._rate = np.float32(rate)

    def step(self, rows: Rows, labels: npt.NDArray[np.integer], *, share: float = 1.0) -> float:
        """Train on a batch, one row of features per example, and give its mean loss before.

        `share` of the rate is used.
        """
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
        if self._is_fixed is not None:
            gradient[self._is_fixed[used]] = 0
        squares = self._squares[used] + gradient**2
        self._squares[used] = squares
        self.weights[used] = weights - self._rate * np.float32(share) * gradient / np.sqrt(squares)
        self.weights[0] = 0
        return loss


def most_useful(weights: Floats32, counts: npt.NDArray[np.integer], n_weights: int) -> Floats32:
    """The weights that change scores most over the examples of their features; the others are 0.

    Row i belongs to features seen `counts[i]` times.
    """
    centred = weights - weights.mean(axis=1, keepdims=True)
    if n_weights < centred.size:
        worth = np.abs(centred) * (counts.astype(np.float32) ** _POWER)[:, None]
        least = np.partition(worth, worth.size - n_weights, axis=None)[worth.size - n_weights]
        centred[worth < least] = 0
    return np.asarray(centred)


def quantised(buckets: Rows, weights: Floats32, layout: Layout, *, bits: int) -> Maxent:
    """The model with weights in 8 bits; row i is of features whose hash ends in `buckets[i]`.

    The few largest weights are cut to spare the precision of the others.
    """
    sizes = np.abs(weights[weights != 0])
    largest = float(np.quantile(sizes, _QUANTILE)) if sizes.size else 1.0
    scale = max(largest, 1e-6) / _LARGEST
    small = np.clip(np.rint(weights / scale), -_LARGEST, _LARGEST).astype(np.int8)
    rows = np.flatnonzero(small.any(axis=1))
    table = np.pad(small[rows], ((1, 0), (0, layout.width - small.shape[1])))
    return Maxent(layout, bits, buckets[rows].astype(np.uint32), table, scale)
