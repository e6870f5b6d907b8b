"""Tests of whether one system is better than another, and Holm's correction for many tests.

Stratified shuffling and the paired bootstrap work on additive counts per sentence (matched, gold,
tested), as in paper 001 after Cohen (1995): the two systems' counts of a sentence are swapped or
not, at random. McNemar's test has the mid-p value (Fagerland, Lydersen & Laake 2013). Holm (1979)
corrects p-values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, nan

import numpy as np
from numpy.typing import ArrayLike

from solecism.errors import InputError
from solecism.numeric import Floats
from solecism.uncertainty.bootstrap import Draws, Statistic, bootstrap

SHUFFLING = "stratified shuffling"
_BITS = 8
_DRAWS_AT_ONCE = 4096
# Differences that are equal on paper differ in the last bits when sums are taken in another order.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference in score between two systems, and how often chance gives a larger one."""

    difference: float
    p_value: float
    n_draws: int


def stratified_shuffle(
    first: ArrayLike,
    second: ArrayLike,
    statistic: Statistic,
    *,
    rng: np.random.Generator,
    n_draws: int = 10_000,
) -> PairedTest:
    """The p-value (count + 1) / (draws + 1) of |score(first) - score(second)|, two-sided.

    `first` and `second` are sentences x counts, `statistic` takes sums of counts (one row per
    draw) to scores.
    """
    a, b = _paired(first, second)
    observed = float(_difference(statistic, a.sum(axis=0)[None], b.sum(axis=0)[None])[0])
    if np.isnan(observed):
        return PairedTest(observed, np.nan, n_draws)
    middle = (a.sum(axis=0) + b.sum(axis=0)) / 2
    half = (a - b) / 2
    half = half[np.any(half != 0, axis=1)]
    n_as_large = 0
    for done in range(0, n_draws, _DRAWS_AT_ONCE):
        shift = _signed_sums(half, min(_DRAWS_AT_ONCE, n_draws - done), rng)
        shuffled = _difference(statistic, middle + shift, middle - shift)
        n_as_large += int(np.sum(np.abs(shuffled) >= abs(observed) - _ROUNDING))
    return PairedTest(observed, (n_as_large + 1) / (n_draws + 1), n_draws)


def paired_bootstrap(
    first: ArrayLike,
    second: ArrayLike,
    statistic: Statistic,
    *,
    rng: np.random.Generator,
    n_draws: int = 10_000,
    clusters: ArrayLike | None = None,
) -> Draws:
    """score(first) - score(second) over resamples of sentences, the same for both systems."""
    a, b = _paired(first, second)
    width = a.shape[1]
    return bootstrap(
        np.hstack([a, b]),
        lambda sums: _difference(statistic, sums[:, :width], sums[:, width:]),
        rng=rng,
        n_draws=n_draws,
        clusters=clusters,
    )


def _paired(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if a.shape != b.shape or a.ndim != 2 or not len(a):
        raise InputError(
            f"counts of shapes {a.shape} and {b.shape} are not those of two systems "
            "on the same sentences."
        )
    return a, b


def _difference(statistic: Statistic, first: Floats, second: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return statistic(first) - statistic(second)


def _signed_sums(rows: Floats, n_draws: int, rng: np.random.Generator) -> Floats:
    """Sums of the rows with random signs, one row per draw.

    Eight rows at a time: their 256 signed sums are worked out once, and each draw looks its own
    up by a random byte.
    """
    sums = np.zeros((n_draws, rows.shape[1]))
    for start in range(0, len(rows), _BITS):
        block = rows[start : start + _BITS]
        table = _all_signs(len(block)) @ block
        sums += table.take(rng.integers(len(table), size=n_draws, dtype=np.uint16), axis=0)
    return sums


def _all_signs(n: int) -> Floats:
    """Every row of n signs, 1 or -1."""
    numbers = np.arange(2**n)[:, None]
    return np.where(numbers >> np.arange(n) & 1, 1.0, -1.0)


def mcnemar_mid_p(n_first_only: int, n_second_only: int) -> float:
    """The two-sided mid-p value for items that only one of two systems gets right.

    It is twice the tail less the probability f of what was seen; with equal counts 1 - f / 2. It
    is NaN where the systems never differ.

    >>> round(mcnemar_mid_p(3, 10), 6), mcnemar_mid_p(1, 1)
    (0.057373, 0.75)
    """
    if min(n_first_only, n_second_only) < 0:
        raise InputError(f"{n_first_only} and {n_second_only} are not two counts of items.")
    n = n_first_only + n_second_only
    if n == 0:
        return nan
    from scipy.special import bdtr

    fewer = min(n_first_only, n_second_only)
    p_seen = comb(n, fewer) / (1 << n)
    if n_first_only == n_second_only:
        return 1 - p_seen / 2
    return min(1.0, 2 * float(bdtr(fewer, n, 0.5)) - p_seen)


def holm_corrected(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for all tests of the family, in the same order.

    The smallest of n p-values is multiplied by n, the next by n - 1, and so on; none becomes
    smaller than the one before it, nor larger than 1. A test without a p-value (NaN) does not
    count.

    >>> holm_corrected([0.01, 0.04, 0.02])
    [0.03, 0.04, 0.04]
    """
    order = sorted(
        (place for place, p in enumerate(p_values) if not math.isnan(p)), key=lambda n: p_values[n]
    )
    corrected = [math.nan] * len(p_values)
    largest = 0.0
    for n_smaller, place in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - n_smaller) * p_values[place]))
        corrected[place] = largest
    return corrected
