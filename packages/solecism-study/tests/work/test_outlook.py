"""What lies ahead of a rater: how many questions, how long, and for how much."""

from __future__ import annotations

from collections.abc import Callable

from solecism_study.configuration import UNIT, Control, Pay
from solecism_study.people.raters import Rater, rater_by_id
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.own_progress import WorkEstimate, work_estimate
from solecism_study.work.submission import Submission, submit
from studies import START, new_rater, say, work

Made = Callable[..., Study]


def ahead(study: Study, rater: int, *, stage: int = 0) -> WorkEstimate:
    return work_estimate(study, rater_by_id(study, rater), stage=stage)


def test_a_rater_sees_how_many_of_how_many(study_of: Made) -> None:
    study = study_of(n_items=6)
    ann = new_rater(study)
    assert (ahead(study, ann).n_done, ahead(study, ann).n_total) == (0, 6)
    work(study, ann, n=2)
    assert (ahead(study, ann).n_done, ahead(study, ann).n_total) == (2, 6)


def test_items_that_others_complete_drop_out(study_of: Made) -> None:
    study = study_of(n_items=4, n_judgments=1)
    ann, bea = new_rater(study), new_rater(study, "bea")
    work(study, ann, n=3)
    assert work_estimate(study, rater_by_id(study, bea)).n_total == 0
    assert ahead(study, ann).n_total == 4


def test_the_limits_of_a_rater_and_of_the_budget_count(study_of: Made) -> None:
    pay = Pay(price=UNIT // 10, budget=UNIT)
    study = study_of(n_items=40, most_each=7, pay=pay)
    assert work_estimate(study).n_total == 7
    assert work_estimate(study).pay_left == 7 * UNIT // 10


def test_the_budget_limits_what_is_ahead(study_of: Made) -> None:
    study = study_of(n_items=40, pay=Pay(price=UNIT // 10, budget=UNIT))
    ann = new_rater(study)
    work(study, ann, n=6)
    left = ahead(study, ann).n_left
    assert left is not None
    assert 4 <= left <= 6


def test_control_items_are_counted_with_their_share(study_of: Made) -> None:
    study = study_of(n_items=8, n_gold=10, control=Control(share=0.2))
    assert work_estimate(study).n_total == 10


def test_a_quarter_of_all_questions_are_control_items(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=12, n_gold=10, control=Control(share=0.25))
    assert work_estimate(study).n_total == 12 / 0.75


def test_a_rater_who_has_answered_may_give_fewer_answers(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=20, most_each=7)
    ann = new_rater(study)
    work(study, ann, n=3)
    assert ahead(study, ann).n_left == 7 - 3


def test_practice_has_its_own_count(study_of: Made) -> None:
    study = study_of(n_items=8, n_practice=3)
    ann = new_rater(study)
    work(study, ann, n=1, answers=say("error"))
    assert (ahead(study, ann).n_done, ahead(study, ann).n_total) == (1, 3)
    work(study, ann, n=2, answers=say("error"))
    assert (ahead(study, ann).n_done, ahead(study, ann).n_total) == (0, 8)


def test_the_time_is_that_of_the_raters_own_last_answers(study_of: Made) -> None:
    study = study_of(n_items=12)
    ann, bea = new_rater(study), new_rater(study, "bea")
    assert ahead(study, ann).ms_left is None
    now = START
    for rater, seconds, n in ((bea, 20, 6), (ann, 5, 6)):
        for _ in range(n):
            now += 60_000
            lease = next_questions(study, rater, now=now).current
            assert lease is not None
            sent = Submission(lease.token, {"answer": ["ok"]}, f"key-{now}", seconds * 1000)
            submit(study, rater, sent, now=now + 60_000)
    assert ahead(study, ann).ms_each == 5000
    assert ahead(study, ann).ms_left == 5000 * 6
    assert ahead(study, bea).ms_each == 20_000


def test_a_large_study_is_not_counted_to_its_end(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=1200)
    seen: Rater = rater_by_id(study, new_rater(study))
    assert work_estimate(study, seen).n_total is None
