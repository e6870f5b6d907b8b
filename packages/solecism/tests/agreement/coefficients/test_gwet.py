"""Gwet's AC1: its published variance, and what it is for."""

from __future__ import annotations

import numpy as np
import pytest

from counted_panels import two_rater_panel
from random_panels import simulated_panel
from solecism.agreement.agreement import agreement
from solecism.agreement.coefficients import gwet_ac1, scott_pi
from solecism.agreement.confusion import from_counts


@pytest.mark.parametrize("p_missing", [0.0, 0.4])
def test_value_and_standard_error_are_the_published_ones(p_missing: float) -> None:
    panel = simulated_panel(1, p_missing=p_missing)
    counts = panel.counts()
    n_answers = counts.sum(axis=1)
    judged, paired = n_answers > 0, n_answers > 1
    n = judged.sum()
    shares = counts[judged] / n_answers[judged, None]
    p_label = shares.mean(axis=0)
    p_chance = (p_label * (1 - p_label)).sum() / (len(p_label) - 1)
    p_agree = (counts * (counts - 1)).sum(axis=1) / np.maximum(n_answers * (n_answers - 1), 1)
    value = (p_agree[paired].mean() - p_chance) / (1 - p_chance)
    of_item = n / paired.sum() * (p_agree[judged] - p_chance * paired[judged]) / (1 - p_chance)
    chance_of_item = (shares * (1 - p_label)).sum(axis=1) / (len(p_label) - 1)
    star = of_item - 2 * (1 - value) * (chance_of_item - p_chance) / (1 - p_chance)
    found = agreement(gwet_ac1(panel.judged()), panel.judged())
    assert found.value == pytest.approx(value, abs=1e-12)
    spread = ((star - star.mean()) ** 2).sum() / (n * (n - 1))
    # With answers missing, the published one takes the number of items with two for known.
    assert found.se == pytest.approx(np.sqrt(spread), abs=0.002 if p_missing else 1e-12)


def test_it_stays_high_where_nearly_all_is_ok_and_kappa_collapses() -> None:
    panel = two_rater_panel(from_counts([[0, 5], [5, 90]]))
    assert gwet_ac1(panel).value() > 0.85
    assert scott_pi(panel).value() < 0
