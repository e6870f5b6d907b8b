"""Removal does all of it: answers void, slots open, money released, everything in the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from solecism.errors import ConflictError
from solecism_study.configuration import Pay
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import log_entries, verify_study
from solecism_study.people.raters import rater_by_id, rater_in, save_rater
from solecism_study.people.removal import complete_removals, reinstate_rater, remove_rater
from solecism_study.status.progress import progress
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import Submission, submit
from studies import START, new_rater, work

Made = Callable[..., Study]


def test_a_removal_voids_answers_opens_slots_releases_money_and_is_logged(study_of: Made) -> None:
    study = study_of(n_items=4, n_judgments=1, pay=Pay(price=10_000, budget=100_000))
    ann = new_rater(study)
    work(study, ann, n=2)
    assert progress(study, now=START).committed == 40_000
    assert remove_rater(study, ann, reason="test", now=START, actor="boss") == 2
    after = progress(study, now=START)
    assert (after.stages[0].n_answered, after.stages[0].n_leased, after.n_void) == (0, 0, 2)
    assert after.committed == after.earned == 20_000
    assert log_entries(study)[0].detail["reason"] == "test"
    assert verify_study(study).problems == ()


def test_an_interrupted_removal_is_completed_once(study_of: Made) -> None:
    study = study_of(n_items=4, n_judgments=1)
    ann = new_rater(study)
    work(study, ann, n=3)
    with study.database.write() as connection:
        save_rater(connection, replace(rater_in(connection, ann), state="dismissed"))
    assert complete_removals(study, now=START) == 3
    assert complete_removals(study, now=START) == 0
    assert list(recorded_judgments(study)) == []
    assert verify_study(study).problems == ()


def test_nobody_is_removed_or_reinstated_twice(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    with pytest.raises(ConflictError, match="was not removed"):
        reinstate_rater(study, ann, reason="test", now=START, actor="boss")
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    with pytest.raises(ConflictError, match="already removed"):
        remove_rater(study, ann, reason="test", now=START, actor="boss")
    reinstate_rater(study, ann, reason="test", now=START, actor="boss")
    assert rater_by_id(study, ann).state == "active"


def test_a_dismissed_rater_can_be_taken_back_with_their_answers(study_of: Made) -> None:
    study = study_of(n_items=4, n_judgments=1)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    work(study, ann, n=2)
    assert remove_rater(study, ann, reason="test", now=START, actor="boss") == 2
    work(study, bea, n=4)
    assert reinstate_rater(study, ann, reason="test", now=START, actor="boss") == 2
    assert len(list(recorded_judgments(study))) == 4
    assert len(list(recorded_judgments(study, with_surplus=True))) == 6
    assert verify_study(study).problems == ()


def test_an_answer_that_overtakes_the_voiding_frees_its_slot(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1)
    ann = new_rater(study)
    lease = next_questions(study, ann, now=START).current
    assert lease is not None
    with study.database.write() as connection:
        save_rater(connection, replace(rater_in(connection, ann), state="dismissed"))
    sent = Submission(lease.token, {"answer": ["ok"]}, "request-1")
    assert submit(study, ann, sent, now=START)[0].is_surplus
    assert verify_study(study).problems == ()
    assert next_questions(study, new_rater(study, "bea"), now=START).current is not None


def test_what_a_removed_rater_still_sends_is_kept_and_paid_but_surplus(study_of: Made) -> None:
    study = study_of(n_items=4, n_judgments=1, pay=Pay(price=10_000))
    ann = new_rater(study)
    lease = next_questions(study, ann, now=START).current
    assert lease is not None
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    receipt, _ = submit(
        study, ann, Submission(lease.token, {"answer": ["ok"]}, "request-1"), now=START
    )
    assert receipt.is_surplus
    assert receipt.paid == 10_000
    assert verify_study(study).problems == ()
