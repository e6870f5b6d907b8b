"""Submission: an answer becomes a judgment that is never lost, duplicated or changed.

A request that is sent twice (after a lost connection or by a double click) is recorded once. An
answer that arrives after its lease has expired fills a free slot if there is one, and is surplus
otherwise; it is paid in both cases. A rater can undo their last answer and get its question again.

The first answer over a new connection to PostgreSQL takes ten times as long as the next ones: the
server reads its catalogue and plans every statement. No rater should have to wait for that, so a
dummy rater joins and answers when a server starts, and all of it is rolled back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, bindparam, select

from solecism.errors import ConflictError, InputError, MissingError
from solecism_study.configuration import canonical_json
from solecism_study.item import CONTROL, PRACTICE
from solecism_study.people.raters import REMOVED, Rater, join_in, rater_in, save_rater
from solecism_study.people.removal import complete_removals
from solecism_study.screening.admission import keep_place
from solecism_study.store.database import execute_later, retry_on_deadlock
from solecism_study.store.tables import assignments, judgments
from solecism_study.study import Study
from solecism_study.tasks.task import Answer, read_answer
from solecism_study.units import MINUTE
from solecism_study.work import reservations
from solecism_study.work.assignment import AHEAD, current_stage, next_questions_in, retry_if_busy
from solecism_study.work.control_items import Verdict, after_control, after_practice, verdict_for
from solecism_study.work.judgment_rows import (
    ANSWER,
    REUSED_KEY,
    UNDO,
    checked_request,
    earlier_row,
    insert_judgment,
    judgment_row,
    refusing_reused_keys,
    update_assignment,
)
from solecism_study.work.lease import (
    NextQuestions,
    WorkState,
    is_over_time,
    lock_rater,
    question_of,
    work_state,
)
from solecism_study.work.reservations import (
    ANSWERED,
    EXPIRED,
    FILL_FREE_SLOT,
    FILL_RESERVED_SLOT,
    LEASED,
    RELEASE_SLOT,
    RELEASED,
    RESERVE_FILLED_SLOT,
)

_BY_TOKEN = select(assignments).where(
    assignments.c.token == bindparam("token"), assignments.c.rater == bindparam("which")
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of a submission: the judgment's number, whether it is surplus, what it earned.

    `verdict` is given for practice items only.
    """

    judgment: int
    is_surplus: bool
    paid: int
    is_repeated: bool = False
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer as a rater sends it: values by field, for the question that the token names.

    `request` is a key that stays the same when the request is repeated. `active_ms` is the time
    that the rater spent on the question, without idle time.
    """

    token: str
    values: Mapping[str, Sequence[str]]
    request: str
    active_ms: int | None = None


@retry_on_deadlock
def submit(
    study: Study, rater: int, submission: Submission, *, now: int, ahead: int = AHEAD
) -> tuple[Receipt, NextQuestions]:
    """Record an answer; return its receipt and the rater's next questions, in one transaction.

    Raises InputError where the answer does not fit the question, MissingError where the rater has
    no such question, ConflictError where they have already answered it and not undone that.
    """
    with refusing_reused_keys(), study.database.write() as connection:
        person, work = lock_rater(connection, rater, reserves_number=True)
        receipt, person = submit_in(connection, study, person, work, submission, now)
        if not receipt.is_repeated:
            others = tuple(row for row in work.held if row.token != submission.token)
            work = replace(work, held=others)
        following = next_questions_in(connection, study, person, now=now, ahead=ahead, work=work)
    _complete_removal(study, person, now=now)
    return receipt, retry_if_busy(study, rater, following, now=now, ahead=ahead)


def _complete_removal(study: Study, rater: Rater, *, now: int) -> None:
    """Void the answers of a rater whom the last answer removed."""
    if rater.state == "removed":
        complete_removals(study, now=now)


def submit_in(
    connection: Connection,
    study: Study,
    rater: Rater,
    work: WorkState,
    submission: Submission,
    now: int,
) -> tuple[Receipt, Rater]:
    """Record an answer in a transaction that has locked the rater; the caller saves the rater."""
    study.refresh(connection, work.n_amendments)
    request = checked_request(submission.request)
    assignment = next((row for row in work.held if row.token == submission.token), None)
    if assignment is None:
        own = {"token": submission.token, "which": rater.id}
        assignment = connection.execute(_BY_TOKEN, own).first()
    # An assignment without any row cannot have been answered by an earlier request.
    if assignment is None or assignment.revision > 0:
        earlier = earlier_row(connection, rater, request)
        if earlier is not None and assignment is not None:
            if earlier.assignment != assignment.id or earlier.action != ANSWER:
                raise ConflictError(REUSED_KEY)
            return Receipt(earlier.id, earlier.is_surplus, earlier.paid, is_repeated=True), rater
    if assignment is None:
        raise MissingError("this question does not exist, or is not yours.")
    if assignment.state not in (LEASED, EXPIRED, RELEASED):
        raise ConflictError("you have already answered this question. Undo that answer first.")
    if rater.state == "withdrawn":
        raise ConflictError("you have withdrawn from this study.")
    if keep_place(connection, study, rater, now=now).state == "full":
        raise ConflictError("all places in this study were taken before you answered.")
    submission = replace(submission, request=request)
    return _answer(connection, study, rater, assignment, submission, now, number=work.number)


def _answer(
    connection: Connection,
    study: Study,
    rater: Rater,
    assignment: Any,
    submission: Submission,
    now: int,
    *,
    number: int | None,
) -> tuple[Receipt, Rater]:
    question = question_of(study, assignment, rater.pseudonym)
    answer = read_answer(question.fields, submission.values)
    times = _times(study, rater, assignment, submission, now)
    counts = rater.state not in REMOVED and not is_over_time(study, times["wall_ms"])
    is_surplus = not _fill_slot(connection, assignment, counts=counts)
    paid, is_committed = _pay(connection, study, assignment, now=now)
    if not is_committed and rater.n_answered == 0:
        raise ConflictError(
            "the budget of this study was used up before your first answer, so it was not saved."
        )
    row = judgment_row(
        assignment,
        rater,
        action=ANSWER,
        request=submission.request,
        now=now,
        is_surplus=is_surplus,
        answer=canonical_json(answer).decode(),
        shown=canonical_json(question.order).decode() if question.order else None,
        paid=paid,
        **times,
    )
    number, rater = insert_judgment(connection, rater, row, number=number)
    verdict = _verdict(connection, study, assignment, answer)
    update_assignment(
        connection,
        assignment,
        row,
        state=ANSWERED,
        judgment=number,
        is_paid=paid > 0,
        is_committed=is_committed,
        is_right=verdict.is_right if verdict else None,
    )
    rater = _after_answer(connection, study, rater, assignment, verdict, now=now)
    shown = verdict if assignment.pool == PRACTICE else None
    return Receipt(number, is_surplus, paid, verdict=shown), rater


def _fill_slot(connection: Connection, assignment: Any, *, counts: bool) -> bool:
    """Whether the answer fills a slot: the reserved one, or a free one if it is late.

    The answer of a removed rater, or one over the time limit, does not count and fills none; the
    slot that was reserved for it is released.
    """
    opening = {"which": assignment.opening}
    if assignment.state == LEASED:
        execute_later(connection, FILL_RESERVED_SLOT if counts else RELEASE_SLOT, opening)
        return counts
    return counts and connection.execute(FILL_FREE_SLOT, opening).rowcount == 1


def _pay(connection: Connection, study: Study, assignment: Any, *, now: int) -> tuple[int, bool]:
    """What the answer earns, and whether that money is committed.

    A late answer earns nothing where the budget is used up.
    """
    is_committed = assignment.is_committed or reservations.reserve_cost(
        connection, study.configuration, now=now
    )
    return (study.configuration.pay.price if is_committed else 0), is_committed


def _times(
    study: Study, rater: Rater, assignment: Any, submission: Submission, now: int
) -> dict[str, int]:
    """Active and wall time; an item leased ahead was not seen before the last answer."""
    wall = max(0, now - max(assignment.leased, rater.last or 0))
    idle = study.configuration.idle_seconds * 1000
    active = idle if submission.active_ms is None else max(0, submission.active_ms)
    return {"active_ms": min(active, wall), "wall_ms": wall}


def _verdict(
    connection: Connection, study: Study, assignment: Any, answer: Answer
) -> Verdict | None:
    if assignment.pool not in (CONTROL, PRACTICE):
        return None
    stage = study.task.stages[assignment.stage]
    interpretations = study.task.interpret(study.item(assignment.item), stage, answer)
    return verdict_for(connection, study, assignment.item, stage, interpretations)


def _after_answer(
    connection: Connection,
    study: Study,
    rater: Rater,
    assignment: Any,
    verdict: Verdict | None,
    *,
    now: int,
) -> Rater:
    """The rater after an answer: qualified, removed or the same as before."""
    rater = replace(rater, last=now, n_answered=rater.n_answered + 1)
    if assignment.stage == 0 and len(study.task.stages) > 1:
        rater = replace(rater, staged=now)
    if verdict is None:
        return rater
    if assignment.pool == PRACTICE:
        return after_practice(connection, study, rater, now=now)
    return after_control(connection, study, rater, was_right=verdict.is_right, now=now)


MAX_HELD = 8

_PAID = select(judgments.c.paid).where(judgments.c.id == bindparam("which"))

_LAST = (
    select(assignments)
    .where(
        assignments.c.rater == bindparam("which"),
        assignments.c.judgment.is_not(None),
        assignments.c.state == ANSWERED,
    )
    .order_by(assignments.c.judgment.desc())
    .limit(1)
)


@retry_on_deadlock
def undo(study: Study, rater: int, *, request: str, now: int) -> NextQuestions:
    """Take back a rater's last answer; return their questions. The row of the answer stays."""
    request = checked_request(request)
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        earlier = earlier_row(connection, person, request)
        if earlier is not None and earlier.action != UNDO:
            raise ConflictError(REUSED_KEY)
        if earlier is None:
            assignment = _last(connection, study, person, now=now)
            person = _undo(connection, study, person, assignment, request, now)
        questions = next_questions_in(connection, study, person, now=now)
    return retry_if_busy(study, rater, questions, now=now)


