"""Sums over votes, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from random_panels import Answers, answer_matrices, simulated_panel
from solecism.agreement.consensus import votes
from solecism.panel import Panel, from_matrix


def one_hot(panel: Panel) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    dense = np.zeros((panel.n_items, panel.n_raters, panel.n_labels))
    dense[panel.item, panel.rater, panel.answer] = 1
    return dense.reshape(panel.n_items, -1)


@given(answer_matrices(max_raters=9))
def test_sums_are_those_over_single_votes(answers: Answers) -> None:
    panel = from_matrix(answers, labels="abc")
    rng = np.random.default_rng(1)
    of_votes, of_items = rng.random((panel.n_raters * 3, 2)), rng.random((panel.n_items, 2))
    cast, dense = votes(panel), one_hot(panel)
    assert cast.by_item(of_votes) == pytest.approx(dense @ of_votes)
    assert cast.by_rater(of_items) == pytest.approx(dense.T @ of_items)


def test_a_crowd_of_many_raters_is_summed_the_same_way() -> None:
    panel = simulated_panel(1, n_raters=60, p_missing=0.9)
    weights = np.random.default_rng(1).random((180, 1))
    assert votes(panel).by_item(weights) == pytest.approx(one_hot(panel) @ weights)
