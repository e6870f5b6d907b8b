"""Training of the maximum-entropy model on native text (Tetreault and Chodorow 2008).

It is a multinomial logistic regression over hashed features, fitted by AdaGrad on batches of
examples (Duchi, Hazan and Singer 2011): the rate of each weight decreases the more it has moved,
which suits features of which some are common and most are rare.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from solecism.detect.light.context_models import ContextLayout, Maxent
from solecism.numeric import Floats32, log_softmax
from solecism_lab.train.choice.native_shards import Shard

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


def quantised(buckets: Rows, weights: Floats32, layout: ContextLayout, *, bits: int) -> Maxent:
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


_PIECE = 200_000
N_PASSES = 2

Report = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class MaxentSettings:
    """The settings of training; the defaults are those of the bundled model of prepositions."""

    bits: int = 24
    max_rows: int = 3_500_000
    n_weights: int = 3_000_000
    rate: float = 0.3
    second_rate: float = 0.1
    batch: int = 4096


def train_maxent(
    native: Shard,
    layout: ContextLayout,
    *,
    rng: np.random.Generator,
    settings: MaxentSettings,
    report: Report | None = None,
) -> Maxent:
    """The model trained on native examples; `report` is called with the number seen so far.

    It is trained twice: all weights of frequent features, then, with a decreasing rate, only those
    that proved useful, which make up for the others.
    """
    counts = _counts(native, layout, settings.bits)
    buckets = _frequent(counts, settings.max_rows)
    first = Softmax(len(buckets) + 1, layout.n_classes, rate=settings.rate)
    learn = partial(_learn, native=native, layout=layout, rng=rng, settings=settings)
    learn(first, buckets, report=report)
    weights = most_useful(first.weights[1:], counts[buckets], settings.n_weights)
    del first
    rows = np.flatnonzero(weights.any(axis=1))
    buckets, start = buckets[rows], np.pad(weights[rows], ((1, 0), (0, 0)))
    second = Softmax(len(start), layout.n_classes, rate=settings.second_rate, start=start)
    shifted = None if report is None else lambda done: report(len(native) + done)
    learn(second, buckets, report=shifted, is_decreasing=True)
    return quantised(buckets, second.weights[1:], layout, bits=settings.bits)


def _learn(
    model: Softmax,
    buckets: npt.NDArray[np.int64],
    *,
    native: Shard,
    layout: ContextLayout,
    rng: np.random.Generator,
    settings: MaxentSettings,
    report: Report | None,
    is_decreasing: bool = False,
) -> None:
    """One epoch over the examples in a new random order: the last ones are learnt best."""
    mask = np.uint32((1 << settings.bits) - 1)
    index = np.zeros(1 << settings.bits, dtype=np.int32)
    index[buckets] = np.arange(1, len(buckets) + 1)
    order = rng.permutation(len(native))
    for start in range(0, len(order), settings.batch):
        batch = order[start : start + settings.batch]
        rows = index[layout.hashed(native.contexts[batch]) & mask]
        share = 1 - start / len(order) if is_decreasing else 1.0
        model.step(rows, native.choices[batch], share=share)
        if report is not None:
            report(start + len(batch))


def _counts(native: Shard, layout: ContextLayout, bits: int) -> npt.NDArray[np.uint32]:
    """How often each feature occurs, by the last bits of its hash."""
    counts = np.zeros(1 << bits, dtype=np.uint32)
    for start in range(0, len(native), _PIECE):
        rows = layout.hashed(native.contexts[start : start + _PIECE]) & np.uint32(len(counts) - 1)
        counts += np.bincount(rows.ravel(), minlength=len(counts)).astype(np.uint32)
    return counts


def _frequent(counts: npt.NDArray[np.uint32], max_rows: int) -> npt.NDArray[np.int64]:
    """The most frequent features in ascending order, each seen at least twice."""
    least = 2
    while np.count_nonzero(counts >= least) > max_rows:
        least += 1
    return np.flatnonzero(counts >= least)
