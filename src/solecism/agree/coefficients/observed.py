"""Observed agreement: how often two raters of an item give the same answer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solecism.agree.agreement import Coefficient
from solecism.numeric.arrays import Floats, Ints
from solecism.panel import Panel


def observed_agreement(panel: Panel) -> Coefficient:
    """The share of agreeing pairs of answers, the mean over items with two answers or more."""
    return Coefficient("observed", agreeing_pairs(panel.counts()), _ratio)


def agreeing_pairs(counts: Ints) -> Floats:
    """For each item, whether it has two answers, and the share of its pairs that agree."""
    n_answers = counts.sum(axis=1)
    n_pairs = n_answers * (n_answers - 1)
    n_agreeing = (counts * (counts - 1)).sum(axis=1)
    return np.stack([n_pairs > 0, n_agreeing / np.maximum(n_pairs, 1)], axis=1)


def answer_shares(counts: Ints) -> Floats:
    """For each item, whether it has an answer, and the share of each label among its answers."""
    n_answers = counts.sum(axis=1, keepdims=True)
    return np.concatenate([n_answers > 0, counts / np.maximum(n_answers, 1)], axis=1)


def _ratio(sums: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(sums[..., 1] / sums[..., 0])
