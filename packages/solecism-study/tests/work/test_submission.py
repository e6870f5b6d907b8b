"""Answers are kept once, in time or late, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from solecism.errors import ConflictError, InputError, MissingError, SolecismError
from solecism_study.configuration import Pay
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.status.progress import progress
from solecism_study.store.tables import judgments
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions, release_leases
from solecism_study.work.own_progress import earnings
from solecism_study.work.submission import Submission, submit, undo
from studies import MINUTE, START, answer, new_rater, work

Made = Callable[..., Study]


def first_token(study: Study, rater: int, *, now: int = START) -> str:
    lease = next_questions(study, rater, now=now).current
    assert lease is not None
    return lease.token


def test_a_repeated_request_is_kept_once_and_answered_twice(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    sent = Submission(first_token(study, ann), {"answer": ["ok"]}, "request-1")
    first, _ = submit(study, ann, sent, now=START + 1000)
    again, _ = submit(study, ann, sent, now=START + 2000)
    assert again.is_repeated
    assert again.judgment == first.judgment
    assert len(list(recorded_judgments(study))) == 1


def test_a_second_answer_to_the_same_question_is_refused(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    token = first_token(study, ann)
    submit(study, ann, Submission(token, {"answer": ["ok"]}, "request-1"), now=START)
    with pytest.raises(ConflictError):
        submit(study, ann, Submission(token, {"answer": ["error"]}, "request-2"), now=START)


def test_another_raters_question_is_not_there(study_of: Made) -> None:
    study = study_of()
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    sent = Submission(first_token(study, ann), {"answer": ["ok"]}, "request-1")
    with pytest.raises(MissingError):
        submit(study, bea, sent, now=START)


def test_a_late_answer_takes_a_slot_that_is_free(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    token = first_token(study, ann)
    next_questions(study, bea, now=START + 20 * MINUTE)
    release_leases(study, bea, now=START + 21 * MINUTE)
    late = Submission(token, {"answer": ["error"]}, "request-1")
    assert not submit(study, ann, late, now=START + 22 * MINUTE)[0].is_surplus
    assert [judgment.answer for judgment in recorded_judgments(study)] == ["error"]
    assert verify_study(study).problems == ()


def test_a_late_answer_without_a_slot_is_surplus_and_paid(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1, pay=Pay(price=50_000))
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    token = first_token(study, ann)
    work(study, bea, now=START + 20 * MINUTE)
    late = Submission(token, {"answer": ["error"]}, "request-1")
    receipt, _ = submit(study, ann, late, now=START + 30 * MINUTE)
    assert receipt.is_surplus
    assert receipt.paid == 50_000
    assert [judgment.answer for judgment in recorded_judgments(study)] == ["ok"]
    assert len(list(recorded_judgments(study, with_surplus=True))) == 2
    assert progress(study, now=START).n_surplus == 1


def test_undo_brings_the_last_question_back_and_keeps_both_rows(study_of: Made) -> None:
    study = study_of(pay=Pay(price=50_000))
    ann = new_rater(study)
    first = next_questions(study, ann, now=START).current
    assert first is not None
    answer(study, ann, first, now=START + 1000)
    back = undo(study, ann, request="undo-0001", now=START + 2000)
    assert back.current is not None
    assert back.current.token == first.token
    assert list(recorded_judgments(study)) == []
    assert earnings(study, ann).earned == 0
    answer(study, ann, first, now=START + 3000, values={"answer": ["error"]})
    assert [judgment.answer for judgment in recorded_judgments(study)] == ["error"]
    assert earnings(study, ann).earned == 50_000
    with study.database.read() as connection:
        kept = connection.execute(select(judgments.c.action, judgments.c.revision)).all()
    assert [tuple(row) for row in kept] == [("answer", 1), ("undo", 2), ("answer", 3)]
    assert verify_study(study).problems == ()


def test_undo_sent_twice_takes_one_answer_back(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    work(study, ann, n=3)
    for _ in range(2):
        undo(study, ann, request="undo-0001", now=START + 5000)
    assert len(list(recorded_judgments(study))) == 2


def test_there_is_nothing_to_undo_before_the_first_answer(study_of: Made) -> None:
    study = study_of()
    with pytest.raises(ConflictError):
        undo(study, new_rater(study), request="undo-0001", now=START)


def test_the_database_refuses_to_change_or_delete_a_judgment(study_of: Made) -> None:
    study = study_of()
    work(study, new_rater(study), n=1)
    for statement in ("UPDATE judgments SET answer = '{}'", "DELETE FROM judgments"):
        with pytest.raises((DBAPIError, SolecismError)), study.database.write() as connection:
            connection.execute(text(statement))
    assert len(list(recorded_judgments(study))) == 1


def test_active_time_is_never_longer_than_the_clock_says(study_of: Made) -> None:
    study = study_of(idle_seconds=30)
    ann = new_rater(study)
    claims = [10**9, None, 400, -5]
    now = START
    for number, claim in enumerate(claims):
        now += 40_000
        sent = Submission(
            first_token(study, ann, now=now), {"answer": ["ok"]}, f"request-{number}", claim
        )
        submit(study, ann, sent, now=now + 1000)
    seconds = [judgment.seconds for judgment in recorded_judgments(study)]
    assert seconds == [1.0, 30.0, 0.4, 0.0]


@pytest.mark.parametrize("request_key", ["", "short", "x" * 91, "new\nline-1", "ümläut-key-1"])
def test_a_request_needs_a_plain_key(sqlite_study: Made, request_key: str) -> None:
    study = sqlite_study()
    ann = new_rater(study)
    with pytest.raises(InputError):
        submit(
            study,
            ann,
            Submission(first_token(study, ann), {"answer": ["ok"]}, request_key),
            now=START,
        )


def test_an_answer_that_does_not_fit_changes_nothing(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    token = first_token(study, ann)
    for values in ({}, {"answer": ["maybe"]}, {"answer": ["ok", "error"]}, {"gold": ["ok"]}):
        with pytest.raises(InputError):
            submit(study, ann, Submission(token, values, "request-1"), now=START)
    assert first_token(study, ann) == token
    assert list(recorded_judgments(study)) == []


def test_a_key_is_not_used_for_two_questions(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    first, second = (lease.token for lease in next_questions(study, ann, now=START).leases)
    submit(study, ann, Submission(first, {"answer": ["ok"]}, "request-1"), now=START)
    reused = Submission(second, {"answer": ["ok"]}, "request-1")
    with pytest.raises(ConflictError, match="used for another one"):
        submit(study, ann, reused, now=START)
    submit(study, ann, Submission(second, {"answer": ["ok"]}, "request-2"), now=START)
    # Also where the second question has an answer of its own.
    with pytest.raises(ConflictError, match="used for another one"):
        submit(study, ann, reused, now=START)
    with pytest.raises(ConflictError, match="used for another one"):
        undo(study, ann, request="request-1", now=START)
    assert len(list(recorded_judgments(study))) == 2
    assert verify_study(study).problems == ()
