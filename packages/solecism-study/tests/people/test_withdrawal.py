"""Withdrawal, erasure and retention: what goes, what stays, and that the log still verifies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError

from screened import arrive, quota_of
from solecism.errors import ConflictError, DeniedError, InputError
from solecism_study.configuration import Pay, Platform
from solecism_study.exchange.recorded_judgments import anonymized, recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.people.administrators import make_token, read_token
from solecism_study.people.erasure import (
    DAY,
    apply_retention,
    due_for_erasure,
    find_rater,
    withdraw,
)
from solecism_study.people.payments import payments
from solecism_study.people.platforms import completion
from solecism_study.people.raters import all_raters, join, rater_by_id
from solecism_study.people.removal import reinstate_rater, remove_rater
from solecism_study.people.sessions import RATER, Sessions, bind_browser
from solecism_study.screening.admission import funnel
from solecism_study.screening.steps import answer_step
from solecism_study.status.progress import progress
from solecism_study.store.tables import judgments, log, metadata
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.control_items import all_contests, contest
from solecism_study.work.lease import Waiting
from solecism_study.work.own_progress import own_answers
from solecism_study.work.submission import Submission, submit
from studies import MINUTE, START, new_rater, say, work

Made = Callable[..., Study]
SECRET_ID = "PID-5f1e2d3c4b5a"


def everything(study: Study) -> str:
    """All that the database holds, as text."""
    with study.database.read() as connection:
        rows = [connection.execute(select(table)).all() for table in metadata.tables.values()]
    return repr(rows)


def worked(study: Study) -> tuple[int, str]:
    """A rater who answered, contested an answer and has a token; their number and pseudonym."""
    ann = new_rater(study, SECRET_ID)
    work(study, ann, n=3)
    person = rater_by_id(study, ann)
    bind_browser(study, person, "secret of her browser", now=START)
    Sessions(study).begin(RATER, ann, "id of her session", now=START)
    completion(study, person, None, now=START)
    contest(study, ann, own_answers(study, ann, now=START)[0].token, "I, Ann, am right.", now=START)
    make_token(study, "own", ["rate"], now=START, rater=ann)
    return ann, person.pseudonym


@pytest.mark.parametrize("with_answers", [False, True])
def test_nothing_of_the_person_is_left_and_the_log_verifies(
    study_of: Made, with_answers: bool
) -> None:
    platform = Platform(name="panel", id_parameter="w")
    study = study_of(pay=Pay(price=1000), platform=platform)
    ann, pseudonym = worked(study)
    bea = new_rater(study, "bea", now=START + DAY)
    work(study, bea, n=2, now=START + DAY)
    withdraw(study, ann, with_answers=with_answers, now=START + 2 * DAY)
    left = everything(study)
    for secret in (SECRET_ID, pseudonym, "I, Ann", str(START)[:7]):
        # The time of creation is the study's own.
        assert secret not in left.replace(f", {START}", ""), secret
    assert verify_study(study).problems == ()
    answers = [one.rater for one in recorded_judgments(study, with_surplus=True)]
    assert len(answers) == (2 if with_answers else 5)
    assert [one.earned for one in progress(study, now=START).raters] == [3000, 2000]
    assert all_contests(study) == [] or not with_answers


def test_erased_answers_are_asked_of_others(study_of: Made) -> None:
    study = study_of(n_items=2, n_judgments=1)
    ann = new_rater(study)
    work(study, ann)
    bea = new_rater(study, "bea")
    assert next_questions(study, bea, now=START).current is None
    withdraw(study, ann, with_answers=True, now=START)
    work(study, bea)
    assert [one.rater for one in recorded_judgments(study)] == [
        rater_by_id(study, bea).pseudonym
    ] * 2
    assert verify_study(study).problems == ()


def test_what_is_erased_is_not_in_the_files_either(scratch: Path, sqlite_study: Made) -> None:
    study = sqlite_study()
    ann, pseudonym = worked(study)
    withdraw(study, ann, with_answers=True, now=START)
    study.close()
    for file in scratch.rglob("*"):
        if file.is_file():
            body = file.read_bytes()
            assert SECRET_ID.encode() not in body, file
            assert pseudonym.encode() not in body, file


def test_a_withdrawn_rater_does_no_more_and_does_not_come_back(study_of: Made) -> None:
    study = study_of()
    ann = new_rater(study)
    held = next_questions(study, ann, now=START).current
    assert held is not None
    token = make_token(study, "own", ["rate"], now=START, rater=ann)
    withdraw(study, ann, with_answers=False, now=START)
    with pytest.raises(ConflictError, match="withdrawn"):
        submit(study, ann, Submission(held.token, {"answer": ["ok"]}, "a late answer"), now=START)
    waiting = next_questions(study, ann, now=START).waiting
    assert waiting is not None
    assert waiting.reason == "withdrawn"
    with pytest.raises(DeniedError):
        read_token(study, token, now=START)
    with pytest.raises(ConflictError, match="already"):
        withdraw(study, ann, with_answers=True, now=START)
    with pytest.raises(ConflictError, match="not removed"):
        reinstate_rater(study, ann, reason="no", now=START, actor="boss")
    with pytest.raises(DeniedError, match="It is not stored again"):
        join(study, origin="test", external="ann", now=START)
    assert len(all_raters(study)) == 1
    assert verify_study(study).problems == ()


def test_pay_is_by_code_after_a_withdrawal(sqlite_study: Made) -> None:
    platform = Platform(name="panel", id_parameter="w", code="C0DE")
    study = sqlite_study(pay=Pay(price=1000), platform=platform)
    ann, _ = worked(study)
    erased = withdraw(study, ann, with_answers=True, now=START)
    shown = completion(study, erased, Waiting("withdrawn"), now=START)
    [owed] = payments(study)
    assert owed.id == erased.external
    assert owed.id.startswith("erased-")
    assert owed.earned == 3000
    assert shown is not None
    assert (owed.code, owed.outcome) == (shown.code, "withdrawn")
    assert owed.code != "C0DE"


@pytest.mark.parametrize(
    "change",
    [
        'UPDATE judgments SET answer = \'{"answer":["error"]}\' WHERE id = 1',
        "UPDATE judgments SET paid = 7 WHERE id = 1",
        "UPDATE log SET detail = '{}' WHERE chain = 1 AND number = 1",
        "UPDATE log SET detail = '{\"chain\": 9}' WHERE chain = 0 AND action = 'join'",
        "UPDATE log SET hash = 'x' WHERE chain = 1 AND number = 2",
        "UPDATE log SET at = 0, actor = 'erased', detail = '{}' WHERE action = 'create'",
        "DELETE FROM log WHERE chain = 1 AND number = 2",
    ],
)
def test_changes_after_an_erasure_are_found(sqlite_study: Made, change: str) -> None:
    study = sqlite_study()
    work(study, new_rater(study), n=2)
    withdraw(study, 1, with_answers=False, now=START + MINUTE)
    assert verify_study(study).problems == ()
    with study.database.write() as connection:
        for name in ("judgments", "log"):
            for event in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER {name}_no_{event}"))
        connection.execute(text(change))
    assert verify_study(study).problems != ()


def test_the_database_lets_rows_be_erased_and_not_changed(study_of: Made) -> None:
    study = study_of(pay=Pay(price=1000))
    work(study, new_rater(study), n=1)
    said = '{"answer":["error"]}'
    changes: list[dict[str, object]] = [{"answer": said}, {"paid": 0}, {"at": 5}, {"request": "x"}]
    for change in changes:
        with pytest.raises(DBAPIError), study.database.write() as connection:
            connection.execute(update(judgments).values(change))
    with pytest.raises(DBAPIError), study.database.write() as connection:
        connection.execute(update(log).values(detail="{}"))


def test_ids_and_times_are_erased_when_they_are_due(study_of: Made) -> None:
    study = study_of(retention_days=30)
    ann, bea = new_rater(study), new_rater(study, "bea", now=START + 20 * DAY)
    work(study, ann, n=2, answers=say("error"))
    work(study, bea, n=2, now=START + 20 * DAY)
    assert due_for_erasure(study, now=START + 29 * DAY) == []
    before = [(one.site, one.answer) for one in recorded_judgments(study)]
    assert apply_retention(study, now=START + 31 * DAY, actor="shell") == 1
    assert apply_retention(study, now=START + 31 * DAY, actor="shell") == 0
    assert [one.external for one in all_raters(study)][1:] == ["bea"]
    after = list(recorded_judgments(study))
    assert [(one.site, one.answer) for one in after] == before
    assert [one.seconds is None for one in after] == [True, True, False, False]
    assert rater_by_id(study, ann).state == "active"
    # An erased rater can still be removed: the chain goes on.
    remove_rater(study, ann, reason="careless", now=START + 32 * DAY, actor="boss")
    assert verify_study(study).problems == ()


def test_retention_must_have_been_said(sqlite_study: Made) -> None:
    with pytest.raises(InputError, match="--retention"):
        apply_retention(sqlite_study(), now=START, actor="shell")


def test_a_rater_is_found_by_their_own_id(sqlite_study: Made) -> None:
    study = sqlite_study()
    ann = rater_by_id(study, new_rater(study, SECRET_ID))
    assert find_rater(study, SECRET_ID).id == find_rater(study, ann.pseudonym).id == ann.id


@pytest.mark.parametrize(("with_answers", "n_taken"), [(True, 0), (False, 1)])
def test_whoever_takes_their_answers_along_leaves_their_place(
    sqlite_study: Made, with_answers: bool, n_taken: int
) -> None:
    study = sqlite_study(screening=quota_of(1))
    ann = arrive(study, "ann", now=START)
    answer_step(study, ann, {"language": "English"}, now=START)
    work(study, ann, n=1)
    withdraw(study, ann, with_answers=with_answers, now=START)
    counts = funnel(study, now=START)
    assert counts.quotas[0].n_taken == n_taken
    assert counts.answers == {}


def test_judgments_without_personal_data_tell_nothing_of_time_or_name(sqlite_study: Made) -> None:
    study = sqlite_study(task="extraneous")
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=say("ok" if name == "ann" else "error"))
    made = anonymized(recorded_judgments(study))
    assert {one.rater for one in made} == {"rater 1", "rater 2"}
    assert [one.site for one in made] == sorted(one.site for one in made)
    assert all(one.seconds is None and "shown" not in one.notes for one in made)
    assert sorted((one.site, one.answer) for one in made) == sorted(
        (one.site, one.answer) for one in recorded_judgments(study)
    )
