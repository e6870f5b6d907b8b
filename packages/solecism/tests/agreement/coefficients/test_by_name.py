"""What holds for every measure of agreement."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_panels import Answers, answer_matrices, simulated_answers, simulated_panel
from solecism.agreement.agreement import Coefficient, agreement
from solecism.agreement.coefficients import MEASURES, coefficient, measure_agreement, usual_measures
from solecism.errors import InputError
from solecism.panel import Panel, from_matrix

FOR_MANY = [name for name in MEASURES if name != "scott"]
LABELS = "012"


def figures(panel: Panel, name: str) -> tuple[float, float]:
    (found,) = measure_agreement(panel, [name])
    return found.value, found.se


@pytest.mark.parametrize("name", FOR_MANY)
@given(answers=answer_matrices(), seed=st.integers(0, 99))
def test_the_order_of_raters_and_items_does_not_matter(
    name: str, answers: Answers, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    moved = rng.permutation(rng.permutation(answers, axis=0), axis=1)
    one = figures(from_matrix(answers, labels=LABELS), name)
    other = figures(from_matrix(moved, labels=LABELS), name)
    assert one == pytest.approx(other, abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("name", FOR_MANY)
@given(answers=answer_matrices())
def test_any_panel_gives_a_figure_or_a_reason(name: str, answers: Answers) -> None:
    (found,) = measure_agreement(from_matrix(answers, labels=LABELS), [name])
    assert math.isnan(found.value) == bool(found.note)
    assert math.isnan(found.value) or found.value <= 1 + 1e-12


@pytest.mark.parametrize("name", FOR_MANY)
def test_unanimity_gives_one(name: str) -> None:
    panel = from_matrix(np.repeat(np.arange(12)[:, None] % 3, 4, axis=1), labels=LABELS)
    assert figures(panel, name) == pytest.approx((1, 0), abs=1e-12)


@pytest.mark.parametrize("name", ["cohen", "scott", "fleiss", "alpha", "alpha-ordinal"])
def test_one_label_only_is_not_defined(name: str) -> None:
    (found,) = measure_agreement(from_matrix(np.zeros((5, 2), dtype=int), labels=LABELS), [name])
    assert math.isnan(found.value)
    assert "all answers are the same" in found.reason
    assert not found.interval.is_defined


@pytest.mark.parametrize("name", FOR_MANY)
@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (np.empty((0, 0), dtype=int), "no judgments"),
        (np.array([[0], [1]]), "one rater only, rater0"),
        (np.array([[0, -1], [-1, 1]]), "no item has two answers|share no item"),
    ],
)
def test_bad_panels_say_what_is_missing(name: str, answers: Answers, reason: str) -> None:
    (found,) = measure_agreement(from_matrix(answers, labels=LABELS), [name])
    assert math.isnan(found.value)
    assert any(part in found.reason for part in reason.split("|"))


@pytest.mark.parametrize("name", [name for name in FOR_MANY if "cohen" not in name])
def test_the_standard_error_is_that_of_the_bootstrap(name: str) -> None:
    panel = simulated_panel(1)
    (analytic,) = measure_agreement(panel, [name])
    (drawn,) = measure_agreement(panel, [name], n_draws=2000, rng=np.random.default_rng(1))
    assert drawn.value == analytic.value
    assert drawn.se == pytest.approx(analytic.se, rel=0.1)
    assert drawn.interval.low == pytest.approx(analytic.interval.low, abs=0.02)


@pytest.mark.parametrize("name", FOR_MANY)
def test_an_item_said_twice_is_no_news_in_its_cluster(name: str) -> None:
    answers, _ = simulated_answers(1, n_items=40)
    once = from_matrix(answers, labels=LABELS)
    twice = from_matrix(np.repeat(answers, 2, axis=0), labels=LABELS)
    clustered = replace(twice, cluster=np.repeat(once.cluster, 2))
    (one,) = measure_agreement(once, [name])
    (other,) = measure_agreement(clustered, [name])
    assert other.se == pytest.approx(one.se, rel=0.01)


@pytest.mark.parametrize("name", ["fleiss", "alpha", "ac1"])
def test_the_interval_covers_at_its_level(name: str) -> None:
    whole, _ = simulated_answers(2, n_items=20_000, n_labels=2)
    truth = coefficient(from_matrix(whole, labels="01"), name)
    assert isinstance(truth, Coefficient)
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(300):
        panel = from_matrix(whole[rng.integers(0, len(whole), 100)], labels="01")
        covered += truth.value() in agreement(coefficient(panel, name), panel).interval
    assert 0.91 <= covered / 300 <= 0.98


def test_two_raters_get_the_closed_form_for_kappa() -> None:
    panel = simulated_panel(2, n_raters=2)
    assert usual_measures(panel) == ("observed", "cohen", "scott", "alpha", "ac1")
    assert measure_agreement(panel, ["cohen"])[0].interval.method == "normal"


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(InputError, match="no measure 'gamma'"):
        measure_agreement(simulated_panel(1), ["gamma"])
