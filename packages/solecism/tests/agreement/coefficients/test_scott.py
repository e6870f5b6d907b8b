"""Scott's pi."""

from __future__ import annotations

import numpy as np
import pytest
from nltk.metrics.agreement import AnnotationTask

from random_panels import simulated_panel
from solecism.agreement.coefficients import scott_pi
from solecism.errors import InputError
from solecism.panel import from_matrix


@pytest.mark.parametrize("seed", range(3))
def test_pi_is_that_of_nltk(seed: int) -> None:
    panel = simulated_panel(seed, n_raters=2, p_missing=0, n_items=50)
    rows = zip(panel.rater.tolist(), panel.item.tolist(), panel.answer.tolist(), strict=True)
    assert scott_pi(panel).value() == pytest.approx(AnnotationTask(data=list(rows)).pi(), abs=1e-12)


def test_items_of_one_rater_do_not_count() -> None:
    answers = np.array([[0, 0], [1, 1], [0, 1], [1, -1], [-1, 1]])
    both = answers[:3]
    assert scott_pi(from_matrix(answers)).value() == pytest.approx(
        scott_pi(from_matrix(both)).value()
    )


def test_three_raters_are_too_many() -> None:
    with pytest.raises(InputError, match="for two raters, not 6"):
        scott_pi(simulated_panel(1))
