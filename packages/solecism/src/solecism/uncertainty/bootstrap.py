"""Bootstrap of statistics of sums, by resampling items or whole clusters.

Every statistic is a function of sums over items (Efron & Tibshirani 1993). A draw is then a
vector of how often each item came up, all draws together one matrix product, and items with
equal counts are drawn as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval
from solecism.numeric import Floats, Ints
from solecism.uncertainty.quantiles import check_level

Statistic = Callable[[Floats], Floats]
"""Sums, one row per draw, to values, one per draw (or one row of values per draw)."""

_CELLS_AT_ONCE = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """A statistic on the data (`estimate`) and on each resample (`values`, draws first).

    Its standard error and intervals leave out draws for which the statistic is NaN.
    """

    estimate: Floats
    values: Floats
    acceleration: Floats

    @property
    def standard_error(self) -> Floats:
        """The standard deviation over draws, NaN with fewer than two."""
        return _column_by_column(self.values, lambda column: np.std(column, ddof=1))

    def interval(
        self,
        *,
        level: float = DEFAULT_LEVEL,
        method: Literal["percentile", "bca"] = "percentile",
    ) -> Interval:
        """The interval of a statistic with one value."""
        if self.values.ndim > 1:
            raise InputError("the statistic has several values: ask for intervals()")
        return self.intervals(level=level, method=method)[0]

    def intervals(
        self,
        *,
        level: float = DEFAULT_LEVEL,
        method: Literal["percentile", "bca"] = "percentile",
    ) -> list[Interval]:
        """One interval per value of the statistic."""
        columns = self.values.reshape(len(self.values), -1).T
        estimates, accelerations = np.ravel(self.estimate), np.ravel(self.acceleration)
        return [
            _interval(values, estimate, acceleration, check_level(level), method)
            for values, estimate, acceleration in zip(
                columns, estimates, accelerations, strict=True
            )
        ]


def bootstrap(
    counts: ArrayLike,
    statistic: Statistic,
    *,
    rng: np.random.Generator,
    n_draws: int = 2000,
    clusters: ArrayLike | None = None,
) -> Draws:
    """The statistic on resamples of items; it is a function of the sums of their counts.

    With `clusters` (one label per item) whole clusters are drawn instead of items.

    >>> hits = np.array([[1.0], [0.0], [1.0], [1.0]])
    >>> draws = bootstrap(hits, lambda sums: sums[:, 0] / 4, rng=np.random.default_rng(1))
    >>> float(draws.estimate), str(draws.interval())
    (0.75, '[0.250, 1.000]')
    """
    table = _table(counts)
    if clusters is not None:
        table = _sums_by_cluster(table, np.asarray(clusters))
    n = len(table)
    distinct, multiplicity = _distinct_rows(table)
    with np.errstate(invalid="ignore", divide="ignore"):
        estimate = statistic(table.sum(axis=0, keepdims=True))[0]
        values = np.concatenate(
            [
                statistic(weights @ distinct)
                for weights in resample_counts(multiplicity, n_draws=n_draws, rng=rng)
            ]
        )
        left_out = statistic(table.sum(axis=0) - distinct)
    acceleration = _acceleration(left_out, multiplicity, n)
    return Draws(np.asarray(estimate), np.asarray(values), acceleration)


def resample_counts(
    multiplicity: ArrayLike, *, n_draws: int, rng: np.random.Generator
) -> Iterator[Floats]:
    """How often each kind of item occurs in each draw, some rows of draws at a time.

    There are `multiplicity[j]` items of kind j, and a draw has as many items as there are.
    """
    multiplicities = np.asarray(multiplicity, dtype=np.int64)
    n, n_kinds = int(multiplicities.sum()), len(multiplicities)
    for size in _chunks(n_draws, n_kinds):
        if n == n_kinds:
            yield _uniform_counts(n, size, rng)
        else:
            yield rng.multinomial(n, multiplicities / n, size=size).astype(np.float64)


def _uniform_counts(n: int, n_draws: int, rng: np.random.Generator) -> Floats:
    """Multinomial counts of n draws from n items, by counting drawn indices."""
    drawn = rng.integers(n, size=(n_draws, n))
    drawn += np.arange(n_draws)[:, None] * n
    return np.bincount(drawn.ravel(), minlength=n_draws * n).reshape(n_draws, n).astype(float)


def _chunks(n_draws: int, n: int) -> Iterator[int]:
    if n_draws < 1:
        raise InputError(f"{n_draws} draws are too few. Give at least 1.")
    at_once = max(1, _CELLS_AT_ONCE // max(n, 1))
    for done in range(0, n_draws, at_once):
        yield min(at_once, n_draws - done)


def _table(counts: ArrayLike) -> Floats:
    table = np.asarray(counts, dtype=np.float64)
    if table.ndim == 1:
        table = table[:, None]
    if table.ndim != 2 or not len(table):
        raise InputError(f"counts of shape {table.shape} are not items x counts")
    return table


def _sums_by_cluster(table: Floats, clusters: NDArray[Any]) -> Floats:
    if len(clusters) != len(table):
        raise InputError(f"{len(table)} items but {len(clusters)} cluster labels")
    labels, index = np.unique(clusters, return_inverse=True)
    sums = np.zeros((len(labels), table.shape[1]))
    np.add.at(sums, index, table)
    return sums


def _distinct_rows(table: Floats) -> tuple[Floats, Ints]:
    """The kinds of item; items stay as they are where nearly all of them differ."""
    # The same as np.unique(table, axis=0), which takes three times as long.
    ordered = table[np.lexsort(table.T[::-1])]
    is_first = np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)])
    distinct = ordered[is_first]
    multiplicity = np.diff([*np.flatnonzero(is_first), len(table)])
    if 4 * len(distinct) > len(table):
        return table, np.ones(len(table), dtype=np.int64)
    return distinct, multiplicity.astype(np.int64)


def _acceleration(left_out: Floats, multiplicity: Ints, n: int) -> Floats:
    """Efron's acceleration from the statistic with one item of each kind left out."""
    weights = multiplicity.reshape(-1, *[1] * (left_out.ndim - 1))
    deviations = (left_out * weights).sum(axis=0) / n - left_out
    cubes, squares = (weights * deviations**3).sum(axis=0), (weights * deviations**2).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.nan_to_num(cubes / (6 * squares**1.5), posinf=0.0, neginf=0.0))


