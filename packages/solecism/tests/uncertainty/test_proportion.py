"""Proportions: against statsmodels, at the edges, and by exact coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from solecism.errors import InputError
from solecism.uncertainty.proportion import bayes, unseen_successes, wald, wilson


@st.composite
def samples(draw: st.DrawFn) -> tuple[int, int, int]:
    n_population = draw(st.integers(1, 400))
    n = draw(st.integers(1, n_population))
    return draw(st.integers(0, n)), n, n_population


@pytest.mark.parametrize(("x", "n"), [(0, 10), (3, 17), (600, 750), (12, 12)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_wald_and_wilson_are_those_of_statsmodels(x: int, n: int, level: float) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for ours, method in ((wald, "normal"), (wilson, "wilson")):
        low, high = proportion.proportion_confint(x, n, 1 - level, method)
        interval = ours(x, n, level=level)
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-12)


@given(samples())
def test_an_interval_holds_the_estimate_and_shrinks_with_the_population(
    sample: tuple[int, int, int],
) -> None:
    x, n, n_population = sample
    wide, narrow = wilson(x, n), wilson(x, n, n_population=n_population)
    assert 0 <= wide.low <= narrow.low <= x / n <= narrow.high <= wide.high <= 1


@given(samples())
def test_the_posterior_holds_the_estimate_and_is_possible(sample: tuple[int, int, int]) -> None:
    x, n, n_population = sample
    interval = bayes(x, n, n_population=n_population)
    least, most = x / n_population, (n_population - n + x) / n_population
    assert least <= interval.low <= interval.high <= most
    assert unseen_successes(x, n, n_population=n_population).sum() == pytest.approx(1)


def test_the_posterior_is_the_beta_binomial_one() -> None:
    ours = unseen_successes(3, 10, n_population=50)
    assert ours == pytest.approx(stats.betabinom.pmf(np.arange(41), 40, 3.5, 7.5), abs=1e-10)


def test_when_all_is_judged_nothing_is_uncertain() -> None:
    for interval in (wilson(3, 9, n_population=9), bayes(3, 9, n_population=9)):
        assert interval.low == interval.high == pytest.approx(1 / 3)


def test_without_items_there_is_a_reason_instead_of_an_interval() -> None:
    assert math.isnan(wilson(0, 0).low)
    assert wald(0, 0).method == "no item was judged"


@pytest.mark.parametrize(("x", "n", "n_population"), [(5, 4, None), (-1, 4, None), (2, 9, 8)])
def test_impossible_counts_are_refused(x: int, n: int, n_population: int | None) -> None:
    with pytest.raises(InputError):
        wilson(x, n, n_population=n_population)


@pytest.mark.parametrize("p", [0.5, 0.8, 0.9, 0.97])
def test_wilson_covers_at_its_level_up_to_a_precision_of_97_percent(p: float) -> None:
    """Exact coverage, averaged over corpora within a point, as whole errors make one jump."""
    n, n_population, covered = 250, 1000, []
    for errors in range(round(1000 * p) - 10, round(1000 * p) + 11, 2):
        weight = stats.hypergeom.pmf(np.arange(n + 1), n_population, errors, n)
        likely = np.flatnonzero(weight > 1e-9)
        truth = errors / n_population
        holds = [truth in wilson(int(x), n, n_population=n_population) for x in likely]
        covered.append(float(weight[likely] @ np.array(holds)))
    assert 0.94 <= np.mean(covered) <= 0.96
