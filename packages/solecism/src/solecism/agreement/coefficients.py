"""The coefficients of agreement between raters, each a function of a panel, and their names.

Observed agreement; Fleiss' kappa (1971), with Gwet's (2014) treatment of missing answers; Scott's
pi (1955), for two raters who share one distribution of answers; Gwet's AC1 (2008), which does not
collapse when nearly all answers are the same; Krippendorff's alpha (2011, Computing Krippendorff's
alpha-reliability), with missing answers; and Cohen's kappa (1960), plain and weighted (1968).

Standard errors of Cohen's kappa: asymptotic and under the null hypothesis of no agreement by
Fleiss, Cohen and Everitt (1969); the simple one, which takes chance agreement as known, is that of
paper 004.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from solecism.agreement.agreement import (
    Agreement,
    Coefficient,
    Linearised,
    agreement,
    normal_interval,
)
from solecism.agreement.confusion import Confusion, confusion
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL
from solecism.numeric import Floats, Ints
from solecism.panel import Panel


def observed_agreement(panel: Panel) -> Coefficient:
    """The share of agreeing pairs of answers, the mean over items with two answers or more."""
    return Coefficient("observed", agreeing_pairs(panel.counts()), _observed_formula)


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


def _observed_formula(sums: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(sums[..., 1] / sums[..., 0])


def fleiss_kappa(panel: Panel) -> Coefficient:
    """Agreement beyond that of raters who draw answers from the panel's mean shares."""
    counts = panel.counts()
    statistics = np.concatenate([agreeing_pairs(counts), answer_shares(counts)], axis=1)
    return Coefficient("fleiss", statistics, _fleiss_formula)


def _fleiss_formula(sums: NDArray[Any]) -> NDArray[Any]:
    p_observed = sums[..., 1] / sums[..., 0]
    p_label = sums[..., 3:] / sums[..., 2:3]
    p_chance = (p_label**2).sum(axis=-1)
    return np.asarray((p_observed - p_chance) / (1 - p_chance))


def scott_pi(panel: Panel) -> Coefficient:
    """Fleiss' kappa of the items that both of two raters judge."""
    if panel.n_raters > 2:
        raise InputError(f"Scott's pi is for two raters, not {panel.n_raters}. Use fleiss.")
    n_answers = np.bincount(panel.item, minlength=panel.n_items)
    coefficient = fleiss_kappa(panel)
    judged_by_both = (n_answers == 2)[:, None]
    return replace(coefficient, name="scott", statistics=coefficient.statistics * judged_by_both)


def gwet_ac1(panel: Panel) -> Coefficient:
    """Agreement beyond that of raters who guess on the items that are hard to judge."""
    counts = panel.counts()
    statistics = np.concatenate([agreeing_pairs(counts), answer_shares(counts)], axis=1)
    return Coefficient("ac1", statistics, _ac1_formula)


def _ac1_formula(sums: NDArray[Any]) -> NDArray[Any]:
    p_observed = sums[..., 1] / sums[..., 0]
    p_label = sums[..., 3:] / sums[..., 2:3]
    n_labels = np.float64(p_label.shape[-1])
    p_chance = (p_label * (1 - p_label)).sum(axis=-1) / (n_labels - 1)
    return np.asarray((p_observed - p_chance) / (1 - p_chance))


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
        return Coefficient("alpha", np.concatenate([same, paired], axis=1), _nominal_alpha)
    if metric == "ordinal":
        low, high = np.triu_indices(panel.n_labels, k=1)
        pairs = 2 * paired[:, low] * paired[:, high] / others
        return Coefficient("alpha-ordinal", np.concatenate([paired, pairs], axis=1), _ordinal_alpha)
    scale = _label_values(panel, values)
    # About the mean, so that the formula does not subtract two large sums of squares.
    scale = scale - (paired.sum(axis=0) @ scale) / max(paired.sum(), 1.0)
    moments = paired @ np.stack([np.ones_like(scale), scale, scale**2], axis=1)
    apart = (moments[:, 0] * moments[:, 2] - moments[:, 1] ** 2)[:, None] / others
    return Coefficient("alpha-interval", np.concatenate([apart, moments], axis=1), _interval_alpha)


def _nominal_alpha(sums: NDArray[Any]) -> NDArray[Any]:
    same, of_label = sums[..., 0], sums[..., 1:]
    n = of_label.sum(axis=-1)
    return np.asarray(1 - (n - 1) * (n - same) / (n**2 - (of_label**2).sum(axis=-1)))


def _ordinal_alpha(sums: NDArray[Any]) -> NDArray[Any]:
    n_labels = int((np.sqrt(8 * sums.shape[-1] + 1) - 1) / 2)
    of_label, pairs = sums[..., :n_labels], sums[..., n_labels:]
    low, high = np.triu_indices(n_labels, k=1)
    up_to = np.cumsum(of_label, axis=-1) - of_label / 2
    distance = (up_to[..., high] - up_to[..., low]) ** 2
    expected = 2 * (of_label[..., low] * of_label[..., high] * distance).sum(axis=-1)
    observed = (pairs * distance).sum(axis=-1)
    return np.asarray(1 - (of_label.sum(axis=-1) - 1) * observed / expected)


def _interval_alpha(sums: NDArray[Any]) -> NDArray[Any]:
    apart, n, first, second = (sums[..., column] for column in range(4))
    return np.asarray(1 - (n - 1) * apart / (n * second - first**2))


