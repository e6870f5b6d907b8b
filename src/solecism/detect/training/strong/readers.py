"""How well the share of readers who object is told, text by text unseen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.detect.strong.repairs import GROUPS
from solecism.detect.strong.tuning import Floats, Tuning
from solecism.detect.training.strong.tune import Objections, readers_lines

_LEAST = 1e-4
_N_BINS = 10


@dataclass(frozen=True, slots=True)
class Loss:
    """Log loss a reader: by the group's mean share, by the confidence, and by the lines.

    `gap` is the mean distance between the share that was told and the one that objects, over ten
    bins of equal numbers of places.
    """

    n: int
    base: float
    confidence: float
    lines: float
    gap: float


def cross_fitted(found: Objections, tuning: Tuning, *, n_folds: int = 10) -> Loss:
    """The losses where the lines, and the means, were learnt from other texts."""
    told, means = np.zeros(len(found.shares)), np.zeros(len(found.shares))
    for fold in range(n_folds):
        mine = found.documents % n_folds == fold
        rest = found.select(~mine)
        lines = readers_lines(rest)
        for number, group in enumerate(GROUPS):
            rows = mine & (found.groups == number)
            told[rows] = lines[group](found.shares[rows])
            others = rest.counts[rest.groups == number]
            means[rows] = others.mean() / found.n_readers if len(others) else 0.0
    confidence = np.zeros(len(found.shares))
    for number, group in enumerate(GROUPS):
        rows = found.groups == number
        confidence[rows] = tuning.groups[group].calibration(found.shares[rows])
    shares = found.counts / found.n_readers
    return Loss(
        len(shares),
        _loss(means, shares),
        _loss(confidence, shares),
        _loss(told, shares),
        _gap(told, shares),
    )


def _loss(told: Floats, shares: Floats) -> float:
    p = np.clip(told, _LEAST, 1 - _LEAST)
    return float(-(shares * np.log(p) + (1 - shares) * np.log1p(-p)).mean())


def _gap(told: Floats, shares: Floats) -> float:
    order = np.argsort(told, kind="stable")
    bins = [part for part in np.array_split(order, _N_BINS) if len(part)]
    return float(np.mean([abs(told[part].mean() - shares[part].mean()) for part in bins]))
