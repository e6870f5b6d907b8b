"""Plans: what they promise, and what they refuse to plan."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from derived_proportions import z_of
from derived_samples import Corpus
from solecism.errors import InputError
from solecism.sampling.plan import Expectation, Targets, plan, two_strata_sizes
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
    with pytest.raises(InputError, match="half-width of 5"):
        Targets(recall=5)
    with pytest.raises(InputError, match="assurance"):
        Targets(assurance=1.0)
    with pytest.raises(InputError, match="price"):
        plan(PAPER, Targets(), price=-1)


def test_assurance_is_shared_between_the_measures_that_are_planned_for() -> None:
    assert Targets().deviation == 0
    assert Targets(assurance=0.9).deviation == pytest.approx(stats.norm.ppf(0.95))
    assert Targets(assurance=0.9, recall=None).deviation == pytest.approx(stats.norm.ppf(0.9))


def test_bad_luck_may_widen_an_interval_by_a_tenth() -> None:
    z = stats.norm.ppf(0.975)
    assert Targets().are_met(0.03 / z - 1e-9, 0.033 / z - 1e-9, 0.03)
    assert not Targets().are_met(0.03 / z + 1e-9, 0.033 / z - 1e-9, 0.03)
    assert not Targets().are_met(0.03 / z - 1e-9, 0.033 / z + 1e-9, 0.03)


def test_assured_precision_bears_an_estimate_that_is_unluckily_low() -> None:
    """The smallest sample by trying: the interval at a precision so many errors below is narrow."""
    n_population, p, deviation = 695, 0.95, stats.norm.ppf(0.9)
    z, grown = stats.norm.ppf(0.975), 695 * (1 + deviation / math.sqrt(695))

    def error(rate: float, n: int, size: float) -> float:
        return math.sqrt(rate * (1 - rate) / n * (size - n) / (size - 1))

    wanted = next(
        n
        for n in range(10, n_population)
        if z * error(p, n, n_population) <= 0.02
        and z * error(p - deviation * error(p, n, n_population), n, grown) <= 0.022
    )
    expected = Expectation(22_000, 0.1, p, 0.3)
    assert expected.n_flagged == n_population
    found, _ = two_strata_sizes(expected, Targets(precision=0.02, recall=None, assurance=0.9))
    assert found == pytest.approx(wanted, rel=0.03)


@pytest.mark.parametrize("n_population", [3_000, 200_000])
def test_assured_recall_bears_misses_that_are_unluckily_few(n_population: int) -> None:
    """The cheapest sizes by trying, with the log-odds of recall off by what chance may do.

    Chance is that of the samples and that of the corpus (one over hits, one over misses). The
    half-width R (1 - R) sqrt(V) goes with the power 1.5 - 2R of the odds where misses are few.
    """
    corpus = Corpus(n_population, 0.1, 0.8, 0.3)
    z, deviation = z_of(0.95), float(stats.norm.ppf(0.9))
    hits, misses = 0.03 * n_population, 0.07 * n_population

    def is_enough(n_flagged: int, n_other: int) -> bool:
        _, half_width = corpus.half_widths(n_flagged, n_other, z)
        of_odds = half_width / z / (0.3 * 0.7)
        chance = math.sqrt(of_odds**2 + 1 / hits + 1 / misses)
        odds = 3 / 7 * math.exp(deviation * chance)
        # The worst is to second order that of the odds themselves: only the power is of interest.
        worst = half_width * (odds / (3 / 7)) ** (1.5 - 2 * 0.3)
        return half_width <= 0.08 and worst <= 0.088

    cheapest = min(
        n_flagged + next((n for n in range(10, corpus.n_other) if is_enough(n_flagged, n)), 10**9)
        for n_flagged in range(20, corpus.n_flagged, 10)[:40]
    )
    expected = Expectation(n_population, 0.1, 0.8, 0.3)
    sizes = two_strata_sizes(expected, Targets(precision=None, recall=0.08, assurance=0.9))
    assert sum(sizes) == pytest.approx(cheapest, rel=0.03)


def test_hours_are_told_beside_money() -> None:
    """Paper 000, section 6: 500 judgments in 4 hours, a tenth of them errors, 1,000 errors."""
    expected = Expectation(10_000, 0.1, 0.8, 0.3, 0.9)
    [everything] = [one for one in plan(expected, Targets()) if one.design == "exhaustive"]
    assert everything.hours == pytest.approx(80)
    [twice] = [one for one in plan(expected, Targets(), n_raters=2) if one.design == "exhaustive"]
    assert twice.hours == pytest.approx(160)
    with pytest.raises(InputError, match="seconds must not be negative"):
        plan(expected, Targets(), seconds=-1)