def _label_values(panel: Panel, values: Sequence[float] | None) -> Floats:
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
    reason = _why_kappa_undefined(table, p_chance)
    if not reason:
        value = (p_observed - p_chance) / (1 - p_chance)
        error = math.sqrt(max(_VARIANCES[se](p, weight) / n, 0.0))
    return Agreement(
        value,
        name=_cohen_name(weights),
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

    return Coefficient(_cohen_name(weights), statistics, kappa)


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
            influence[both] += _kappa_influence(p, weight).ravel()[cells]
    value = total / n_shared if n_shared else math.nan
    name = _cohen_name(weights).replace("cohen", "mean pairwise cohen")
    return Linearised(name, value, influence / max(n_shared, 1))


def _why_kappa_undefined(table: Confusion, p_chance: float) -> str:
    if not table.n_items:
        return f"{table.first} and {table.second} share no item"
    return "all answers are the same, so chance agreement is 1" if p_chance == 1 else ""


def _cohen_name(weights: Weights) -> str:
    return "cohen" if weights == "none" else f"cohen-{weights}"


def _observed_and_chance(p: Floats, weight: Floats) -> tuple[float, float]:
    return float((weight * p).sum()), float(p.sum(axis=1) @ weight @ p.sum(axis=0))


def _kappa_influence(p: Floats, weight: Floats) -> Floats:
    """How far an item in each cell moves kappa: mean 0, its mean square the variance of one."""
    p_observed, p_chance = _observed_and_chance(p, weight)
    margins = (weight @ p.sum(axis=0))[:, None] + (p.sum(axis=1) @ weight)[None, :]
    mean = p_observed * p_chance - 2 * p_chance + p_observed
    return np.asarray(
        (weight * (1 - p_chance) - margins * (1 - p_observed) - mean) / (1 - p_chance) ** 2
    )


def _asymptotic_variance(p: Floats, weight: Floats) -> float:
    return float((p * _kappa_influence(p, weight) ** 2).sum())


def _simple_variance(p: Floats, weight: Floats) -> float:
    p_observed, p_chance = _observed_and_chance(p, weight)
    return (float((weight**2 * p).sum()) - p_observed**2) / (1 - p_chance) ** 2


def _null_variance(p: Floats, weight: Floats) -> float:
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    _, p_chance = _observed_and_chance(p, weight)
    margins = (weight @ columns)[:, None] + (rows @ weight)[None, :]
    spread = float(rows @ (weight - margins) ** 2 @ columns)
    return (spread - p_chance**2) / (1 - p_chance) ** 2


_VARIANCES = {
    "asymptotic": _asymptotic_variance,
    "simple": _simple_variance,
    "null": _null_variance,
}


_COHEN_WEIGHTS: dict[str, Weights] = {
    "cohen": "none",
    "cohen-linear": "linear",
    "cohen-quadratic": "quadratic",
}


def _cohen_measure(name: str) -> Callable[[Panel], Coefficient | Linearised]:
    weights = _COHEN_WEIGHTS[name]

    def coefficient(panel: Panel) -> Coefficient | Linearised:
        if panel.n_raters > 2:
            return mean_pairwise_kappa(panel, weights=weights)
        return cohen_coefficient(panel, weights=weights)

    return coefficient


MEASURES: dict[str, Callable[[Panel], Coefficient | Linearised]] = {
    "observed": observed_agreement,
    **{name: _cohen_measure(name) for name in _COHEN_WEIGHTS},
    "scott": scott_pi,
    "fleiss": fleiss_kappa,
    "alpha": krippendorff_alpha,
    "alpha-ordinal": lambda panel: krippendorff_alpha(panel, metric="ordinal"),
    "alpha-interval": lambda panel: krippendorff_alpha(panel, metric="interval"),
    "ac1": gwet_ac1,
}


def usual_measures(panel: Panel) -> tuple[str, ...]:
    """The measures to show by default."""
    of_raters = "scott" if panel.n_raters == 2 else "fleiss"
    return ("observed", "cohen", of_raters, "alpha", "ac1")


def coefficient(panel: Panel, measure: str) -> Coefficient | Linearised:
    """A measure of the panel as a coefficient, for standard errors, bootstrap and differences."""
    if measure not in MEASURES:
        raise InputError(f"there is no measure {measure!r}. There are {', '.join(MEASURES)}.")
    return MEASURES[measure](panel)


def measure_agreement(
    panel: Panel,
    measures: Sequence[str] = (),
    *,
    level: float = DEFAULT_LEVEL,
    n_draws: int = 0,
    rng: np.random.Generator | None = None,
) -> list[Agreement]:
    """Each measure with its standard error and interval: analytic, or with `n_draws` bootstrap."""
    figures = []
    for measure in measures or usual_measures(panel):
        source = coefficient(panel, measure)
        if measure in _COHEN_WEIGHTS and not n_draws and _has_closed_form(panel):
            table = confusion(panel, *panel.raters)
            figures.append(cohen_kappa(table, weights=_COHEN_WEIGHTS[measure], level=level))
        else:
            figures.append(agreement(source, panel, level=level, n_draws=n_draws, rng=rng))
    return figures


def _has_closed_form(panel: Panel) -> bool:
    """Whether there are two raters, and the items are drawn independently."""
    return panel.n_raters == 2 and len(np.unique(panel.cluster)) == panel.n_items
