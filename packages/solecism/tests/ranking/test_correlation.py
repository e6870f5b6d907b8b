"""Measures of agreement between two lists, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from solecism.ranking.score_agreement import (
    kendall,
    pairwise_accuracy,
    pearson,
    spearman,
    window_agreement,
)

VALUES = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=9)


@given(VALUES)
def test_correlations_are_those_of_scipy(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, dtype=float).T
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert all(np.isnan(m(first, second)) for m in (pearson, spearman, kendall))
        return
    assert pearson(first, second) == pytest.approx(stats.pearsonr(first, second)[0])
    assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second)[0])
    assert kendall(first, second) == pytest.approx(stats.kendalltau(first, second)[0])


def test_many_draws_at_once_are_as_one_by_one() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.normal(size=(2, 7, 6))
    for measure in (pearson, spearman, kendall, pairwise_accuracy):
        singly = [float(measure(a, b)) for a, b in zip(first, second, strict=True)]
        assert measure(first, second) == pytest.approx(singly)


def test_pairwise_accuracy_counts_ties_of_the_score_half() -> None:
    people = np.array([3.0, 2.0, 1.0, 1.0])
    # Five pairs that people tell apart: three right, one tied, one wrong.
    assert pairwise_accuracy(np.array([2.0, 1.0, 1.0, 1.5]), people) == pytest.approx(3.5 / 5)


def test_windows_slide_over_neighbours_in_peoples_ranking() -> None:
    people = np.array([1.0, 4.0, 3.0, 2.0])
    found = window_agreement("x", people, np.array([1.0, 4.0, 3.0, 3.5]), size=3)
    first = stats.pearsonr([4, 3, 2], [4, 3, 3.5])[0]
    second = stats.pearsonr([3, 2, 1], [3, 3.5, 1])[0]
    assert found.n_windows == 2
    assert found.mean_pearson == pytest.approx((first + second) / 2)
    assert found.lowest_pearson == pytest.approx(min(first, second))
