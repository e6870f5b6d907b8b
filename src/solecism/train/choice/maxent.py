"""Training of the maximum-entropy model on native text (Tetreault and Chodorow 2008)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import Layout
from solecism.detect.choice.maxent import Maxent
from solecism.train.choice.shard import Shard
from solecism.train.choice.softmax import Softmax, most_useful, quantised

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
    layout: Layout,
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
    layout: Layout,
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


def _counts(native: Shard, layout: Layout, bits: int) -> npt.NDArray[np.uint32]:
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
