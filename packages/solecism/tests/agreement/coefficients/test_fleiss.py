"""Fleiss' kappa against statsmodels and the published variance."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.inter_rater import fleiss_kappa as peer

from random_panels import simulated_panel
from solecism.agreement.agreement import agreement
from solecism.agreement.coefficients import fleiss_kappa


@pytest.mark.parametrize("seed", range(3))
def test_kappa_is_that_of_statsmodels(seed: int) -> None:
    panel = simulated_panel(seed, p_missing=0)
    assert fleiss_kappa(panel).value() == pytest.approx(peer(panel.counts()), abs=1e-12)


def test_the_standard_error_is_the_published_one() -> None:
    panel = simulated_panel(3, p_missing=0)
    counts = panel.counts()
    n, n_raters = len(counts), counts.sum(axis=1)[0]
    p_label = counts.mean(axis=0) / n_raters
    p_chance = (p_label**2).sum()
    p_agree = (counts * (counts - 1)).sum(axis=1) / (n_raters * (n_raters - 1))
    kappa = (p_agree.mean() - p_chance) / (1 - p_chance)
    of_item = (p_agree - p_chance) / (1 - p_chance)
    star = of_item - 2 * (1 - kappa) * (counts / n_raters @ p_label - p_chance) / (1 - p_chance)
    found = agreement(fleiss_kappa(panel), panel)
    assert found.value == pytest.approx(kappa, abs=1e-12)
    assert found.se == pytest.approx(
        np.sqrt(((star - kappa) ** 2).sum() / (n * (n - 1))), abs=1e-12
    )


def test_items_with_one_answer_count_for_chance_agreement_only() -> None:
    panel = simulated_panel(4, n_items=60, p_missing=0.7)
    counts = panel.counts()[panel.counts().sum(axis=1) > 0]
    n_answers = counts.sum(axis=1)
    paired = n_answers > 1
    p_agree = (counts * (counts - 1)).sum(axis=1)[paired] / (n_answers * (n_answers - 1))[paired]
    p_chance = ((counts / n_answers[:, None]).mean(axis=0) ** 2).sum()
    expected = (p_agree.mean() - p_chance) / (1 - p_chance)
    assert fleiss_kappa(panel).value() == pytest.approx(expected, abs=1e-12)
