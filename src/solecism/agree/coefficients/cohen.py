"""Cohen's kappa (1960), plain and weighted (1968).

Standard errors: asymptotic and under the null hypothesis of no agreement by Fleiss, Cohen and
Everitt (1969); the simple one, which takes chance agreement as known, is that of paper 004.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from solecism.agree.agreement import Agreement, Coefficient, Linearised, normal_interval
from solecism.agree.confusion import Confusion
from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats
from solecism.panel import Panel

Weights = Literal["none", "linear", "quadratic"]
StandardError = Literal["asymptotic", "simple", "null"]


def cohen_kappa(
    table: Confusion,
    *,
    weights: Weights = "none",
    se: StandardError = "asymptotic",
    level: float = DEFAULT_LEVEL,
) -> Agreement:
    """Kappa of the confusion table of two raters; weights need labels in order."""
    n = table.n_items
    p = table.counts / max(n, 1)
    weight = agreement_weights(len(p), weights)
    p_observed, p_chance = _observed_and_chance(p, weight)
    value = error = math.nan
    reason = _why_undefined(table, p_chance)
    if not reason:
        value = (p_observed - p_chance) / (1 - p_chance)
        error = math.sqrt(max(_VARIANCES[se](p, weight) / n, 0.0))
    return Agreement(
        value,
        name=_name(weights),
        interval=normal_interval(value, error, level=level, reason=reason),
        note=reason,
        se=error,
        n_items=n,
        n_judgments=2 * n,
        n_raters=2,
    )


def agreement_weights(n_labels: int, weights: Weights) -> Floats:
    """How far each pair of labels agrees, from 1 (the same) down to 0.

    >>> agreement_weights(3, "linear")[0].tolist()
    [1.0, 0.5, 0.0]
    """
    label = np.arange(n_labels)
    distance: Floats = np.abs(label[:, None] - label) / max(n_labels - 1, 1)
    if weights == "none":
        return np.eye(n_labels)
    if weights not in ("linear", "quadratic"):
        raise InputError(
            f"there are no weights {weights!r}. The weights are none, linear and quadratic."
        )
    return np.asarray(1 - distance ** (1 if weights == "linear" else 2))


def cohen_coefficient(panel: Panel, *, weights: Weights = "none") -> Coefficient:
    """Kappa of a panel of two raters, as a formula of sums over the items both judge."""
    if panel.n_raters > 2:
        raise InputError(f"Cohen's kappa is for two raters, not {panel.n_raters}.")
    weight = agreement_weights(panel.n_labels, weights)
    answers = panel.matrix()
    if panel.n_raters < 2:
        answers = np.full((panel.n_items, 2), -1, dtype=np.int16)
    both = np.all(answers >= 0, axis=1, keepdims=True)
    first, second = (np.eye(panel.n_labels)[answers[:, rater]] * both for rater in (0, 1))
    agreeing = ((first @ weight) * second).sum(axis=1, keepdims=True)
    statistics = np.concatenate([both, agreeing, first, second], axis=1)

    def kappa(sums: NDArray[Any]) -> NDArray[Any]:
        n, n_agreeing = sums[..., 0], sums[..., 1]
        rows, columns = np.split(sums[..., 2:], 2, axis=-1)
        p_chance = ((rows @ weight) * columns).sum(axis=-1) / n**2
        return np.asarray((n_agreeing / n - p_chance) / (1 - p_chance))

    return Coefficient(_name(weights), statistics, kappa)


def mean_pairwise_kappa(panel: Panel, *, weights: Weights = "none") -> Linearised:
    """The mean of the kappas of all pairs of raters for whom it is defined (Light 1971).

    Where raters share different numbers of items, each pair counts by the items it shares.
    """
    weight = agreement_weights(panel.n_labels, weights)
    # Rater by rater in memory: half the time goes into reading answers otherwise.
    answers = np.ascontiguousarray(panel.matrix().T)
    total, n_shared = 0.0, 0
    influence = np.zeros(panel.n_items)
    for first, second in combinations(answers, 2):
        both = np.flatnonzero((first >= 0) & (second >= 0))
        cells = first[both].astype(np.int64) * panel.n_labels + second[both]
        p = np.bincount(cells, minlength=panel.n_labels**2) / max(len(both), 1)
        p = p.reshape(weight.shape)
        p_observed, p_chance = _observed_and_chance(p, weight)
        if len(both) and p_chance < 1:
            n_shared += len(both)
            total += len(both) * (p_observed - p_chance) / (1 - p_chance)
            influence[both] += _influence(p, weight).ravel()[cells]
    value = total / n_shared if n_shared else math.nan
    name = _name(weights).replace("cohen", "mean pairwise cohen")
    return Linearised(name, value, influence / max(n_shared, 1))


def _why_undefined(table: Confusion, p_chance: float) -> str:
    if not table.n_items:
        return f"{table.first} and {table.second} share no item"
    return "all answers are the same, so chance agreement is 1" if p_chance == 1 else ""


def _name(weights: Weights) -> str:
    return "cohen" if weights == "none" else f"cohen-{weights}"


def _observed_and_chance(p: Floats, weight: Floats) -> tuple[float, float]:
    return float((weight * p).sum()), float(p.sum(axis=1) @ weight @ p.sum(axis=0))


def _influence(p: Floats, weight: Floats) -> Floats:
    """How far an item in each cell moves kappa: mean 0, its mean square the variance of one."""
    p_observed, p_chance = _observed_and_chance(p, weight)
    margins = (weight @ p.sum(axis=0))[:, None] + (p.sum(axis=1) @ weight)[None, :]
    mean = p_observed * p_chance - 2 * p_chance + p_observed
    return np.asarray(
        (weight * (1 - p_chance) - margins * (1 - p_observed) - mean) / (1 - p_chance) ** 2
    )


def _asymptotic(p: Floats, weight: Floats) -> float:
    return float((p * _influence(p, weight) ** 2).sum())


def _simple(p: Floats, weight: Floats) -> float:
    p_observed, p_chance = _observed_and_chance(p, weight)
    return (float((weight**2 * p).sum()) - p_observed**2) / (1 - p_chance) ** 2


def _null(p: Floats, weight: Floats) -> float:
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    _, p_chance = _observed_and_chance(p, weight)
    margins = (weight @ columns)[:, None] + (rows @ weight)[None, :]
    spread = float(rows @ (weight - margins) ** 2 @ columns)
    return (spread - p_chance**2) / (1 - p_chance) ** 2


_VARIANCES = {"asymptotic": _asymptotic, "simple": _simple, "null": _null}
