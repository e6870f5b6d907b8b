"""Signs of spam, and none where there is no spam."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given

from random_panels import Answers, answer_matrices
from solecism.agreement.rater_quality import _fast, _random, near_duplicates, spam_signs
from solecism.judgment import Judgment
from solecism.panel import from_judgments, from_matrix


def honest_answers(seed: int, n_items: int = 150, n_raters: int = 12) -> Answers:
    rng = np.random.default_rng(seed)
    is_error = rng.random(n_items) < 0.25
    right = rng.random((n_items, n_raters)) < 0.9
    answers = np.where(right, is_error[:, None], ~is_error[:, None]).astype(np.int64)
    answers[rng.random(answers.shape) < 0.3] = -1
    return answers


@pytest.mark.parametrize("seed", range(8))
def test_honest_raters_show_no_signs(seed: int) -> None:
    panel = from_matrix(honest_answers(seed))
    assert [row.signs for row in spam_signs(panel)] == [()] * 12
    assert near_duplicates(panel) == []


def test_constant_and_random_raters_show() -> None:
    answers = honest_answers(1)
    answers[:, 0] = 0
    answers[:, 1] = np.random.default_rng(2).random(len(answers)) < 0.25
    rows = spam_signs(from_matrix(answers, labels=["ok", "error"]))
    assert rows[0].signs[0].startswith("constant: all 150 answers are ok (others: ")
    assert [sign.partition(":")[0] for sign in rows[1].signs] == ["random"]
    assert not any(row.signs for row in rows[2:])


def test_always_ok_is_no_sign_where_all_is_ok() -> None:
    answers = np.zeros((60, 5), dtype=np.int64)
    answers[0, 1] = 1
    assert not any(row.signs for row in spam_signs(from_matrix(answers)))


def test_a_copy_of_a_rater_is_found() -> None:
    answers = honest_answers(3)
    answers[:, 1] = answers[:, 0]
    (found,) = near_duplicates(from_matrix(answers))
    assert (found.first, found.second) == ("rater00", "rater01")
    assert found.n_same == found.n_items > found.n_expected


def test_agreeing_on_what_all_agree_on_is_no_copy() -> None:
    assert near_duplicates(from_matrix(np.zeros((100, 6), dtype=np.int64))) == []


def test_haste_shows() -> None:
    judgments = [
        Judgment(
            f"s{item}", f"r{rater}", "ab"[item % 2], seconds=1.0 if rater == 0 else 6.0 + rater
        )
        for item in range(12)
        for rater in range(4)
    ]
    rows = spam_signs(from_judgments(judgments))
    assert rows[0].signs == ("fast: median 1.0 s (median rater 7.5 s)",)
    assert not any(row.signs for row in rows[1:])


def test_few_items_are_not_enough_to_accuse() -> None:
    assert spam_signs(from_matrix(np.array([[0, 1, 1]] * 5)))[0].signs == ()


@given(answer_matrices())
def test_any_panel_is_looked_at_without_complaint(answers: Answers) -> None:
    panel = from_matrix(answers, labels="abc")
    assert len(spam_signs(panel)) == panel.n_raters
    assert all(math.isfinite(found.p_value) for found in near_duplicates(panel))


def constant_beside_four(n_doubtful: int) -> Answers:
    """A rater who always says OK, at 40 items; of the four others one dissents at some of them."""
    answers = np.zeros((40, 5), dtype=np.int64)
    for item in range(n_doubtful):
        answers[item, 1 + item % 4] = 1
    return answers


@pytest.mark.parametrize(("n_doubtful", "is_sign"), [(17, False), (21, False), (22, True)])
def test_a_constant_rater_is_tested_at_one_in_a_hundred_for_all_raters_together(
    n_doubtful: int, is_sign: bool
) -> None:
    """The others' shares give 0.75^17 = 0.008, 0.75^21 = 0.0024, 0.75^22 = 0.0018, times five."""
    assert (0.75**n_doubtful * 5 < 0.01) == is_sign
    signs = spam_signs(from_matrix(constant_beside_four(n_doubtful)))[0].signs
    assert any(sign.startswith("constant") for sign in signs) == is_sign


@pytest.mark.parametrize(("factor", "is_sign"), [(0.99, True), (1.01, False)])
def test_skill_is_near_chance_if_its_95_percent_bound_is_below_a_third_of_the_median(
    factor: float, is_sign: bool
) -> None:
    spread = factor * (0.6 / 3 - 0.1) / scipy.stats.norm.ppf(0.95)
    assert bool(_random(np.array([0.1, spread]), 0.6)) == is_sign


@pytest.mark.parametrize(("seconds", "is_sign"), [(2.4, True), (2.6, False)])
def test_haste_is_less_than_a_third_of_the_median_time(seconds: float, is_sign: bool) -> None:
    assert bool(_fast(seconds, 7.5)) == is_sign


def expected_agreement(answers: Answers, first: int, second: int) -> tuple[float, float]:
    """Mean and variance of how often second agrees with first, by what the others say.

    One more rater, who agrees by half, is added to the others of each item.
    """
    mean = variance = 0.0
    for row in answers:
        if row[first] >= 0 and row[second] >= 0:
            given = [answer for answer in row if answer >= 0]
            p = (given.count(row[first]) - 1 + 0.5) / len(given)
            mean, variance = mean + p, variance + p * (1 - p)
    return mean, variance


def test_a_copy_is_as_surprising_as_a_normal_tail_says() -> None:
    answers = honest_answers(3, n_items=60, n_raters=6)
    answers[:, 1] = answers[:, 0]
    (found,) = near_duplicates(from_matrix(answers))
    directions = [expected_agreement(answers, 0, 1), expected_agreement(answers, 1, 0)]
    n_both = int(((answers[:, 0] >= 0) & (answers[:, 1] >= 0)).sum())
    # Half an item is taken off, as counts are whole; there are fifteen pairs.
    tails = [
        scipy.stats.norm.sf((n_both - mean - 0.5) / math.sqrt(variance))
        for mean, variance in directions
    ]
    assert found.n_expected == pytest.approx(max(mean for mean, _ in directions))
    assert found.p_value == pytest.approx(15 * max(tails), rel=1e-9)


@pytest.mark.parametrize(("n_changed", "is_found"), [(6, True), (9, False)])
def test_a_copy_has_nineteen_of_twenty_answers_in_common(n_changed: int, is_found: bool) -> None:
    answers = honest_answers(3)
    answers[:, 0] = np.where(answers[:, 0] < 0, 0, answers[:, 0])
    answers[:, 1] = answers[:, 0]
    answers[:n_changed, 1] = 1 - answers[:n_changed, 1]
    pairs = [(one.first, one.second) for one in near_duplicates(from_matrix(answers))]
    assert (("rater00", "rater01") in pairs) == is_found
