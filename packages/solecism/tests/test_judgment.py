"""Judgments and grades."""

from __future__ import annotations

from solecism.judgment import Grade, Judgment, grades


def test_a_grade_counts_those_who_decided() -> None:
    answers = ["error", "ok", "error", "unknown"]
    judgments = [Judgment("s", f"r{n}", answer) for n, answer in enumerate(answers)]
    assert grades(judgments) == [Grade("s", n_error=2, n_raters=3)]


def test_a_grade_counts_correct_and_incorrect_as_ok_and_error() -> None:
    answers = ["incorrect", "correct", "error", "too-messy"]
    judgments = [Judgment("s", f"r{n}", answer) for n, answer in enumerate(answers)]
    assert grades(judgments) == [Grade("s", n_error=2, n_raters=3)]


def test_gold_items_are_no_data() -> None:
    assert grades([Judgment("s", "r", "error", gold="error")]) == []


def test_agreement_is_the_share_of_the_majority() -> None:
    assert Grade("s", n_error=1, n_raters=4).agreement == 0.75


def test_stages_make_different_judgments() -> None:
    assert Judgment("s", "r", "ok", stage="1").id != Judgment("s", "r", "ok", stage="2").id
