"""Signs of spam, and none where there is no spam."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from random_panels import Answers, answer_matrices

from solecism.agree.spam import near_duplicates, spam_signs
from solecism.judgment import Judgment
from solecism.panel import from_matrix
from solecism.panels import from_judgments


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
