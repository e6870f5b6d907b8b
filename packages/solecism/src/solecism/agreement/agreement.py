"""Agreement with its interval, for any coefficient that is a formula of sums over items.

Every coefficient of agreement is a smooth function of sums over items. The first-order influence
of each item gives the standard error (the infinitesimal jackknife, Efron 1982), that of whole
clusters, and that of a difference between two coefficients of the same items.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from solecism.figure import DEFAULT_LEVEL, Figure, FigureParts, Interval, undefined_interval
from solecism.numeric import Floats, Ints32
from solecism.panel import Panel
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.quantiles import normal_quantile, student_quantile

Formula = Callable[[NDArray[Any]], NDArray[Any]]
"""Sums in the last axis to values; plain arithmetic, so that complex sums give its slope."""

_COMPLEX_STEP = 1e-30


class Agreement(Figure):
    """A measure of agreement, and the amount of data behind it; its note says why it is NaN.

    `n_items` counts the items with two answers or more.
    """

    __slots__ = ("n_items", "n_judgments", "n_raters")

    n_items: int
    n_judgments: int
    n_raters: int

    def __new__(
        cls,
        value: float,
        *,
        n_items: int,
        n_judgments: int,
        n_raters: int,
        **parts: Unpack[FigureParts],
    ) -> Self:
        agreement = super().__new__(cls, value, **parts)
        agreement._set(n_items=n_items, n_judgments=n_judgments, n_raters=n_raters)
        return agreement


@dataclass(frozen=True, slots=True, eq=False)
class Linearised:
    """A value and the influence of each item of the panel on it."""

    name: str
    value: float
    influence: Floats

    def se(self, clusters: Ints32 | None = None) -> float:
        """The standard error of the value, with items or whole clusters drawn at random."""
        by_cluster = sums_by_cluster(self.influence, clusters)
        n = len(by_cluster)
        if n < 2 or math.isnan(self.value):
            return math.nan
        return math.sqrt(n / (n - 1) * float((by_cluster**2).sum()))


@dataclass(frozen=True, slots=True, eq=False)
class Coefficient:
    """A measure as a formula of the sums of `statistics` (items x statistics)."""

    name: str
    statistics: Floats
    formula: Formula

    def sums(self) -> Floats:
        """The sums over all items."""
        sums: Floats = np.einsum("ij->j", self.statistics)
        return sums

    def value(self) -> float:
        """The formula of the sums over all items."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(self.formula(self.sums()))

    def linearised(self) -> Linearised:
        """The value with each item's influence on it."""
        value = self.value()
        if math.isnan(value):
            return Linearised(self.name, value, np.zeros(len(self.statistics)))
        sums = self.sums()
        steps = sums + 1j * _COMPLEX_STEP * np.eye(len(sums))
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = np.nan_to_num(self.formula(steps).imag / _COMPLEX_STEP)
        influence = self.statistics @ slope
        return Linearised(self.name, value, influence - influence.mean())


def sums_by_cluster(values: Floats, clusters: Ints32 | None) -> Floats:
    """The sum of the values of each cluster; without clusters, the values."""
    if clusters is None:
        return values
    sums = np.bincount(clusters, values).astype(np.float64)
    return sums[np.bincount(clusters) > 0]


def agreement(
    source: Coefficient | Linearised,
    panel: Panel,
    *,
    level: float = DEFAULT_LEVEL,
    n_draws: int = 0,
    rng: np.random.Generator | None = None,
) -> Agreement:
    """A coefficient of the panel with its interval, linearised by cluster or by bootstrap."""
    linearised = source if isinstance(source, Linearised) else source.linearised()
    value = linearised.value
    reason = why_undefined(panel) if math.isnan(value) else ""
    n_clusters = int(np.count_nonzero(np.bincount(panel.cluster, minlength=1)))
    se = linearised.se(panel.cluster if n_clusters < panel.n_items else None)
    interval = student_interval(value, se, n_clusters - 1, level=level, reason=reason)
    if n_draws and rng is not None and isinstance(source, Coefficient) and not reason:
        draws = bootstrap(
            source.statistics, source.formula, rng=rng, n_draws=n_draws, clusters=panel.cluster
        )
        se, interval = float(draws.standard_error), draws.interval(level=level)
    n_answers = np.bincount(panel.item, minlength=1)
    n_items = int(np.count_nonzero(n_answers > 1))
    return Agreement(
        value,
        name=linearised.name,
        interval=interval,
        note=reason,
        se=se,
        n_items=n_items,
        n_judgments=len(panel),
        n_raters=panel.n_raters,
    )


def why_undefined(panel: Panel) -> str:
    """The reason why agreement is not defined, in words."""
    if not len(panel):
        return "there are no judgments"
    if panel.n_raters < 2:
        return f"there is one rater only, {panel.raters[0]}"
    if np.bincount(panel.item).max() < 2:
        return "no item has two answers"
    return "all answers are the same, so chance agreement is 1"


def normal_interval(value: float, se: float, *, level: float, reason: str = "") -> Interval:
    """value +- z se, not above 1."""
    return _symmetric(value, se, normal_quantile(level), level, "normal", reason)


def student_interval(
    value: float, se: float, degrees_of_freedom: int, *, level: float, reason: str = ""
) -> Interval:
    """value +- t se, not above 1."""
    if degrees_of_freedom < 1:
        return undefined_interval(
            reason or "one item, or one group, gives no interval", level=level
        )
    quantile = student_quantile(level, degrees_of_freedom)
    return _symmetric(value, se, quantile, level, "linearised", reason)


def _symmetric(
    value: float, se: float, quantile: float, level: float, method: str, reason: str
) -> Interval:
    if math.isnan(value) or math.isnan(se):
        return undefined_interval(reason or "no standard error", level=level)
    return Interval(
        max(-1.0, value - quantile * se), min(1.0, value + quantile * se), level, method
    )
