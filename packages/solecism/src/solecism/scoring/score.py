"""The scores of a system: precision, recall, F and kappa, with their intervals.

All are ratios of sums over sites, from counts that may be fractional. Sites of one sentence are
kept together, and where several raters answered, new raters could have answered differently: both
go into the variance.

Kappa is Cohen's, between a system and the majority, where a tie may be half an error. Its standard
error is the asymptotic one of Fleiss, Cohen and Everitt (1969), as the sum of what each site does
to kappa.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solecism.figure import (
    DEFAULT_LEVEL,
    MEASURES,
    PRECISION,
    RECALL,
    Figure,
    Interval,
    f_name,
    ratio,
    ratio_terms,
    undefined_figure,
    undefined_interval,
)
from solecism.numeric import Bools, Floats, Ints32
from solecism.uncertainty.quantiles import student_quantile
from solecism.uncertainty.two_way import (
    RaterPrior,
    TwoWay,
    n_there,
    ratio_influence,
    share_interval,
    two_way,
    zero_filled,
)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sites, or shares of them, are errors or not, flagged or not.

    >>> counts = Counts(hits=3, misses=1, false_alarms=2, correct=14)
    >>> counts.precision, counts.recall, round(counts.f(0.5), 3)
    (0.6, 0.75, 0.625)
    """

    hits: float
    misses: float
    false_alarms: float
    correct: float

    @property
    def precision(self) -> float:
        """The share of flags that are at errors."""
        return self.ratio(PRECISION)

    @property
    def recall(self) -> float:
        """The share of errors that are flagged."""
        return self.ratio(RECALL)

    def f(self, beta: float) -> float:
        """The weighted harmonic mean, in which recall counts beta times as much."""
        return self.ratio(f_name(beta))

    def ratio(self, measure: str) -> float:
        """Precision, recall or F by name; NaN where the denominator is 0."""
        n_flagged, n_errors = self.hits + self.false_alarms, self.hits + self.misses
        return ratio(measure, self.hits, n_flagged, n_errors)


def weighted_counts(shares: Sequence[Any] | ArrayLike, is_flagged: ArrayLike) -> Counts:
    """Counts of sites that are errors for these `shares` of raters (paper 002, 4.1).

    H = sum c p, M = sum (1 - c) p, FP = sum c (1 - p). Shares of 0 and 1 give ordinary counts,
    and fractions give fractions.
    """
    p = np.asarray(shares)
    c = np.asarray(is_flagged).astype(int)
    return Counts(
        hits=_sum(c * p),
        misses=_sum((1 - c) * p),
        false_alarms=_sum(c * (1 - p)),
        correct=_sum((1 - c) * (1 - p)),
    )


def _sum(terms: NDArray[Any]) -> float:
    """The sum as a Python number, or as an exact fraction."""
    total = terms.sum()
    number: float = total.item() if isinstance(total, np.generic) else total
    return number


SENTENCES, SENTENCES_AND_RATERS = "sentences", "sentences and raters"
NO_FLAG = "the system flags nothing"
NO_ERROR = "nobody calls a site an error"


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a system for one kind of site, `against` the answers of raters.

    `figures` are by name: precision, recall, F1 and F0.5. Where their intervals are for raters
    like these, `these_raters` has the intervals for these alone.
    """

    system: str
    kind: str
    against: str
    estimand: str
    n_items: int
    counts: Counts
    figures: dict[str, Figure]
    these_raters: dict[str, Interval] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RaterVariance:
    """Additional variance of each measure, by name, estimated from n units."""

    variance: dict[str, float]
    n_units: int
    method: str = SENTENCES_AND_RATERS

    def to(self, item: float, name: str, n_items: int) -> TwoWay:
        """Both parts, with Satterthwaite's degrees of freedom."""
        if self.n_units < 2 or math.isnan(item):
            return TwoWay(item, math.nan, max(1.0, n_items - 1), 1.0)
        rater = self.variance[name]
        spread = item**2 / max(n_items - 1, 1) + rater**2 / (self.n_units - 1)
        freedom = (item + rater) ** 2 / spread if spread else math.inf
        return TwoWay(item, rater, max(1.0, freedom), self.n_units)


