"""Sizes and costs of planned studies, computed by hand, and how often guesses are right."""

from __future__ import annotations

from typing import Any

import pytest

from solecism_study.configuration import Batch, Configuration, Control, Expected, Pay
from solecism_study.item import PRACTICE
from solecism_study.planning.planned_study import (
    PlannedStudy,
    planned_from_items,
    planned_from_study,
)
from studies import control_items, data_items, make_study


def planned(
    *, n_items: int = 30, n_gold: int = 0, n_practice: int = 0, **settings: Any
) -> PlannedStudy:
    whole = [
        *data_items(n_items),
        *control_items(n_gold),
        *control_items(n_practice, pool=PRACTICE),
    ]
    given = {"name": "plan", "task": "extraneous", "seed": 7, **settings}
    return planned_from_items(Configuration(**given), whole)


def test_a_study_without_limits_needs_a_rater_per_judgment() -> None:
    study = planned(n_judgments=3, pay=Pay(price=50_000, fee_share=0.2))
    assert (study.least_raters, study.questions_each, study.n_answers) == (3, 30, 90)
    assert study.cost == 90 * 60_000


def test_limited_raters_who_meet_control_items_are_more() -> None:
    # Of 20 questions one in ten is a control item: 18 are data, and 90 judgments need 5 raters.
    study = planned(n_gold=9, most_each=20, n_judgments=3, pay=Pay(price=10_000))
    assert (study.most_questions, study.most_data, study.least_raters) == (20, 18, 5)
    # Each of the five answers 18 items and two control items.
    assert (study.questions_each, study.n_control_answers, study.n_answers) == (20, 10, 100)
    assert study.cost == 1_000_000
    # The three judgments of one item more need another rater.
    assert planned(n_items=31, n_gold=9, most_each=20, n_judgments=3).least_raters == 6


def test_practice_takes_a_part_of_what_a_rater_may_answer() -> None:
    study = planned(n_practice=5, most_each=20, n_judgments=3)
    assert (study.most_questions, study.least_raters) == (15, 6)
    assert study.n_answers == 90 + 6 * 5


def test_batches_are_judged_by_everybody() -> None:
    batches = (Batch(name="all", size=10),)
    study = planned(batches=batches, n_judgments=2, most_each=20, expected=Expected(n_raters=8))
    # 20 single items of two judgments at 10 each beside the batch: 4 raters; 8 are expected.
    assert (study.n_single, study.least_raters, study.n_raters) == (20, 4, 8)
    assert (study.n_judgments, study.questions_each) == (40 + 80, 15)


def test_two_stages_double_the_work() -> None:
    study = planned(task="article-number", n_judgments=2, pay=Pay(price=1_000_000))
    assert (study.n_judgments, study.cost) == (120, 120_000_000)


def test_a_made_study_is_planned_like_its_items(tmp_path: Any) -> None:
    settings: dict[str, Any] = {"n_judgments": 2, "control": Control(share=0.25)}
    study = make_study(str(tmp_path / "s"), n_items=12, n_gold=3, n_practice=2, **settings)
    again = planned(n_items=12, n_gold=3, n_practice=2, **settings)
    found = planned_from_study(study)
    study.close()
    assert (found.n_data, found.n_practice, len(found.control)) == (12, 2, 3)
    assert (found.n_answers, found.guesses) == (again.n_answers, again.guesses)


@pytest.mark.parametrize(
    ("task", "guess", "same"),
    [
        ("extraneous", 1 / 3, ("error", 3)),
        ("correctness", 1 / 3, ("incorrect", 3)),
        ("usage", 1 / 2, ("extraneous", 3)),
    ],
)
def test_guesses_are_right_for_a_share_of_the_options(
    task: str, guess: float, same: tuple[str, int]
) -> None:
    chances = planned(task=task, n_gold=3).guesses
    assert chances.guess == pytest.approx(guess)
    assert chances.same == same


def test_a_preposition_is_guessed_among_those_offered() -> None:
    items = [*data_items(3), *control_items(4, answer="of")]
    chances = planned_from_items(Configuration(name="p", task="cloze", seed=1), items).guesses
    assert chances.same == ("of", 4)
    assert chances.guess == pytest.approx(1 / 11)
