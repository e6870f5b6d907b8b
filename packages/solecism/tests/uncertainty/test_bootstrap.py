"""Bootstrap: one seed one result, against scipy and closed forms, clusters and raters."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from solecism.errors import InputError
from solecism.numeric import Floats
from solecism.uncertainty.bootstrap import Draws, bootstrap, resample_counts


def mean(sums: Floats) -> Floats:
    return np.asarray(sums[:, 0] / sums[:, 1])


def counts_of(values: Floats) -> Floats:
    return np.column_stack([values, np.ones(len(values))])


def test_one_seed_gives_one_result() -> None:
    counts = counts_of(np.random.default_rng(1).normal(size=50))
    first, second = (bootstrap(counts, mean, rng=np.random.default_rng(2)) for _ in range(2))
    assert np.array_equal(first.values, second.values)


@pytest.mark.parametrize("n_kinds", [4, 300])
def test_the_standard_error_of_a_mean_is_the_known_one(n_kinds: int) -> None:
    """With few kinds of item, drawn as kinds, and with all items different."""
    rng = np.random.default_rng(3)
    x = rng.integers(n_kinds, size=200).astype(float)
    draws = bootstrap(counts_of(x), mean, rng=rng, n_draws=4000)
    assert float(draws.standard_error) == pytest.approx(np.std(x) / math.sqrt(200), rel=0.06)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_are_those_of_scipy(method: str) -> None:
    rng = np.random.default_rng(4)
    x = rng.exponential(size=60)
    theirs = stats.bootstrap(
        (x,), np.mean, n_resamples=9999, method=method, rng=np.random.default_rng(5)
    ).confidence_interval
    draws = bootstrap(counts_of(x), mean, rng=rng, n_draws=9999)
    ours = draws.interval(method=method)  # type: ignore[arg-type]  # parametrised
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_clusters_that_are_copies_count_once() -> None:
    rng = np.random.default_rng(6)
    x = rng.normal(size=40)
    copies = np.repeat(x, 5)
    labels = np.repeat(np.arange(40), 5)
    clustered = bootstrap(counts_of(copies), mean, rng=rng, clusters=labels, n_draws=4000)
    alone = bootstrap(counts_of(x), mean, rng=rng, n_draws=4000)
    assert float(clustered.standard_error) == pytest.approx(float(alone.standard_error), rel=0.07)


def test_a_statistic_may_have_several_values() -> None:
    rng = np.random.default_rng(8)
    draws = bootstrap(rng.random((30, 3)), lambda sums: sums / 30, rng=rng)
    assert len(draws.intervals()) == 3
    with pytest.raises(InputError, match="several values"):
        draws.interval()


def test_a_statistic_that_is_never_defined_gives_a_reason_and_no_warning() -> None:
    draws = bootstrap(np.zeros((5, 2)), mean, rng=np.random.default_rng(9))
    assert not draws.interval().is_defined
    assert math.isnan(float(draws.standard_error))


@given(st.lists(st.integers(1, 5), min_size=1, max_size=30), st.integers(1, 20))
def test_every_draw_has_as_many_items_as_there_are(kinds: list[int], n_draws: int) -> None:
    rng = np.random.default_rng(0)
    drawn = np.concatenate(list(resample_counts(kinds, n_draws=n_draws, rng=rng)))
    assert drawn.shape == (n_draws, len(kinds))
    assert (drawn.sum(axis=1) == sum(kinds)).all()


def test_counts_and_labels_must_fit() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="cluster labels"):
        bootstrap(np.ones((3, 1)), mean, rng=rng, clusters=[1, 2])
    with pytest.raises(InputError, match="items x counts"):
        bootstrap(np.ones((0, 1)), mean, rng=rng)
    with pytest.raises(InputError, match="draws"):
        bootstrap(np.ones((3, 2)), mean, rng=rng, n_draws=0)


def test_the_standard_error_is_that_of_the_draws_as_a_sample() -> None:
    draws = Draws(np.array(2.0), np.array([1.0, 2.0, 4.0, np.nan]), np.array(0.0))
    assert float(draws.standard_error) == pytest.approx(math.sqrt((16 + 1 + 25) / 9 / 2))


def test_kinds_of_item_are_drawn_as_often_as_they_occur() -> None:
    x = np.repeat([0.0, 1.0], [180, 20])
    draws = bootstrap(counts_of(x), mean, rng=np.random.default_rng(10), n_draws=4000)
    assert float(draws.values.mean()) == pytest.approx(0.1, abs=0.002)
    assert float(draws.standard_error) == pytest.approx(math.sqrt(0.09 / 200), rel=0.05)


def test_bca_takes_the_quantiles_of_efrons_formula() -> None:
    """Efron (1987): bias z0 and acceleration a move the two quantiles."""
    values = np.linspace(0, 1, 1001) ** 2
    bias, acceleration = stats.norm.ppf(0.3), 0.05
    draws = Draws(np.array(np.quantile(values, 0.3)), values, np.array(acceleration))
    shares = []
    for tail in (0.1, 0.9):
        shifted = bias + stats.norm.ppf(tail)
        shares.append(stats.norm.cdf(bias + shifted / (1 - acceleration * shifted)))
    interval = draws.interval(level=0.8, method="bca")
    assert (interval.low, interval.high) == pytest.approx(
        tuple(np.quantile(values, shares)), abs=1e-3
    )


def test_the_acceleration_is_that_of_leaving_items_out() -> None:
    x = np.random.default_rng(11).exponential(size=30)
    left_out = np.array([np.delete(x, item).mean() for item in range(30)])
    apart = left_out.mean() - left_out
    draws = bootstrap(counts_of(x), mean, rng=np.random.default_rng(12), n_draws=10)
    expected = (apart**3).sum() / (6 * (apart**2).sum() ** 1.5)
    assert float(draws.acceleration) == pytest.approx(expected)
