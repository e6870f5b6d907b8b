"""One answer an item, by any method."""

from __future__ import annotations

import numpy as np
import pytest

from random_panels import simulated_panel
from solecism.agreement.consensus import consensus, consensus_judgments, p_error
from solecism.errors import InputError
from solecism.panel import from_matrix


@pytest.mark.parametrize("method", ["majority", "dawid-skene", "mace", "glad"])
def test_a_consensus_is_a_rater_of_its_own(method: str) -> None:
    data = simulated_panel(1, n_labels=2)
    judgments = consensus_judgments(consensus(data, method))
    assert [judgment.site for judgment in judgments] == list(data.judged().items)
    assert {judgment.rater for judgment in judgments} == {method}
    assert all(0.5 <= (judgment.confidence or 0) <= 1 for judgment in judgments)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(InputError, match="no method 'oracle'"):
        consensus(simulated_panel(1, n_labels=2), "oracle")


def test_the_probability_of_an_error_is_that_of_the_label() -> None:
    panel = from_matrix(np.array([[0, 0, 0], [1, 1, 0], [1, 1, 1]]), labels=("error", "ok"))
    assert p_error(panel, "majority").tolist() == pytest.approx([1.0, 1 / 3, 0.0])
    p = p_error(panel)
    assert p[0] > 0.9 > 0.1 > p[2]
    with pytest.raises(InputError, match="One of them must be error"):
        p_error(from_matrix(np.array([[0, 1]]), labels=("yes", "no")))
