"""Agreement rater by rater."""

from __future__ import annotations

import numpy as np
import pytest

from random_panels import simulated_panel
from solecism.agreement.coefficients import cohen_kappa
from solecism.agreement.confusion import confusion
from solecism.agreement.rater_quality import pairwise, rater_agreements
from solecism.panel import from_matrix


def test_every_pair_comes_once_with_its_kappa() -> None:
    panel = simulated_panel(1, n_raters=4)
    pairs = pairwise(panel)
    assert len(pairs) == 6
    for pair in pairs:
        table = confusion(panel, pair.table.first, pair.table.second)
        assert pair.kappa == cohen_kappa(table)


def test_pairs_without_a_common_item_are_left_out() -> None:
    assert pairwise(from_matrix(np.array([[0, -1], [-1, 1]]))) == []


def test_a_rater_is_compared_with_the_majority_of_the_others() -> None:
    answers = np.array([[0, 0, 0], [1, 1, 1], [0, 1, 1], [1, 0, 0]])
    found = rater_agreements(from_matrix(answers), rng=np.random.default_rng(1))
    assert found[0].with_majority.value == pytest.approx(0)
    assert found[0].shares == {"0": 0.5, "1": 0.5}
    assert found[0].n_items == 4
    assert found[1].mean_kappa == pytest.approx((0 + 1) / 2)


def test_the_mean_kappa_counts_each_other_rater_by_the_items_shared() -> None:
    panel = simulated_panel(2, n_raters=3, p_missing=0.5)
    found = rater_agreements(panel, rng=np.random.default_rng(1))[0].mean_kappa
    tables = [confusion(panel, "rater0", other) for other in ("rater1", "rater2")]
    sizes = [table.n_items for table in tables]
    assert sizes[0] != sizes[1]
    kappas = [cohen_kappa(table).value for table in tables]
    assert found == pytest.approx(
        (sizes[0] * kappas[0] + sizes[1] * kappas[1]) / (sizes[0] + sizes[1])
    )
