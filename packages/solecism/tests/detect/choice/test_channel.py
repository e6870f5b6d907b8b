"""Confusions of learners: counting them, putting them into native text, weighing by them."""

from __future__ import annotations

import numpy as np

from solecism.corruption.counts import error_rates, inject
from solecism.detect.light.error_classifier import Channel
from solecism.detect.light.preposition_detector import ANTONYMS
from solecism.locate.sites import PREPOSITION_CHOICES, PREPOSITION_NUMBER
from solecism.numeric import Floats32, log_softmax

ON, OF, WITH, WITHOUT = (PREPOSITION_NUMBER[word] for word in ("on", "of", "with", "without"))


def some_counts() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    counts = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=np.int64)
    np.fill_diagonal(counts, 900)
    counts[ON, OF] = 100
    return counts


def even() -> Floats32:
    return log_softmax(np.zeros((1, len(PREPOSITION_CHOICES)), dtype=np.float32))


def test_error_rates_are_probabilities_and_follow_the_counts() -> None:
    rates = error_rates(some_counts())
    np.testing.assert_allclose(rates.sum(axis=1), 1)
    assert 0.08 < rates[ON, OF] < 0.12
    assert (rates > 0).all()


def test_injected_errors_come_at_the_learners_rate() -> None:
    correct = np.full(20_000, ON, dtype=np.uint8)
    written = inject(correct, some_counts(), rng=np.random.default_rng(0))
    assert 0.09 < (written == OF).mean() < 0.11
    assert (written == inject(correct, some_counts(), rng=np.random.default_rng(0))).all()


def test_the_best_candidate_is_what_learners_confuse_and_the_context_allows() -> None:
    found = Channel(some_counts()).candidates(even(), np.array([OF], dtype=np.uint8))
    assert found.best.tolist() == [ON]
    assert found.log_odds[0] < 0


def test_the_odds_are_those_of_all_other_choices_to_the_written_one() -> None:
    found = Channel(some_counts()).candidates(even(), np.array([OF], dtype=np.uint8))
    rates = error_rates(some_counts())[:, OF]
    p_right = rates[OF] / rates.sum()
    np.testing.assert_allclose(found.log_odds, np.log((1 - p_right) / p_right), rtol=1e-4)


def test_antonyms_are_never_suggested() -> None:
    log_p = even()
    log_p[0, WITHOUT] = 5
    channel = Channel(some_counts(), excluded=ANTONYMS)
    found = channel.candidates(log_p, np.array([WITH], dtype=np.uint8))
    assert found.best[0] != WITHOUT
    assert (WITH, WITHOUT) in ANTONYMS


def test_the_odds_of_an_error_are_those_of_bayes() -> None:
    """What every other choice would have written, over what the writer's own would have."""
    rng = np.random.default_rng(4)
    p = rng.dirichlet(np.ones(len(PREPOSITION_CHOICES)))
    log_p = np.log(p)[None].astype(np.float32)
    rates = error_rates(some_counts())
    found = Channel(some_counts()).candidates(log_p, np.array([OF], dtype=np.uint8))
    joint = p * rates[:, OF]
    expected = np.log((joint.sum() - joint[OF]) / joint[OF])
    np.testing.assert_allclose(found.log_odds[0], expected, rtol=1e-4)
