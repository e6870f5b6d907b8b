"""A score: precision, recall and F, with intervals that allow for other sentences and raters.

All are ratios of sums over sites. Sites of one sentence are kept together, and where several
raters answered, new raters could have answered differently: both go into the variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solecism.figure import MEASURES, PRECISION, RECALL, Figure, ratio_terms, undefined_figure
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Bools, Floats, Ints32
from solecism.score.counts import Counts
from solecism.uncertainty.two_way import (
    TwoWay,
    n_there,
    ratio_influence,
    share_interval,
    two_way,
    zero_filled,
)

SENTENCES, SENTENCES_AND_RATERS = "sentences", "sentences and raters"
NO_FLAG = "the system flags nothing"
NO_ERROR = "nobody calls a site an error"


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a system for one kind of site, `against` the answers of raters.

    `figures` are by name: precision, recall, F1 and F0.5.
    """

    system: str
    kind: str
    against: str
    estimand: str
    n_items: int
    counts: Counts
    figures: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class Added:
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
    added: Added | None = None,
) -> dict[str, Figure]:
    """All figures; errors are items x raters, 0 to 1, NaN where a rater did not answer."""
    flagged = is_flagged[:, None].astype(np.float64)
    hits = flagged * errors
    return {
        name: _figure(name, *_terms(name, flagged, errors, hits), clusters, level, added)
        for name in MEASURES
    }


def clustered(influence: Floats, clusters: Ints32) -> TwoWay:
    """The two-way variance of a mean, with the items of a cluster drawn together."""
    return two_way(influence, item_variance=cluster_variance(influence, clusters))


def cluster_variance(influence: Floats, clusters: Ints32) -> float:
    """The variance of the mean of the items' means, with the items of a cluster drawn together."""
    is_there = ~np.isnan(influence)
    means = zero_filled(influence, is_there).sum(axis=1) / n_there(is_there)
    sums = np.bincount(clusters, means)[np.bincount(clusters) > 0] / len(means)
    n = len(sums)
    return float(n / (n - 1) * (sums**2).sum()) if n > 1 else math.nan


def _figure(
    name: str,
    above: Floats,
    below: Floats,
    clusters: Ints32,
    level: float,
    added: Added | None,
) -> Figure:
    if not len(above):
        return undefined_figure(name, "there is no site", level=level)
    ratio, influence = ratio_influence(above, below)
    if math.isnan(ratio):
        reason = {PRECISION: NO_FLAG, RECALL: NO_ERROR}.get(name, f"{NO_FLAG} and {NO_ERROR}")
        return undefined_figure(name, reason, level=level)
    variance = clustered(influence, clusters)
    known = SENTENCES_AND_RATERS
    if added is not None:
        variance, known = added.to(variance.item, name, len(above)), added.method
    method = SENTENCES if math.isnan(variance.rater) else known
    n_items = int(np.count_nonzero(np.nansum(below, axis=1)))
    interval = share_interval(ratio, variance, n_items=n_items, level=level)
    if interval.is_defined:
        interval = replace(interval, method=method)
    return Figure(ratio, name=name, interval=interval)