def _last(connection: Connection, study: Study, rater: Rater, *, now: int) -> Any:
    row = connection.execute(_LAST, {"which": rater.id}).first()
    # An answer without context cannot be changed by somebody who has seen the context.
    is_over = row is not None and row.stage < current_stage(connection, study, rater, now=now)
    if row is None or row.pool == PRACTICE or is_over or rater.state in ("withdrawn", "revoked"):
        raise ConflictError("there is no answer to undo.")
    if row.is_surplus:
        raise ConflictError("the last answer arrived late and cannot be undone.")
    if len(work_state(connection, rater.id).held) >= MAX_HELD:
        raise ConflictError("you have undone too many answers. Answer those questions again first.")
    return row


def _undo(
    connection: Connection, study: Study, rater: Rater, assignment: Any, request: str, now: int
) -> Rater:
    # The price may have been amended since.
    paid = connection.execute(_PAID, {"which": assignment.judgment}).scalar_one()
    row = judgment_row(
        assignment,
        rater,
        action=UNDO,
        request=request,
        now=now,
        is_surplus=False,
        paid=-paid,
    )
    connection.execute(RESERVE_FILLED_SLOT, {"which": assignment.opening})
    _, rater = insert_judgment(connection, rater, row)
    update_assignment(
        connection,
        assignment,
        row,
        state=LEASED,
        judgment=None,
        is_paid=False,
        is_committed=assignment.is_committed,
        is_right=None,
        expires=now + study.configuration.lease_minutes * MINUTE,
    )
    if assignment.is_right is not None:
        n_right = rater.n_right - assignment.is_right
        rater = replace(rater, n_control=rater.n_control - 1, n_right=n_right)
    return replace(rater, n_answered=rater.n_answered - 1)


_WARM_UP = "warm-up"


def warm_up(study: Study, *, n_connections: int, now: int) -> None:
    """Open connections, and submit an answer on each that is rolled back; not for SQLite."""
    if not study.database.is_sqlite:
        study.database.warm_up(
            lambda connection: _answer_once(connection, study, now), n_connections
        )


def _answer_once(connection: Connection, study: Study, now: int) -> None:
    rater = join_in(connection, study, origin=_WARM_UP, external=_WARM_UP, now=now)
    save_rater(connection, replace(rater, consented=1, state="active"))
    person, work = lock_rater(connection, rater.id, reserves_number=True)
    questions = next_questions_in(connection, study, person, now=now, work=work)
    if questions.current is None:
        return
    shown = [
        field for field in questions.current.question.fields if field.options and not field.when
    ]
    first = {field.name: [field.options[0].value] for field in shown}
    person, work = lock_rater(connection, rater.id, reserves_number=True)
    sent = Submission(questions.current.token, first, f"{_WARM_UP} of an answer")
    # A task may not accept its first options alone; then this is as far as it goes.
    with suppress(InputError):
        _, person = submit_in(connection, study, person, work, sent, now)
        next_questions_in(connection, study, person, now=now)
