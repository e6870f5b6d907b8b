"""MACE against crowd-kit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from crowdkit.aggregation import MACE

from random_panels import simulated_answers
from solecism.agreement.consensus import MaceParameters, fit_mace, mace, panel_votes, votes
from solecism.panel import from_matrix


def crowd_kit_start(n_raters: int, n_labels: int) -> MaceParameters:
    draw = scipy.stats.uniform(1, 1.5)
    knowing = draw.rvs(size=(n_raters, 2), random_state=0)
    guesses = draw.rvs(size=(n_raters, n_labels), random_state=0)
    return MaceParameters(
        knowing / knowing.sum(axis=1, keepdims=True), guesses / guesses.sum(axis=1, keepdims=True)
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n_labels", [2, 3])
def test_probabilities_are_those_of_crowd_kit_from_the_same_start(n_labels: int) -> None:
    answers, _ = simulated_answers(1, n_labels=n_labels)
    # crowd-kit mixes up labels and raters that do not first come up in sorted order.
    answers[0] = np.minimum(np.arange(answers.shape[1]), n_labels - 1)
    panel = from_matrix(answers).judged()
    data = {"task": panel.item, "worker": panel.rater, "label": panel.answer}
    peer = MACE(n_restarts=1).fit(pd.DataFrame(data))
    assert peer.probas_ is not None
    start = crowd_kit_start(panel.n_raters, n_labels)
    _, p, _ = fit_mace(votes(panel), panel_votes(panel), start, n_iterations=50)
    assert p == pytest.approx(peer.probas_.sort_index().to_numpy(), abs=1e-9)


def test_the_likelihood_is_that_of_a_plain_sum() -> None:
    panel = from_matrix(simulated_answers(2, n_items=20)[0]).judged()
    start = crowd_kit_start(panel.n_raters, panel.n_labels)
    found, _, _ = fit_mace(votes(panel), panel_votes(panel), start, n_iterations=0)
    by_item = np.full((panel.n_items, panel.n_labels), 1 / panel.n_labels)
    for item, rater, answer in zip(panel.item, panel.rater, panel.answer, strict=True):
        by_item[item] *= start.knowing[rater, 0] * start.guesses[rater, answer]
        by_item[item, answer] *= 1 + start.knowing[rater, 1] / (
            start.knowing[rater, 0] * start.guesses[rater, answer]
        )
    assert found == pytest.approx(np.log(by_item.sum(axis=1)).sum())


def test_a_guessing_rater_is_found_out() -> None:
    answers, truth = simulated_answers(3, n_items=300, n_labels=2, p_missing=0, accuracy=(0.8, 0.9))
    answers[:, 0] = 1
    found = mace(from_matrix(answers), rng=np.random.default_rng(1), n_restarts=3)
    assert found.rater_score[0] < 0.1 < 0.5 < found.rater_score[1:].min()
    assert found.parameters["guesses"][0, 1] > 0.9
    assert (found.answers() == truth).mean() > 0.95


def test_one_seed_gives_one_result() -> None:
    panel = from_matrix(simulated_answers(4, n_items=30)[0])
    one, other = (mace(panel, rng=np.random.default_rng(7), n_restarts=2) for _ in range(2))
    assert np.array_equal(one.p, other.p)
