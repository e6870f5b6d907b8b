"""GLAD against crowd-kit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from crowdkit.aggregation import GLAD

from random_panels import simulated_answers, simulated_panel
from solecism.agreement.consensus import glad
from solecism.errors import InputError
from solecism.panel import from_matrix


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n_labels", [2, 3])
def test_the_fixed_point_is_that_of_crowd_kit(n_labels: int) -> None:
    panel = simulated_panel(1, n_items=25, n_raters=5, n_labels=n_labels).judged()
    data = pd.DataFrame({"task": panel.item, "worker": panel.rater, "label": panel.answer})
    peer = GLAD(n_iter=3, m_step_max_iter=200, m_step_tol=1e-4).fit(data)
    assert peer.probas_ is not None
    found = glad(panel, max_iterations=3, max_steps=200, step_tolerance=1e-6)
    expected = peer.probas_.sort_index()[sorted(peer.probas_.columns)].to_numpy()
    assert found.p == pytest.approx(expected, abs=1e-4)
    assert found.rater_score == pytest.approx(peer.alphas_.sort_index().to_numpy(), abs=1e-3)
    assert found.parameters["ease"] == pytest.approx(peer.betas_.sort_index().to_numpy(), abs=1e-3)


def test_ability_tells_good_raters_from_bad_ones() -> None:
    answers, truth = simulated_answers(
        2, n_items=300, n_labels=2, p_missing=0.2, accuracy=(0.8, 0.95)
    )
    answers[:, 0] = np.random.default_rng(1).integers(0, 2, 300)
    found = glad(from_matrix(answers))
    assert found.rater_score[0] < found.rater_score[1:].min() / 2
    assert (found.answers() == truth[(answers >= 0).any(axis=1)]).mean() > 0.9


def test_unanimous_items_are_easier() -> None:
    answers = simulated_answers(3, n_labels=2, p_missing=0)[0]
    unanimous = (answers == answers[:, :1]).all(axis=1)
    ease = glad(from_matrix(answers)).parameters["ease"]
    assert ease[unanimous].min() > ease[~unanimous].mean()


def test_one_label_is_too_few() -> None:
    with pytest.raises(InputError, match="at least two labels"):
        glad(from_matrix(np.zeros((3, 2), dtype=int)))
