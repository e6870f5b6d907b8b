"""Dawid-Skene against crowd-kit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from crowdkit.aggregation import DawidSkene
from hypothesis import given

from random_panels import Answers, answer_matrices, simulated_answers, simulated_panel
from solecism.agreement.consensus import dawid_skene
from solecism.errors import InputError
from solecism.panel import Panel, from_matrix


def table_of(panel: Panel) -> pd.DataFrame:
    return pd.DataFrame({"task": panel.item, "worker": panel.rater, "label": panel.answer})


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n_labels", [2, 3, 5])
@pytest.mark.parametrize("p_missing", [0.0, 0.5])
def test_probabilities_are_those_of_crowd_kit(n_labels: int, p_missing: float) -> None:
    panel = simulated_panel(1, n_labels=n_labels, p_missing=p_missing).judged()
    peer = DawidSkene().fit(table_of(panel))
    assert peer.probas_ is not None
    expected = peer.probas_.sort_index()[sorted(peer.probas_.columns)].to_numpy()
    found = dawid_skene(panel)
    assert found.n_iterations == len(peer.loss_history_)
    assert found.log_likelihood / len(panel) == pytest.approx(peer.loss_history_[-1], abs=1e-8)
    assert found.p == pytest.approx(expected, abs=1e-8)


def test_it_does_better_than_chance_for_a_bad_majority() -> None:
    answers, truth = simulated_answers(
        2, n_items=500, n_raters=7, n_labels=2, p_missing=0, accuracy=(0.7, 0.9)
    )
    # Two raters who say the contrary: to a majority they are noise, to confusion tables they tell.
    answers[:, :2] = 1 - answers[:, :2]
    found = dawid_skene(from_matrix(answers))
    assert (found.answers() == truth).mean() > 0.95
    assert found.rater_score[:2].max() < 0.3 < 0.7 < found.rater_score[2:].min()


@given(answer_matrices())
def test_probabilities_add_up_to_one(answers: Answers) -> None:
    panel = from_matrix(answers, labels="abc")
    if len(panel):
        found = dawid_skene(panel)
        assert found.p.sum(axis=1) == pytest.approx(1)
        assert found.parameters["confusion"].sum(axis=1) == pytest.approx(1)


def test_items_without_answers_are_left_out() -> None:
    found = dawid_skene(from_matrix(np.array([[0, 0], [-1, -1], [1, 1]])))
    assert found.by_item() == {"item0": "0", "item2": "1"}


def test_nothing_cannot_be_aggregated() -> None:
    with pytest.raises(InputError, match="no judgments"):
        dawid_skene(from_matrix(np.full((2, 2), -1)))
