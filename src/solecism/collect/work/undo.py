"""Undo: a rater takes back their last answer and gets its question again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, select

from solecism.collect.durations import MINUTE
from solecism.collect.item import PRACTICE
from solecism.collect.people.raters import Rater, rater_in
from solecism.collect.store.database import retry_on_deadlock
from solecism.collect.store.tables import assignments, judgments
from solecism.collect.study import Study
from solecism.collect.work.assignment import next_questions_in, retry_if_busy
from solecism.collect.work.assignment_state import ANSWERED, LEASED
from solecism.collect.work.current_stage import current_stage
from solecism.collect.work.judgment_rows import (
    REUSED_KEY,
    UNDO,
    checked_request,
    earlier_row,
    insert_judgment,
    judgment_row,
    update_assignment,
)
from solecism.collect.work.lease import NextQuestions, work_state
from solecism.collect.work.slot_counts import RESERVE_FILLED_SLOT
from solecism.errors import ConflictError

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
