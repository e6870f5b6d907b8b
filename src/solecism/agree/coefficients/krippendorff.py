"""Krippendorff's alpha (2011, Computing Krippendorff's alpha-reliability), with missing answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from solecism.agree.agreement import Coefficient
from solecism.errors import InputError
from solecism.numeric.arrays import Floats
from solecism.panel import Panel

Metric = Literal["nominal", "ordinal", "interval"]


def krippendorff_alpha(
    panel: Panel, *, metric: Metric = "nominal", values: Sequence[float] | None = None
) -> Coefficient:
    """1 - observed / expected disagreement, over items with two answers or more.

    Ordinal labels stand in the panel's order; interval ones have `values`, or are numbers.
    """
    counts = panel.counts()
    n_answers = counts.sum(axis=1, keepdims=True)
    paired: Floats = np.where(n_answers > 1, counts, 0).astype(np.float64)
    others = np.maximum(n_answers - 1.0, 1.0)
    if metric == "nominal":
        same = (paired * (paired - 1) / others).sum(axis=1, keepdims=True)
        return Coefficient("alpha", np.concatenate([same, paired], axis=1), _nominal)
    if metric == "ordinal":
        low, high = np.triu_indices(panel.n_labels, k=1)
        pairs = 2 * paired[:, low] * paired[:, high] / others
        return Coefficient("alpha-ordinal", np.concatenate([paired, pairs], axis=1), _ordinal)
    scale = _scale(panel, values)
    # About the mean, so that the formula does not subtract two large sums of squares.
    scale = scale - (paired.sum(axis=0) @ scale) / max(paired.sum(), 1.0)
    moments = paired @ np.stack([np.ones_like(scale), scale, scale**2], axis=1)
    apart = (moments[:, 0] * moments[:, 2] - moments[:, 1] ** 2)[:, None] / others
    return Coefficient("alpha-interval", np.concatenate([apart, moments], axis=1), _interval)


def _nominal(sums: NDArray[Any]) -> NDArray[Any]:
    same, of_label = sums[..., 0], sums[..., 1:]
    n = of_label.sum(axis=-1)
    return np.asarray(1 - (n - 1) * (n - same) / (n**2 - (of_label**2).sum(axis=-1)))


def _ordinal(sums: NDArray[Any]) -> NDArray[Any]:
    n_labels = int((np.sqrt(8 * sums.shape[-1] + 1) - 1) / 2)
    of_label, pairs = sums[..., :n_labels], sums[..., n_labels:]
    low, high = np.triu_indices(n_labels, k=1)
    up_to = np.cumsum(of_label, axis=-1) - of_label / 2
    distance = (up_to[..., high] - up_to[..., low]) ** 2
    expected = 2 * (of_label[..., low] * of_label[..., high] * distance).sum(axis=-1)
    observed = (pairs * distance).sum(axis=-1)
    return np.asarray(1 - (of_label.sum(axis=-1) - 1) * observed / expected)


def _interval(sums: NDArray[Any]) -> NDArray[Any]:
    apart, n, first, second = (sums[..., column] for column in range(4))
    return np.asarray(1 - (n - 1) * apart / (n * second - first**2))


def _scale(panel: Panel, values: Sequence[float] | None) -> Floats:
    try:
        scale = np.array([float(value) for value in values or panel.labels], dtype=np.float64)
    except ValueError as error:
        raise InputError(
            f"labels {', '.join(panel.labels)} are not numbers. Give each its value, "
            "or use the ordinal or nominal alpha."
        ) from error
    if len(scale) != panel.n_labels or not np.isfinite(scale).all():
        raise InputError(f"{len(scale)} finite values expected for {panel.n_labels} labels.")
    return scale
