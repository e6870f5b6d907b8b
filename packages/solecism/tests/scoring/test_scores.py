"""Plain and weighted scores and their intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.metrics import fbeta_score, precision_score, recall_score

from flagged_panels import matched, simulated
from random_panels import answer_matrices
from solecism.scoring.against_raters import (
    against_majority,
    against_rater,
    majority_share,
    weighted,
)
from solecism.uncertainty.two_way import ratio_interval


def test_the_score_against_one_rater_is_that_of_a_peer() -> None:
    found, _ = simulated(3)
    column = found.answers[:, 2]
    score = against_rater(found, found.panel.raters[2]).figures
    flags = found.is_flagged
    assert score["precision"].value == pytest.approx(precision_score(column, flags), abs=1e-12)
    assert score["recall"].value == pytest.approx(recall_score(column, flags), abs=1e-12)
    assert score["F1"].value == pytest.approx(fbeta_score(column, flags, beta=1), abs=1e-12)
    assert score["F0.5"].value == pytest.approx(fbeta_score(column, flags, beta=0.5), abs=1e-12)


def test_the_majority_of_an_odd_number_of_raters_is_that_of_a_peer() -> None:
    found, _ = simulated(4)
    most = found.answers.mean(axis=1) > 0.5
    score = against_majority(found).figures
    assert score["precision"].value == pytest.approx(precision_score(most, found.is_flagged))
    assert score["recall"].value == pytest.approx(recall_score(most, found.is_flagged))


def test_a_tie_is_half_an_error_unless_said_otherwise() -> None:
    found = matched([[1, 0], [1, 1]], [1, 0])
    assert against_majority(found).counts.hits == 0.5
    assert against_majority(found, ties="error").counts.hits == 1
    assert against_majority(found, ties="ok").counts.hits == 0


@settings(deadline=None)
@given(answer_matrices(n_labels=2, least=0))
def test_weighted_and_plain_are_the_same_where_raters_are_unanimous(
    answers: np.typing.NDArray[np.int64],
) -> None:
    unanimous = np.repeat(answers[:, :1], answers.shape[1], axis=1)
    found = matched(unanimous, np.arange(len(answers)) % 2 == 1)
    one, other = weighted(found), against_majority(found)
    assert one.counts == other.counts
    for name, measure in one.figures.items():
        assert measure.value == pytest.approx(other.figures[name].value, nan_ok=True)


@settings(deadline=None)
@given(answer_matrices(n_labels=2))
def test_measures_are_the_ratios_of_their_counts_or_nan_with_a_reason(
    answers: np.typing.NDArray[np.int64],
) -> None:
    answers = answers[(answers >= 0).any(axis=1)]
    if not len(answers):
        return
    found = matched(answers, np.arange(len(answers)) % 2 == 1)
    for score in (weighted(found), against_majority(found)):
        wanted = (score.counts.precision, score.counts.recall, score.counts.f(1))
        for name, value in zip(("precision", "recall", "F1"), wanted, strict=True):
            measure = score.figures[name]
            assert measure.value == pytest.approx(value, nan_ok=True)
            if math.isnan(value):
                assert measure.interval.method
            elif measure.interval.is_defined:
                assert measure.interval.low - 1e-9 <= value <= measure.interval.high + 1e-9


def test_the_order_of_raters_and_items_does_not_matter() -> None:
    found, _ = simulated(5, n_items=60)
    answers, flags = found.answers.astype(int), found.is_flagged
    rng = np.random.default_rng(1)
    items, raters = rng.permutation(60), rng.permutation(5)
    shuffled = matched(answers[items][:, raters], flags[items])
    for one, other in zip(
        (weighted(found), against_majority(found)),
        (weighted(shuffled), against_majority(shuffled)),
        strict=True,
    ):
        for name in one.figures:
            assert one.figures[name].value == pytest.approx(other.figures[name].value)
            low = one.figures[name].interval.low
            assert low == pytest.approx(other.figures[name].interval.low)


def test_without_sentences_the_interval_is_the_two_way_one() -> None:
    found, _ = simulated(6)
    flags = found.is_flagged[:, None]
    _, interval = ratio_interval(found.answers * flags, flags)
    mine = weighted(found, prior=None).figures["precision"].interval
    assert (mine.low, mine.high) == pytest.approx((interval.low, interval.high), abs=1e-3)
    assert mine.method == "sentences and raters"


def test_a_system_that_flags_nothing_has_recall_but_no_precision() -> None:
    score = weighted(matched([[1, 0], [1, 1], [0, 0]], [0, 0, 0])).figures
    assert math.isnan(score["precision"].value)
    assert score["precision"].interval.method == "the system flags nothing"
    assert score["recall"].value == 0


def test_where_all_is_ok_there_is_precision_but_no_recall() -> None:
    for score in (
        weighted(matched([[0, 0], [0, 0]], [1, 0])),
        against_majority(matched([[0, 0], [0, 0]], [1, 0])),
    ):
        assert score.figures["precision"].value == 0
        assert score.figures["recall"].interval.method == "nobody calls a site an error"


def test_one_rater_gives_an_interval_over_sentences() -> None:
    found = matched([[1], [1], [0], [0], [1]], [1, 0, 1, 0, 1])
    for score in (weighted(found), against_majority(found)):
        assert score.figures["precision"].value == pytest.approx(2 / 3)
        assert score.figures["precision"].interval.method == "sentences"


def test_one_item_has_figures_but_no_interval() -> None:
    score = weighted(matched([[1, 0]], [1])).figures
    assert score["precision"].value == 0.5
    assert not score["precision"].interval.is_defined


def test_majority_share_of_ties() -> None:
    counts = np.array([1, 2, 3]), np.array([4, 4, 4])
    assert majority_share(*counts, ties="ok").tolist() == [0, 0, 1]


def test_weighted_intervals_cover_at_their_level_with_three_raters() -> None:
    n_covered = 0
    for seed in range(200):
        found, _ = simulated(seed, n_raters=3, spread=0.1)
        # What raters of this kind say on average of flagged sites, errors or not.
        rng = np.random.default_rng(9)
        shift = rng.normal(0, 0.1, 20_000)
        of_error, of_ok = (np.clip(p + shift, 0.01, 0.99).mean() for p in (0.85, 0.03))
        p_hit = 0.3 * 0.5 / (0.3 * 0.5 + 0.7 * 0.05)
        expected = p_hit * of_error + (1 - p_hit) * of_ok
        n_covered += expected in weighted(found).figures["precision"].interval
    assert n_covered >= 180
