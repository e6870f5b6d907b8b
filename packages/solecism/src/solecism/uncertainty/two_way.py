"""Variance of a mean of answers if both the items and the raters are random samples.

For complete tables this is V = s2(item means)/n + s2(rater means)/K - s2(residual)/(nK), not
below the item term, with Satterthwaite's degrees of freedom. With answers missing, the variance
between raters comes from their weighted deviations from the other raters of the same items,
set equal to its expectation (method of moments); the complete table is the special case.

Two or three raters say next to nothing about how raters differ. Where answers are 0 or 1, other
studies do: raters differ in strictness, the log-odds with which they say 1, and a rater who is
stricter by d moves a figure by d g, where g is the mean over items of the covariance, within an
item, of its answers with what each contributes to the figure. So the variance between raters is
about g^2 times the variance of strictness, for which `RaterPrior` has a scaled inverse chi-squared
distribution; it counts as so many raters more (as in Smyth's moderated t, 2004).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval
from solecism.numeric import Bools, Floats, Ints
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.quantiles import normal_quantile, student_quantile


@dataclass(frozen=True, slots=True)
class RaterPrior:
    """What studies say of the variance of raters' strictness, in log-odds squared.

    It is worth as many raters as it has degrees of freedom.
    """

    variance: float
    degrees_of_freedom: float


RATERS_OF_STUDIES = RaterPrior(0.59, 13.0)
"""The prior from studies of judgments about language (benchmarks/measuring/rater_prior.py).