def site_terms(name: str, flagged: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """The terms of each site (items x raters) in a measure's numerator and denominator."""
    return _terms(name, flagged, errors, flagged * errors)


def _terms(name: str, flagged: Floats, errors: Floats, hits: Floats) -> tuple[Floats, Floats]:
    return ratio_terms(name, hits, np.broadcast_to(flagged, errors.shape), errors)


def score_figures(
    is_flagged: Bools,
    errors: Floats,
    clusters: Ints32,
    *,
    level: float = DEFAULT_LEVEL,
    added: RaterVariance | None = None,
    prior: RaterPrior | None = None,
) -> dict[str, Figure]:
    """All figures; errors are items x raters, 0 to 1, NaN where a rater did not answer.

    The `prior` says how much raters differ, where there are several.
    """
    flagged = is_flagged[:, None].astype(np.float64)
    hits = flagged * errors
    figures = {}
    for name in MEASURES:
        above, below = _terms(name, flagged, errors, hits)
        ratio, influence = ratio_influence(above, below) if len(above) else (math.nan, above)
        if math.isnan(ratio):
            figures[name] = undefined_figure(name, _why_not(name, len(above)), level=level)
            continue
        variance = clustered(influence, clusters, answers=errors, prior=prior)
        if added is not None:
            variance = added.to(variance.item, name, len(above))
        method = added.method if added is not None else SENTENCES_AND_RATERS
        interval = _interval(ratio, variance, below, method, level)
        figures[name] = Figure(ratio, name=name, interval=interval)
    return figures


def _interval(ratio: float, variance: TwoWay, below: Floats, method: str, level: float) -> Interval:
    """The interval of a figure; its method says for what it holds."""
    n_items = int(np.count_nonzero(np.nansum(below, axis=1)))
    interval = share_interval(ratio, variance, n_items=n_items, level=level)
    if not interval.is_defined:
        return interval
    return replace(interval, method=SENTENCES if math.isnan(variance.rater) else method)


def _why_not(name: str, n_items: int) -> str:
    if not n_items:
        return "there is no site"
    return {PRECISION: NO_FLAG, RECALL: NO_ERROR}.get(name, f"{NO_FLAG} and {NO_ERROR}")


def clustered(
    influence: Floats,
    clusters: Ints32,
    *,
    answers: Floats | None = None,
    prior: RaterPrior | None = None,
) -> TwoWay:
    """The two-way variance of a mean, with the items of a cluster drawn together."""
    item_variance = cluster_variance(influence, clusters)
    return two_way(influence, item_variance=item_variance, answers=answers, prior=prior)


def cluster_variance(influence: Floats, clusters: Ints32) -> float:
    """The variance of the mean of the items' means, with the items of a cluster drawn together."""
    is_there = ~np.isnan(influence)
    means = zero_filled(influence, is_there).sum(axis=1) / n_there(is_there)
    sums = np.bincount(clusters, means)[np.bincount(clusters) > 0] / len(means)
    n = len(sums)
    return float(n / (n - 1) * (sums**2).sum()) if n > 1 else math.nan


KAPPA = "kappa"


def system_kappa(
    is_flagged: Bools,
    errors: Floats,
    clusters: Ints32,
    *,
    level: float = DEFAULT_LEVEL,
) -> Figure:
    """Kappa of flags and errors (0 to 1), NaN where both are the same everywhere."""
    if not len(errors):
        return undefined_figure(KAPPA, "there is no site", level=level)
    kappa, influence = _kappa(is_flagged.astype(np.float64), errors)
    if math.isnan(kappa):
        reason = "system and majority give one and the same answer everywhere"
        return undefined_figure(KAPPA, reason, level=level)
    n_clusters = int(np.count_nonzero(np.bincount(clusters)))
    if n_clusters < 2:
        interval = undefined_interval("there is one sentence only", level=level)
        return Figure(kappa, name=KAPPA, interval=interval)
    se = math.sqrt(cluster_variance(influence[:, None], clusters))
    reach = student_quantile(level, n_clusters - 1) * se
    low, high = max(-1.0, kappa - reach), min(1.0, kappa + reach)
    return Figure(kappa, name=KAPPA, interval=Interval(low, high, level, "linearised"), se=se)


def _kappa(flags: Floats, errors: Floats) -> tuple[float, Floats]:
    agreed = flags * errors + (1 - flags) * (1 - errors)
    p_flag, p_error, p_agreed = flags.mean(), errors.mean(), agreed.mean()
    p_chance = p_flag * p_error + (1 - p_flag) * (1 - p_error)
    if p_chance >= 1:
        return math.nan, np.zeros_like(errors)
    kappa = (p_agreed - p_chance) / (1 - p_chance)
    of_chance = (2 * p_error - 1) * (flags - p_flag) + (2 * p_flag - 1) * (errors - p_error)
    influence = (agreed - p_agreed - (1 - kappa) * of_chance) / (1 - p_chance)
    return float(kappa), influence
