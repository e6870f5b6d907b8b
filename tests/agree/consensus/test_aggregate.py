"""One answer an item, by any method."""

from __future__ import annotations

import pytest
from random_panels import simulated_panel

from solecism.agree.consensus.aggregate import consensus, consensus_judgments
from solecism.errors import InputError


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