The standard deviations of strictness are .56 for the ten annotators of CoNLL-2014 (Bryant and Ng
2015; prepositions, determiners and number), .72 for Turkers who choose sentences (BLiMP), .85 for
native speakers who judge sentences (Dentella et al.), and .87 for Turkers who judge corrections of
Lang-8. They are .80 to 1.20 in four studies of crowds without language (dogs, faces, ducks,
products)."""
PriorName = Literal["studies", "none"]
PRIORS: dict[PriorName, RaterPrior | None] = {"studies": RATERS_OF_STUDIES, "none": None}


@dataclass(frozen=True, slots=True)
class TwoWay:
    """The variance of a mean: its parts between items and raters, with degrees of freedom.

    `rater` is NaN where too few items have two answers to know anything of raters; the variance
    is then that of items alone.
    """

    item: float
    rater: float
    degrees_of_freedom: float
    n_raters: float

    @property
    def variance(self) -> float:
        """Both parts together."""
        return self.item if math.isnan(self.rater) else self.item + self.rater

    def quantile(self, level: float) -> float:
        """The half-width of an interval in standard errors.

        Satterthwaite's t alone covers .91 of .95 where three raters differ much, as it takes the
        part between raters for better known than it is; so not less than Cochran's (1964)
        combination, in which that part has Student's t of its own.
        """
        satterthwaite = student_quantile(level, self.degrees_of_freedom)
        if math.isnan(self.rater) or self.variance == 0:
            return satterthwaite
        of_raters = student_quantile(level, self.n_raters - 1) ** 2 * self.rater
        cochran = (normal_quantile(level) ** 2 * self.item + of_raters) / self.variance
        return max(satterthwaite, math.sqrt(cochran))


def two_way(
    values: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    item_variance: float | None = None,
    answers: ArrayLike | None = None,
    prior: RaterPrior | None = None,
) -> TwoWay:
    """The variance of the weighted mean over items of their mean answer.

    `values` are items x raters, NaN where a rater did not answer. `weights` of the items sum
    to one; `item_variance` is the variance of the weighted item means where items were not
    drawn at random from one population (strata, finite populations). With the `answers`, 0 or 1,
    that the values come from, the `prior` is used.
    """
    table, is_there = _answered(values)
    n, per_item = len(table), n_there(is_there)
    shares = np.full(n, 1 / n) if weights is None else np.asarray(weights, dtype=np.float64)
    means = zero_filled(table, is_there).sum(axis=1) / per_item
    if item_variance is None:
        item_variance = math.nan if n < 2 else _weighted_item_variance(means, shares)
    item_freedom = max(n - 1, 1)
    deviations = zero_filled(table - means[:, None], is_there)
    part = _between_raters(deviations, is_there, per_item, shares / per_item)
    if part is None:
        return TwoWay(item_variance, math.nan, item_freedom, 1.0)
    if prior is not None and answers is not None:
        given, _ = _answered(answers)
        part = part.moderated(prior, _effect_of_strictness(deviations, given, is_there, shares))
    rater, residual, n_raters = max(0.0, part.between * part.shared), part.residual, part.n_raters
    spread = item_variance**2 / item_freedom + (rater + residual) ** 2 / (n_raters - 1)
    freedom = (item_variance + rater) ** 2 / spread if spread else math.inf
    return TwoWay(item_variance, rater, max(1.0, freedom), n_raters)


def ratio_influence(numerators: ArrayLike, denominators: ArrayLike) -> tuple[float, Floats]:
    """A ratio of sums over items of their mean cells, and each cell's influence on it.

    Weighted precision has numerators c x and denominators c, weighted recall c x and x, for
    answers x (1: error) and flags c (items x raters, NaN where missing).
    """
    above = np.asarray(numerators, dtype=np.float64)
    below = np.broadcast_to(np.asarray(denominators, dtype=np.float64), above.shape)
    is_there = ~np.isnan(above)
    per_item = n_there(is_there)
    mean_below = _mean_of_items(below, is_there, per_item)
    if not mean_below:
        return math.nan, np.full(above.shape, np.nan)
    ratio = _mean_of_items(above, is_there, per_item) / mean_below
    return ratio, (above - ratio * below) / mean_below


def ratio_interval(
    numerators: ArrayLike,
    denominators: ArrayLike,
    *,
    answers: ArrayLike | None = None,
    prior: RaterPrior | None = None,
    level: float = DEFAULT_LEVEL,
) -> tuple[float, Interval]:
    """A ratio of sums such as weighted precision or recall, with an interval for new raters.

    >>> answers = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 0, 1]])
    >>> flags = np.array([[1], [1], [1], [0]])
    >>> precision, interval = ratio_interval(answers * flags, flags)
    >>> f"{precision:.3f} {interval}"
    '0.778 [0.054, 0.995]'
    """
    ratio, influence = ratio_influence(numerators, denominators)
    if math.isnan(ratio):
        return ratio, undefined_interval("nothing to divide by", level=level)
    counted = np.broadcast_to(denominators, influence.shape)[~np.isnan(influence).all(axis=1)]
    n_items = int(np.sum(np.nansum(np.abs(counted), axis=1) > 0))
    variance = two_way(influence, answers=answers, prior=prior)
    return ratio, share_interval(ratio, variance, n_items=n_items, level=level)


def share_interval(
    share: float, variance: TwoWay, *, n_items: int, level: float = DEFAULT_LEVEL
) -> Interval:
    """Wilson's interval for a share, for as many independent items as its variance is worth.

    Where all answers agree there is no variance to go by, and each item counts as one.
    """
    if math.isnan(share) or math.isnan(variance.variance):
        return undefined_interval("fewer than two items were judged", level=level)
    is_inside = variance.variance > 0 and 0 < share < 1
    n_effective = share * (1 - share) / variance.variance if is_inside else n_items
    quantile = variance.quantile(level) if is_inside else normal_quantile(level)
    interval = wilson_effective(share, n_effective, quantile=quantile, level=level)
    return Interval(interval.low, interval.high, level, "two-way")


def _answered(values: ArrayLike) -> tuple[Floats, Bools]:
    """The items that have an answer, and which answers are there."""
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2:
        raise InputError(f"answers of shape {table.shape} are not items x raters")
    is_there = ~np.isnan(table)
    if not is_there.any():
        raise InputError("no item has an answer")
    if is_there.all():
        return table, is_there
    is_answered = is_there.any(axis=1)
    return table[is_answered], is_there[is_answered]


def n_there(is_there: Bools) -> Ints:
    """How many answers each item has."""
    n_items, n_raters = is_there.shape
    return np.full(n_items, n_raters) if is_there.all() else is_there.sum(axis=1)


def zero_filled(table: Floats, is_there: Bools) -> Floats:
    """The table with 0 for answers that are not there; the same table where all are."""
    return table if is_there.all() else np.where(is_there, table, 0.0)


def _mean_of_items(table: Floats, is_there: Bools, per_item: Ints) -> float:
    """The mean of the items' means, 0 without an answer."""
    sums = zero_filled(table, is_there).sum(axis=1)[per_item > 0]
    return float(np.mean(sums / per_item[per_item > 0])) if len(sums) else 0.0


