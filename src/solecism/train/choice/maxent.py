"""Train the maximum-entropy model of native text (Tetreault and Chodorow 2008)."""

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

Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class MaxentSettings:
    """What can be chosen; the bundled model has these."""

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
    tell: Tell | None = None,
) -> Maxent:
    """The model that learnt from native examples; `tell` hears how many it has seen.

    It learns twice: all weights of frequent features, then, in ever smaller steps, only those that
    proved useful, which make up for the others.
    """
    counts = _counts(native, layout, settings.bits)
    buckets = _frequent(counts, settings.max_rows)
    first = Softmax(len(buckets) + 1, layout.n_classes, rate=settings.rate)
    learn = partial(_learn, native=native, layout=layout, rng=rng, settings=settings)
    learn(first, buckets, tell=tell)
    weights = most_useful(first.weights[1:], counts[buckets], settings.n_weights)
    del first
    rows = np.flatnonzero(weights.any(axis=1))
    buckets, start = buckets[rows], np.pad(weights[rows], ((1, 0), (0, 0)))
    second = Softmax(len(start), layout.n_classes, rate=settings.second_rate, start=start)
    heard = None if tell is None else lambda done: tell(len(native) + done)
    learn(second, buckets, tell=heard, is_sinking=True)
    return quantised(buckets, second.weights[1:], layout, bits=settings.bits)


def _learn(
    model: Softmax,
    buckets: npt.NDArray[np.int64],
    *,
    native: Shard,
    layout: Layout,
    rng: np.random.Generator,
    settings: MaxentSettings,
    tell: Tell | None,
    is_sinking: bool = False,
) -> None:
    """Go once through the examples, in an order drawn anew: what comes last is learnt best."""
    mask = np.uint32((1 << settings.bits) - 1)
    index = np.zeros(1 << settings.bits, dtype=np.int32)
    index[buckets] = np.arange(1, len(buckets) + 1)
    order = rng.permutation(len(native))
    for start in range(0, len(order), settings.batch):
        batch = order[start : start + settings.batch]
        rows = index[layout.hashed(native.contexts[batch]) & mask]
        share = 1 - start / len(order) if is_sinking else 1.0
        model.step(rows, native.choices[batch], share=share)
        if tell is not None:
            tell(start + len(batch))


def _counts(native: Shard, layout: Layout, bits: int) -> npt.NDArray[np.uint32]:
    """How often each feature occurs, by the last bits of its hash."""
    counts = np.zeros(1 << bits, dtype=np.uint32)
    for start in range(0, len(native), _PIECE):
        rows = layout.hashed(native.contexts[start : start + _PIECE]) & np.uint32(len(counts) - 1)
        counts += np.bincount(rows.ravel(), minlength=len(counts)).astype(np.uint32)
    return counts


def _frequent(counts: npt.NDArray[np.uint32], max_rows: int) -> npt.NDArray[np.int64]:
    """The features seen most often, from twice on, in order."""
    least = 2
    while np.count_nonzero(counts >= least) > max_rows:
        least += 1
    return np.flatnonzero(counts >= least)
