"""Rates: against scipy's exact methods, at the edges, and by exact coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from solecism.errors import InputError
from solecism.uncertainty.proportion import rate_interval, rate_ratio

COUNTS = st.integers(0, 200)
EXPOSURES = st.floats(1, 5000)


@pytest.mark.parametrize("n_events", [0, 1, 7, 250])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_ends_of_a_rate_are_quantiles_of_chi_squared(n_events: int, level: float) -> None:
    tail = (1 - level) / 2
    low = stats.chi2.ppf(tail, 2 * n_events) / 2 if n_events else 0.0
    high = stats.chi2.ppf(1 - tail, 2 * n_events + 2) / 2
    interval = rate_interval(n_events, 0.4, level=level)
    assert (interval.low, interval.high) == pytest.approx((low / 0.4, high / 0.4), rel=1e-9)


def test_an_interval_covers_the_true_rate_at_its_level() -> None:
    for mean in (0.3, 2.0, 11.0):
        counts = np.arange(80)
        covers = [mean in rate_interval(int(n), 1.0) for n in counts]
        assert stats.poisson.pmf(counts, mean)[covers].sum() >= 0.95


@given(COUNTS, EXPOSURES, COUNTS, EXPOSURES)
def test_the_comparison_is_the_binomial_test_of_scipy(
    n_first: int, first: float, n_second: int, second: float
) -> None:
    n = n_first + n_second
    if not n:
        return
    share = second / (first + second)
    ours = rate_ratio((n_first, first), (n_second, second))
    exact = stats.binomtest(n_second, n, share).proportion_ci(method="exact")
    for ours_end, share_end in ((ours.interval.low, exact.low), (ours.interval.high, exact.high)):
        odds = share_end / (1 - share_end) if share_end < 1 else math.inf
        assert ours_end == pytest.approx(odds * first / second, rel=1e-6)
    tails = [
        stats.binomtest(n_second, n, share, alternative=side).pvalue for side in ("less", "greater")
    ]
    assert ours.p_value == pytest.approx(min(1.0, 2 * min(tails)), rel=1e-6)


@given(COUNTS, EXPOSURES, COUNTS, EXPOSURES)
def test_the_interval_and_the_p_value_never_disagree(
    n_first: int, first: float, n_second: int, second: float
) -> None:
    change = rate_ratio((n_first, first), (n_second, second))
    if n_first + n_second and abs(change.p_value - 0.05) > 1e-6:
        assert (1 in change.interval) == (change.p_value > 0.05)


def test_what_was_not_observed_has_no_rate() -> None:
    assert str(rate_interval(0, 0)) == "(nothing was observed)"
    assert str(rate_ratio((3, 100), (0, 0)).interval) == "(nothing was observed)"
    assert str(rate_ratio((0, 100), (0, 50)).interval) == "(no event was seen)"
    assert math.isinf(rate_ratio((0, 100), (4, 100)).ratio)


@pytest.mark.parametrize(("n_events", "exposure"), [(-1, 5), (2, 0), (1, math.inf), (1, math.nan)])
def test_what_is_no_rate_is_refused(n_events: int, exposure: float) -> None:
    with pytest.raises(InputError, match="are not a rate"):
        rate_interval(n_events, exposure)