def _weighted_item_variance(means: Floats, shares: Floats) -> float:
    centred = means - shares @ means
    return float(np.sum((shares * centred) ** 2) * len(means) / (len(means) - 1))


@dataclass(frozen=True, slots=True)
class _BetweenRaters:
    """The variance between single raters, and the share of it that is left in the mean.

    `residual` is the part of the mean's variance that looks like that of raters, and is not.
    """

    between: float
    shared: float
    residual: float
    n_raters: float

    def moderated(self, prior: RaterPrior, effect: float) -> _BetweenRaters:
        """The same with what is known of raters elsewhere; `effect` is that of strictness."""
        own, weight = self.n_raters - 1, prior.degrees_of_freedom
        expected = effect**2 * prior.variance
        between = (weight * expected + own * self.between) / (weight + own)
        return replace(self, between=between, n_raters=self.n_raters + weight)


def _effect_of_strictness(
    deviations: Floats, answers: Floats, is_there: Bools, shares: Floats
) -> float:
    """How far the mean moves per unit of log-odds, from items with two answers and more."""
    per_item = n_there(is_there)
    means = zero_filled(answers, is_there).sum(axis=1) / per_item
    sums = (deviations * zero_filled(answers - means[:, None], is_there)).sum(axis=1)
    several = per_item > 1
    covariances = sums[several] / (per_item[several] - 1)
    return float(shares[several] @ covariances / shares[several].sum() * shares.sum())


def _between_raters(
    deviations: Floats, is_there: Bools, per_item: Ints, cell_weights: Floats
) -> _BetweenRaters | None:
    """What raters add to the variance; None where raters and residual cannot be separated.

    With r and e the variances between raters and of the rest, the squared deviations within
    items have expectation (r + e) sum(m - 1), and the squared weighted sums of each rater's
    deviations r |C|^2 + e sum(w^2 (m - 1)).
    """
    within = float((per_item - 1).sum())
    if within == 0:
        return None
    there = is_there.astype(np.float64)
    load = there.T @ cell_weights
    mixing = np.diag(load) - there.T @ (there * (cell_weights / per_item)[:, None])
    of_raters = float(np.sum(mixing**2))
    of_residual = float(cell_weights**2 @ (per_item - 1))
    sums = float(np.sum((deviations.T @ cell_weights) ** 2))
    both = float(np.sum(deviations**2)) / within
    if of_raters - of_residual <= 1e-9 * of_raters:
        return None
    between = (sums - of_residual * both) / (of_raters - of_residual)
    n = len(per_item)
    shared = float(np.sum(load**2) - np.sum(cell_weights**2 * per_item)) * n / max(n - 1, 1)
    residual = max(0.0, both - between) * of_residual / of_raters * shared
    n_raters = max(float(np.sum(load) ** 2 / np.sum(load**2)), 2.0)
    return _BetweenRaters(between, shared, residual, n_raters)
