"""Submission: an answer becomes a judgment that is never lost, doubled or changed.

A request sent twice (a dropped line, a double click) is answered twice and kept once. An answer
after the lease ended takes a free slot if there is one and is surplus otherwise, paid either
way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, bindparam, select

from solecism.collect.configuration import encode
from solecism.collect.item import CONTROL, PRACTICE
from solecism.collect.money import budget
from solecism.collect.people.raters import REMOVED, Rater
from solecism.collect.people.removal import complete_removals
from solecism.collect.store.database import retry_on_deadlock
from solecism.collect.store.prepared import execute_later
from solecism.collect.store.tables import assignments
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer, read_answer
from solecism.collect.work.assignment import AHEAD, next_questions_in, retry_if_busy
from solecism.collect.work.control_items import Verdict, after_control, after_practice, verdict_for
from solecism.collect.work.judgment_rows import (
    ANSWER,
    checked_request,
    earlier_row,
    insert_judgment,
    judgment_row,
    update_assignment,
)
from solecism.collect.work.lease import (
    ANSWERED,
    EXPIRED,
    LEASED,
    RELEASED,
    NextQuestions,
    WorkState,
    lock_rater,
    question_of,
)
from solecism.collect.work.slot_counts import FILL_FREE_SLOT, FILL_RESERVED_SLOT, RELEASE_SLOT
from solecism.errors import ConflictError, MissingError

_BY_TOKEN = select(assignments).where(
    assignments.c.token == bindparam("token"), assignments.c.rater == bindparam("which")
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of an answer: the judgment's number, whether it is surplus, what it earned.

    `verdict` is there for practice items only.
    """

    judgment: int
    is_surplus: bool
    paid: int
    is_repeated: bool = False
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer as it comes in: values by field, and a key that is the same on repetition.

    `active_ms` is how long the rater was at it, idle time not counted.
    """

    token: str
    values: Mapping[str, Sequence[str]]
    request: str
    active_ms: int | None = None


@retry_on_deadlock
def submit(
    study: Study, rater: int, sent: Submission, *, now: int, ahead: int = AHEAD
) -> tuple[Receipt, NextQuestions]:
    """Record an answer; return its receipt and the rater's next questions, in one transaction.

    Raises InputError where the answer does not fit the question, MissingError where the rater has
    no such question, ConflictError where they have already answered it and not undone that.
    """
    with study.database.write() as connection:
        person, standing = lock_rater(connection, rater, reserves_number=True)
        receipt, person = submit_in(connection, study, person, standing, sent, now)
        if not receipt.is_repeated:
            left = tuple(row for row in standing.held if row.token != sent.token)
            standing = replace(standing, held=left)
        following = next_questions_in(
            connection, study, person, now=now, ahead=ahead, standing=standing
        )
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
    standing: WorkState,
    sent: Submission,
    now: int,
) -> tuple[Receipt, Rater]:
    """The same within a transaction that holds the rater, who is to be saved."""
    request = checked_request(sent.request)
    assignment = next((row for row in standing.held if row.token == sent.token), None)
    if assignment is None:
        own = {"token": sent.token, "which": rater.id}
        assignment = connection.execute(_BY_TOKEN, own).first()
    # Nothing can be repeated about an assignment of which no row was ever kept.
    if assignment is None or assignment.revision > 0:
        before = earlier_row(connection, rater, request)
        if before is not None:
            return Receipt(before.id, before.is_surplus, before.paid, is_repeated=True), rater
    if assignment is None:
        raise MissingError("there is no such question.")
    if assignment.state not in (LEASED, EXPIRED, RELEASED):
        raise ConflictError("this question is answered already. Undo that first.")
    sent = replace(sent, request=request)
    return _answer(connection, study, rater, assignment, sent, now, number=standing.number)


def _answer(
    connection: Connection,
    study: Study,
    rater: Rater,
    assignment: Any,
    sent: Submission,
    now: int,
    *,
    number: int | None,
) -> tuple[Receipt, Rater]:
    question = question_of(study, assignment, rater.pseudonym)
    answer = read_answer(question.fields, sent.values)
    is_surplus = not _fill_slot(connection, assignment, is_gone=rater.state in REMOVED)
    paid, is_committed = _pay(connection, study, assignment, now=now)
    row = judgment_row(
        assignment,
        rater,
        action=ANSWER,
        request=sent.request,
        now=now,
        is_surplus=is_surplus,
        answer=encode(answer).decode(),
        shown=encode(question.order).decode() if question.order else None,
        paid=paid,
        **_times(study, rater, assignment, sent, now),
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
    told = verdict if assignment.pool == PRACTICE else None
    return Receipt(number, is_surplus, paid, verdict=told), rater


def _fill_slot(connection: Connection, assignment: Any, *, is_gone: bool) -> bool:
    """Whether the answer has a slot: the leased one, or a free one if it comes late.

    What somebody says who is gone has none, and the one they held is free.
    """
    opening = {"which": assignment.opening}
    if assignment.state == LEASED:
        execute_later(connection, RELEASE_SLOT if is_gone else FILL_RESERVED_SLOT, opening)
        return not is_gone
    return not is_gone and connection.execute(FILL_FREE_SLOT, opening).rowcount == 1


def _pay(connection: Connection, study: Study, assignment: Any, *, now: int) -> tuple[int, bool]:
    """The price, unless a lapsed lease finds no money left; and whether money is committed."""
    is_committed = assignment.is_committed or budget.reserve(
        connection, study.configuration, now=now
    )
    return (study.configuration.pay.price if is_committed else 0), is_committed


def _times(
    study: Study, rater: Rater, assignment: Any, sent: Submission, now: int
) -> dict[str, int]:
    """Active and wall time. An item leased ahead was seen after the last answer, not before."""
    wall = max(0, now - max(assignment.leased, rater.last or 0))
    idle = study.configuration.idle_seconds * 1000
    told = idle if sent.active_ms is None else max(0, sent.active_ms)
    return {"active_ms": min(told, wall), "wall_ms": wall}


def _verdict(
    connection: Connection, study: Study, assignment: Any, answer: Answer
) -> Verdict | None:
    if assignment.pool not in (CONTROL, PRACTICE):
        return None
    stage = study.task.stages[assignment.stage]
    said = study.task.interpret(study.item(assignment.item), stage, answer)
    return verdict_for(connection, study, assignment.item, stage, said)


def _after_answer(
    connection: Connection,
    study: Study,
    rater: Rater,
    assignment: Any,
    verdict: Verdict | None,
    *,
    now: int,
) -> Rater:
    """The rater after an answer."""
    rater = replace(rater, last=now, n_answered=rater.n_answered + 1)
    if assignment.stage == 0 and len(study.task.stages) > 1:
        rater = replace(rater, staged=now)
    if verdict is None:
        return rater
    if assignment.pool == PRACTICE:
        return after_practice(connection, study, rater, now=now)
    return after_control(connection, study, rater, was_right=verdict.is_right, now=now)
