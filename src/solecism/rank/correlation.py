"""Four measures of the agreement of two lists of numbers, computed for many draws at once.

Each takes arrays (... x systems) and gives one value per draw, NaN where one list is constant.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.stats import rankdata

from solecism.numeric.arrays import Floats

PEARSON, SPEARMAN, KENDALL, PAIRWISE = "Pearson", "Spearman", "Kendall", "pairs"


def pearson(first: Floats, second: Floats) -> Floats:
    """Pearson's correlation."""
    x = first - first.mean(axis=-1, keepdims=True)
    y = second - second.mean(axis=-1, keepdims=True)
    scale = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    # A constant list has no spread but for rounding.
    sizes = np.abs(first).max(axis=-1) * np.abs(second).max(axis=-1)
    return _ratio((x * y).sum(axis=-1), np.where(scale > 1e-12 * sizes, scale, 0.0))


def spearman(first: Floats, second: Floats) -> Floats:
    """Spearman's correlation: Pearson's of the ranks, ties sharing their mean rank."""
    return pearson(rankdata(first, axis=-1), rankdata(second, axis=-1))


def kendall(first: Floats, second: Floats) -> Floats:
    """Kendall's tau-b, which allows for ties in both lists."""
    x, y = _signs(first), _signs(second)
    pairs = np.abs(x).sum(axis=(-1, -2)) * np.abs(y).sum(axis=(-1, -2))
    return _ratio((x * y).sum(axis=(-1, -2)), np.sqrt(pairs))


def pairwise_accuracy(first: Floats, second: Floats) -> Floats:
    """The share of pairs with different values in `second` that `first` orders in the same way.

    A pair that is tied in `first` counts half.
    """
    x, y = _signs(first), _signs(second)
    n_decided = np.abs(y).sum(axis=(-1, -2))
    return _ratio(((1 + x * y) / 2 * np.abs(y)).sum(axis=(-1, -2)), n_decided)


MEASURES: dict[str, Callable[[Floats, Floats], Floats]] = {
    PEARSON: pearson,
    SPEARMAN: spearman,
    KENDALL: kendall,
    PAIRWISE: pairwise_accuracy,
}


def _signs(values: Floats) -> Floats:
    return np.sign(values[..., :, None] - values[..., None, :])


def _ratio(above: Floats, below: Floats) -> Floats:
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    ratio = np.full(below.shape, np.nan)
    np.divide(above, below, out=ratio, where=below > 0)
    return ratio
