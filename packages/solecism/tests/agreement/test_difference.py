"""Differences of two agreements."""

from __future__ import annotations

import math

import numpy as np
import pytest

from random_panels import simulated_answers, simulated_panel
from solecism.agreement.coefficients import MEASURES, measure_agreement
from solecism.agreement.difference import independent_difference, paired_difference
from solecism.judgment import Judgment
from solecism.panel import from_matrix, panels

FOR_MANY = [name for name in MEASURES if name != "scott"]


@pytest.mark.parametrize("name", FOR_MANY)
def test_a_panel_does_not_differ_from_itself(name: str) -> None:
    panel = simulated_panel(1)
    found = paired_difference(panel, panel, name)
    assert found.value == 0
    assert found.reason


@pytest.mark.parametrize("name", ["fleiss", "alpha", "ac1", "cohen"])
def test_pairing_sees_what_two_separate_samples_cannot(name: str) -> None:
    before, _ = simulated_answers(1, n_labels=2, p_missing=0)
    after = before.copy()
    after[:30] = np.where(np.random.default_rng(1).random((30, 6)) < 0.5, 0, after[:30])
    first, second = from_matrix(before, labels="01"), from_matrix(after, labels="01")
    paired = paired_difference(first, second, name)
    (one,), (other,) = (measure_agreement(panel, [name]) for panel in (first, second))
    apart = independent_difference(one, other)
    assert paired.value == pytest.approx(apart.value, abs=1e-12)
    assert paired.se < apart.se / 2
    assert paired.p_value < apart.p_value


def test_the_paired_test_has_its_size() -> None:
    n_significant = 0
    for seed in range(200):
        answers, _ = simulated_answers(
            seed, n_items=60, n_raters=8, n_labels=2, p_missing=0, accuracy=(0.7, 0.7)
        )
        first, second = from_matrix(answers[:, :4]), from_matrix(answers[:, 4:])
        n_significant += paired_difference(first, second, "fleiss").p_value < 0.05
    assert 2 <= n_significant <= 20


def test_items_of_one_stage_only_count_for_it() -> None:
    answers, _ = simulated_answers(3, n_items=50, n_raters=3, p_missing=0)
    judgments = [
        Judgment(f"s{item}", f"r{rater}", str(answer), stage=stage)
        for (item, rater), answer in np.ndenumerate(answers)
        for stage in ("1", "2")
        if answer >= 0 and (stage == "1" or item < 40)
    ]
    parts = panels(judgments, by="stage").parts
    found = paired_difference(parts["1"], parts["2"], "alpha")
    assert found.test == "paired, 50 clusters"
    assert found.value in found.interval


def test_an_undefined_agreement_has_no_difference() -> None:
    constant = from_matrix(np.zeros((4, 2), dtype=int), labels="012")
    (one,) = measure_agreement(constant, ["alpha"])
    (other,) = measure_agreement(simulated_panel(1), ["alpha"])
    found = independent_difference(one, other)
    assert math.isnan(found.p_value)
    assert "all answers are the same" in found.reason
