"""Scores against the truth behind the answers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from flagged_panels import matched, simulated
from solecism.agreement.consensus import dawid_skene
from solecism.judgment import Judgment
from solecism.panel import Panel, panels
from solecism.scoring.against_raters import (
    RaterAccuracy,
    against_probability,
    rogan_gladen,
    weighted,
)
from solecism.scoring.match import LABELS
from solecism.scoring.score import Counts

SENSITIVITY, SPECIFICITY = 0.85, 0.97


def control(n: int, *, sensitivity: float = SENSITIVITY, specificity: float = SPECIFICITY) -> Panel:
    """Control items, half of them errors, of which raters get exactly these shares right."""
    judgments = [
        Judgment(
            f"gold{truth}{item}",
            "x",
            truth if item < round(n * right) else other,
            gold=truth,
        )
        for truth, other, right in (("error", "ok", sensitivity), ("ok", "error", specificity))
        for item in range(n)
    ]
    return panels(judgments, labels=LABELS).gold


@pytest.mark.parametrize(("p_error", "seen"), [(0.5, 0.341), (0.1, 0.268), (0.01, 0.079)])
def test_where_errors_are_rare_what_raters_say_hides_recall(p_error: float, seen: float) -> None:
    hits, false_alarms = 0.35 * p_error, 0.35 * p_error / 4
    misses = 0.65 * p_error
    correct = 1 - hits - misses - false_alarms
    said = Counts(
        hits * SENSITIVITY + false_alarms * (1 - SPECIFICITY),
        misses * SENSITIVITY + correct * (1 - SPECIFICITY),
        0,
        0,
    )
    assert said.recall == pytest.approx(seen, abs=0.0005)
    reliability = RaterAccuracy(SENSITIVITY, SPECIFICITY)
    n_flagged = hits + false_alarms
    true_hits = n_flagged * reliability.truth(said.hits / n_flagged)
    true_misses = (1 - n_flagged) * reliability.truth(said.misses / (1 - n_flagged))
    assert true_hits / n_flagged == pytest.approx(0.8)
    assert true_hits / (true_hits + true_misses) == pytest.approx(0.35)


def test_control_items_bring_the_truth_back() -> None:
    found, truth = simulated(2, n_items=4000, p_error=0.05)
    true_recall = (truth & found.is_flagged).sum() / truth.sum()
    rng = np.random.default_rng(1)
    score = rogan_gladen(found, control(1000), rng=rng).figures["recall"]
    assert abs(weighted(found).figures["recall"].value - true_recall) > 0.15
    assert score.value == pytest.approx(true_recall, abs=0.05)
    assert true_recall in score.interval


def test_a_model_of_raters_brings_the_truth_back() -> None:
    found, truth = simulated(2, n_items=4000, p_error=0.05)
    true_recall = (truth & found.is_flagged).sum() / truth.sum()
    consensus = dawid_skene(found.panel)
    score = against_probability(found, consensus.p[:, 0], "dawid-skene").figures["recall"]
    assert score.value == pytest.approx(true_recall, abs=0.05)


def test_certain_probabilities_leave_the_interval_of_so_many_sites() -> None:
    found = matched([[1, 1]] * 10, [1] * 10)
    sure = against_probability(found, np.full(10, 1 - 1e-6), "model").figures["precision"]
    assert sure.interval.low < 0.8


def test_perfect_raters_need_no_correction() -> None:
    found, _ = simulated(3)
    gold = control(50, sensitivity=1, specificity=1)
    score = rogan_gladen(found, gold, rng=np.random.default_rng(1))
    for name, measure in weighted(found).figures.items():
        assert score.figures[name].value == pytest.approx(measure.value)


@pytest.mark.parametrize(
    ("gold", "reason"),
    [
        (control(0), "no control item is known to be an error"),
        (control(10, sensitivity=0.2, specificity=0.5), "no better than chance"),
    ],
)
def test_without_reliable_raters_there_is_no_corrected_score(gold: Panel, reason: str) -> None:
    found, _ = simulated(3)
    score = rogan_gladen(found, gold, rng=np.random.default_rng(1))
    assert math.isnan(score.figures["recall"].value)
    assert reason in score.figures["recall"].interval.method


def test_one_seed_one_result() -> None:
    found, _ = simulated(3)
    one, other = (
        rogan_gladen(found, control(50), rng=np.random.default_rng(7)).figures for _ in "ab"
    )
    assert one == other


def test_the_corrected_interval_is_that_of_sites_and_control_items_drawn_again() -> None:
    """One resample after another, both of sites and of control items, by a plain loop."""
    found, _ = simulated(4, n_items=120, n_raters=1)
    said, flags = found.answers[:, 0], found.is_flagged
    # What raters said of 12 errors and of 12 OK items, and what is right.
    truth = np.repeat([1.0, 0.0], 12)
    answers = np.concatenate([[1.0] * 10 + [0.0] * 2, [0.0] * 11 + [1.0]])
    rng, recalls = np.random.default_rng(5), []
    for _ in range(4000):
        sites, items = rng.integers(120, size=120), rng.integers(24, size=24)
        is_error = truth[items] == 1
        if is_error.all() or not is_error.any():
            continue
        sensitivity, false_alarms = (answers[items][one].mean() for one in (is_error, ~is_error))
        if sensitivity <= false_alarms:
            continue
        totals = []
        for one in (flags[sites], ~flags[sites]):
            share = (said[sites][one].mean() - false_alarms) / (sensitivity - false_alarms)
            totals.append(one.sum() * min(1.0, max(0.0, share)))
        if sum(totals):
            recalls.append(totals[0] / sum(totals))
    gold = control(12, sensitivity=10 / 12, specificity=11 / 12)
    score = rogan_gladen(found, gold, rng=np.random.default_rng(6), level=0.8, n_draws=4000)
    interval = score.figures["recall"].interval
    wanted = tuple(np.quantile(recalls, [0.1, 0.9]))
    assert (interval.low, interval.high) == pytest.approx(wanted, abs=0.02)
