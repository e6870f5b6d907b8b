"""Plans: what they promise, and what they refuse to plan."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.sample.expectation import Expectation
from solecism.sample.plan import Targets, plan, two_strata_sizes
from solecism.uncertainty.proportion import wilson
from solecism.uncertainty.recall import Part, mover

PAPER = Expectation(22_000, 0.1, 0.8, 0.14)


def test_the_designs_reach_both_targets() -> None:
    for one in plan(PAPER, Targets()):
        assert one.precision.half_width <= 0.031, one
        if one.design != "verification":
            assert one.recall.half_width <= 0.051, one


def test_better_designs_cost_less() -> None:
    cost = {one.design: one.cost for one in plan(PAPER, Targets())}
    assert cost["score strata"] < cost["two strata"] < cost["paper"] < cost["simple random"]
    assert cost["simple random"] < cost["exhaustive"] == pytest.approx(22_000 * 0.025)


def test_cost_is_raters_times_price_and_fee() -> None:
    once, thrice = (plan(PAPER, Targets(), n_raters=n, price=0.1, fee=0.02)[0] for n in (1, 3))
    assert thrice.n_judgments == 3 * once.n_judgments
    assert once.cost == pytest.approx(once.n_judgments * 0.12)


def test_scores_without_information_need_as_many_items_as_two_strata() -> None:
    blind = Expectation(22_000, 0.1, 0.8, 0.14, auc=0.5)
    sizes = {one.design: one.n_judgments for one in plan(blind, Targets())}
    assert sizes["score strata"] == pytest.approx(sizes["two strata"], rel=0.03)


@pytest.mark.parametrize("recall", [0.14, 0.6])
def test_an_assured_plan_keeps_its_promise_in_nine_of_ten_corpora(recall: float) -> None:
    expected = Expectation(22_000, 0.1, 0.8, recall)
    n_flagged, n_other = two_strata_sizes(expected, Targets(assurance=0.9))
    rng, kept = np.random.default_rng(1), 0
    for _ in range(300):
        errors = rng.binomial(22_000, 0.1)
        hits = rng.binomial(errors, recall)
        flagged = hits + rng.poisson(expected.n_flagged * 0.2)
        x = int(rng.hypergeometric(hits, flagged - hits, min(n_flagged, flagged)))
        other = 22_000 - flagged
        y = int(rng.hypergeometric(errors - hits, other - errors + hits, n_other))
        drawn = min(n_flagged, flagged)
        precise = wilson(x, drawn, n_population=flagged).half_width <= 0.033
        recalled = mover(Part(x, drawn, flagged), Part(y, n_other, other)).half_width <= 0.055
        kept += precise and recalled
    assert kept >= 0.87 * 300


def test_one_measure_alone_can_be_planned_for() -> None:
    precision_only = two_strata_sizes(PAPER, Targets(recall=None))
    assert precision_only == (247, 1)
    assert "verification" not in {one.design for one in plan(PAPER, Targets(precision=None))}


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"error_rate": 0.0}, "error rate of 0"),
        ({"precision": 1.0}, "precision of 1"),
        ({"recall": 1.5}, "recall of 1.5"),
        ({"auc": 0.3}, "AUC"),
        ({"n_population": 4}, "0 flagged items of 4"),
    ],
)
def test_impossible_expectations_are_refused(settings: dict[str, float], problem: str) -> None:
    known = {"n_population": 22_000, "error_rate": 0.1, "precision": 0.8, "recall": 0.14}
    with pytest.raises(InputError, match=problem):
        Expectation(**{**known, **settings})  # type: ignore[arg-type]  # one bad value at a time


def test_impossible_targets_and_prices_are_refused() -> None:
    with pytest.raises(InputError, match="within 5"):
        Targets(recall=5)
    with pytest.raises(InputError, match="assurance"):
        Targets(assurance=1.0)
    with pytest.raises(InputError, match="price"):
        plan(PAPER, Targets(), price=-1)
