"""Removal and reinstatement of raters: answers become void or count again, slots open or close.

A removed rater keeps what they earned, and their answers stay on record. The log says who removed
them and why, and each void or restored answer is a row of its own. Voiding comes after the change
of state, in a transaction of its own per rater: it can be repeated, and where it was interrupted
the next call of `complete_removals` finishes it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from solecism.errors import ConflictError
from solecism_study.people.raters import REMOVED, Rater, State, rater_in, save_rater, set_state
from solecism_study.store.database import retry_on_deadlock
from solecism_study.store.tables import assignments, raters
from solecism_study.study import Study
from solecism_study.work import reservations
from solecism_study.work.judgment_rows import (
    RESTORE,
    VOIDED,
    insert_judgment,
    judgment_row,
    update_assignment,
)
from solecism_study.work.lease import release_lease
from solecism_study.work.reservations import ANSWERED, FILL_FREE_SLOT, LEASED, VACATE_SLOT, VOID

_UNFINISHED = (ANSWERED, LEASED)
_REINSTATED: tuple[State, ...] = (*REMOVED, "unqualified", "screened-out", "full", "excluded")
_REMOVED = select(raters.c.id).where(raters.c.state.in_(REMOVED))


def remove_rater(study: Study, rater: int, *, reason: str, now: int, actor: str) -> int:
    """Remove a rater from the study; return how many of their answers became void.

    Raises ConflictError where the rater is already removed.
    """
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if person.state in REMOVED:
            raise ConflictError("this rater is already removed.")
        _change_state(connection, person, "dismissed", now=now, actor=actor, reason=reason)
    return complete_removals(study, now=now)


def reinstate_rater(study: Study, rater: int, *, reason: str, now: int, actor: str) -> int:
    """Let a removed or unqualified rater work again; return how many answers count again.

    Raises ConflictError where the rater was not removed.
    """
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if person.state not in _REINSTATED:
            raise ConflictError("this rater was not removed.")
        _change_state(connection, person, "active", now=now, actor=actor, reason=reason)
    return _restore_all(study, rater, now=now)


def complete_removals(study: Study, *, now: int) -> int:
    """Void the answers and release the leases of all removed raters; return how many answers."""
    with study.database.read() as connection:
        # Two queries: a join would look at every assignment of the study, twice a minute.
        removed = connection.execute(_REMOVED).scalars().all()
        unfinished = [rater for rater in removed if _assignments(connection, rater, *_UNFINISHED)]
    return sum(_void_all(study, rater, now=now) for rater in unfinished)


def _change_state(
    connection: Connection, rater: Rater, state: State, *, now: int, actor: str, reason: str
) -> None:
    save_rater(connection, set_state(connection, rater, state, now=now, actor=actor, reason=reason))


@retry_on_deadlock
def _void_all(study: Study, rater: int, *, now: int) -> int:
    """Void a rater's answers and release their leases, in one transaction.

    Openings come in their order and the budget comes last, so that two transactions never wait
    for each other in a circle.
    """
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        n_answered = len(_assignments(connection, rater, ANSWERED))
        save_rater(connection, end_work(connection, study, person, voids_answers=True, now=now))
    return n_answered


def end_work(
    connection: Connection, study: Study, rater: Rater, *, voids_answers: bool, now: int
) -> Rater:
    """Release a rater's leases, and void their answers on demand; return the rater, to be saved."""
    states = (ANSWERED, LEASED) if voids_answers else (LEASED,)
    rows = _assignments(connection, rater.id, *states)
    for row in rows:
        if row.state == LEASED:
            release_lease(connection, row, now=now)
        else:
            rater = _void(connection, rater, row, now)
    n_released = sum(row.state == LEASED and row.is_committed for row in rows)
    reservations.release_cost(connection, study.configuration.pay, n=n_released)
    return rater


@retry_on_deadlock
def _restore_all(study: Study, rater: int, *, now: int) -> int:
    """Let a rater's void answers count again, as surplus where their slot is filled by now."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        rows = _assignments(connection, rater, VOID)
        for row in rows:
            person = _restore(connection, person, row, now)
        save_rater(connection, person)
    return len(rows)


def _assignments(connection: Connection, rater: int, *states: str) -> list[Any]:
    query = (
        select(assignments)
        .where(assignments.c.rater == rater, assignments.c.state.in_(states))
        .where(~assignments.c.is_surplus)
        .order_by(assignments.c.opening)
    )
    return list(connection.execute(query))


def _void(connection: Connection, rater: Rater, assignment: Any, now: int) -> Rater:
    connection.execute(VACATE_SLOT, {"which": assignment.opening})
    return _record(connection, rater, assignment, VOIDED, VOID, now, is_surplus=False)


def _restore(connection: Connection, rater: Rater, assignment: Any, now: int) -> Rater:
    has_slot = connection.execute(FILL_FREE_SLOT, {"which": assignment.opening}).rowcount == 1
    return _record(connection, rater, assignment, RESTORE, ANSWERED, now, is_surplus=not has_slot)


def _record(
    connection: Connection,
    rater: Rater,
    assignment: Any,
    action: str,
    state: str,
    now: int,
    *,
    is_surplus: bool,
) -> Rater:
    """Add a row that voids or restores an answer, and put its assignment into the new state."""
    request = f"{action}:{assignment.id}:{assignment.revision + 1}"
    row = judgment_row(
        assignment, rater, action=action, request=request, now=now, is_surplus=is_surplus
    )
    _, rater = insert_judgment(connection, rater, row)
    update_assignment(
        connection,
        assignment,
        row,
        state=state,
        judgment=assignment.judgment,
        is_paid=assignment.is_paid,
        is_committed=assignment.is_committed,
        is_right=assignment.is_right,
    )
    return rater