def _column_by_column(values: Floats, summary: Callable[[Floats], Any]) -> Floats:
    columns = values.reshape(len(values), -1).T
    kept = [column[~np.isnan(column)] for column in columns]
    summaries = [summary(column) if len(column) > 1 else np.nan for column in kept]
    return np.array(summaries, dtype=np.float64).reshape(values.shape[1:])


def _interval(
    values: Floats, estimate: float, acceleration: float, level: float, method: str
) -> Interval:
    values = values[~np.isnan(values)]
    if len(values) < 2 or np.isnan(estimate):
        return undefined_interval(
            "the statistic is not defined on the data or its resamples", level=level
        )
    shares = np.array([(1 - level) / 2, (1 + level) / 2])
    if method == "bca":
        shares = _bca_shares(values, estimate, acceleration, shares)
    low, high = np.quantile(values, shares)
    return Interval(float(low), float(high), level, f"bootstrap ({method})")


def _bca_shares(values: Floats, estimate: float, acceleration: float, shares: Floats) -> Floats:
    """The quantiles of the draws to use, corrected for bias and acceleration."""
    from scipy.special import ndtr, ndtri

    below = (np.sum(values < estimate) + np.sum(values <= estimate)) / (2 * len(values))
    edge = 0.5 / len(values)
    bias = ndtri(np.clip(below, edge, 1 - edge))
    shifted = bias + ndtri(shares)
    return np.asarray(ndtr(bias + shifted / (1 - acceleration * shifted)))
