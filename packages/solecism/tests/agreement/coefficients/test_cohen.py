"""Cohen's kappa against scikit-learn, statsmodels and itself."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

from random_panels import simulated_answers
from solecism.agreement.agreement import agreement
from solecism.agreement.coefficients import (
    Weights,
    cohen_coefficient,
    cohen_kappa,
    mean_pairwise_kappa,
)
from solecism.agreement.confusion import confusion, from_counts
from solecism.errors import InputError
from solecism.panel import Panel, from_matrix

TABLES = st.lists(st.lists(st.integers(0, 30), min_size=3, max_size=3), min_size=3, max_size=3)
WEIGHTS: list[Weights] = ["none", "linear", "quadratic"]


def two_raters(seed: int) -> Panel:
    return from_matrix(simulated_answers(seed, n_raters=2)[0], labels="abc")


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("seed", range(3))
def test_kappa_is_that_of_scikit_learn(seed: int, weights: Weights) -> None:
    panel = two_raters(seed)
    answers = panel.matrix()
    first, second = answers[(answers >= 0).all(axis=1)].T
    found = cohen_kappa(confusion(panel, *panel.raters), weights=weights)
    expected = cohen_kappa_score(first, second, weights=None if weights == "none" else weights)
    assert found.value == pytest.approx(expected, abs=1e-12)


@given(TABLES, st.sampled_from(WEIGHTS))
def test_standard_errors_are_those_of_statsmodels(rows: list[list[int]], weights: Weights) -> None:
    table = np.array(rows)
    assume((table.sum(axis=0) > 0).sum() > 1)
    assume((table.sum(axis=1) > 0).all())
    name = {"none": None, "linear": "linear", "quadratic": "quadratic"}[weights]
    peer = cohens_kappa(table, wt=name)
    found = cohen_kappa(from_counts(table), weights=weights)
    assert found.value == pytest.approx(peer.kappa, abs=1e-9)
    assert found.se**2 == pytest.approx(peer.var_kappa, abs=1e-9)
    null = cohen_kappa(from_counts(table), weights=weights, se="null")
    assert null.se**2 == pytest.approx(peer.var_kappa0, abs=1e-9)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_pull_of_items_gives_the_closed_form(weights: Weights) -> None:
    panel = two_raters(4)
    by_table = cohen_kappa(confusion(panel, *panel.raters), weights=weights)
    by_pull = agreement(cohen_coefficient(panel, weights=weights), panel)
    n = panel.n_items
    assert by_pull.value == pytest.approx(by_table.value, abs=1e-12)
    assert by_pull.se * math.sqrt((n - 1) / n) == pytest.approx(by_table.se, abs=1e-12)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_mean_over_one_pair_is_that_pair(weights: Weights) -> None:
    panel = two_raters(5)
    mean = mean_pairwise_kappa(panel, weights=weights)
    plain = cohen_coefficient(panel, weights=weights).linearised()
    assert mean.value == pytest.approx(plain.value, abs=1e-12)
    assert mean.influence == pytest.approx(plain.influence, abs=1e-12)


def test_the_mean_goes_over_all_pairs_by_the_items_they_share() -> None:
    panel = from_matrix(simulated_answers(6, n_raters=4)[0], labels="abc")
    pairs = [
        cohen_kappa(confusion(panel, panel.raters[i], panel.raters[j]))
        for i in range(4)
        for j in range(i)
    ]
    expected = np.average([pair.value for pair in pairs], weights=[pair.n_items for pair in pairs])
    assert mean_pairwise_kappa(panel).value == pytest.approx(float(expected), abs=1e-12)


@given(TABLES, st.sampled_from(WEIGHTS))
def test_exchanging_the_raters_changes_nothing(rows: list[list[int]], weights: Weights) -> None:
    one = cohen_kappa(from_counts(rows), weights=weights)
    other = cohen_kappa(from_counts(np.array(rows).T), weights=weights)
    assert one.value == pytest.approx(other.value, abs=1e-9, nan_ok=True)
    assert one.se == pytest.approx(other.se, abs=1e-7, nan_ok=True)


def test_one_answer_only_has_no_kappa_and_says_why() -> None:
    found = cohen_kappa(from_counts([[7, 0], [0, 0]]))
    assert math.isnan(found.value)
    assert "all answers are the same" in found.reason


def test_a_constant_rater_has_kappa_nought() -> None:
    assert cohen_kappa(from_counts([[7, 3], [0, 0]])).value == pytest.approx(0, abs=1e-12)


def test_raters_without_a_common_item_have_no_kappa() -> None:
    found = cohen_kappa(from_counts([[0, 0], [0, 0]], first="ann", second="bob"))
    assert found.reason == "ann and bob share no item"


def test_three_raters_are_too_many() -> None:
    with pytest.raises(InputError, match="two raters, not 3"):
        cohen_coefficient(from_matrix(np.zeros((2, 3), dtype=int)))
