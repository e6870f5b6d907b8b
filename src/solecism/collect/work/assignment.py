"""Assignment: a rater's next questions, leased in one transaction.

Stale leases end, the rater's own are kept, and open items are leased up to the number wanted;
the count of an opening is only ever raised by a statement that checks it, so that no item gets
more judgments than were asked for, however many raters come at once.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, select, update

from solecism.collect.money import budget
from solecism.collect.people.raters import REMOVED, Rater, rater_in, save_rater
from solecism.collect.store.database import retry_on_deadlock
from solecism.collect.store.prepared import execute, execute_later
from solecism.collect.store.tables import assignments, openings
from solecism.collect.study import Study
from solecism.collect.work.lease import (
    LEASED,
    MINUTE,
    RELEASED,
    NextQuestions,
    Reason,
    Waiting,
    WorkState,
    expire_leases,
    lease_of,
    lock_rater,
    work_state,
)
from solecism.collect.work.pick import Picker
from solecism.collect.work.slot_counts import RELEASE_SLOT, RESERVE_SLOT, reserve_slot

AHEAD = 1
_SWEEP_MS = 1000
_N_TOKEN_BYTES = 16

_CHANGED = ("state", "serial", "leased", "expires")
_COMMIT = (
    update(assignments).where(assignments.c.id == bindparam("which")).values(is_committed=True)
)
_ROW = ("token", "item", "stage", "pool", "rater", "serial", "state", "leased", "expires")


def _assign_on(dialect: str, opening: Any) -> Any:
    """A new assignment, or the rater's own of before with a new lease on it.

    Money that was set aside for the one before still is.
    """
    values = [bindparam(name, type_=assignments.c[name].type) for name in _ROW]
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(assignments)
    new = insert.from_select(["opening", *_ROW], select(opening, *values))
    changed = {name: new.excluded[name] for name in _CHANGED}
    again = new.on_conflict_do_update(index_elements=["opening", "rater"], set_=changed)
    return again.returning(assignments)


_ASSIGN = _assign_on("sqlite", bindparam("which", type_=Integer))


@lru_cache
def _reserve_and_assign(*, waits_for_others: bool) -> Any:
    """Both in one statement for PostgreSQL, where others change openings at the same time.

    Whoever is not patient passes over an opening that somebody else is changing.
    """
    free = select(openings.c.id).where(openings.c.id == bindparam("which"), openings.c.is_open)
    free = free.with_for_update(skip_locked=not waits_for_others, key_share=True)
    taken = reserve_slot().where(openings.c.id == free.scalar_subquery()).returning(openings.c.id)
    return _assign_on("postgresql", taken.cte("taken").c.id)


@retry_on_deadlock
def next_questions(study: Study, rater: int, *, now: int, ahead: int = AHEAD) -> NextQuestions:
    """The rater's questions: the one to answer now, and so many ahead."""
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        standing = work_state(connection, rater)
    held = [row for row in standing.held if row.expires > now]
    if standing.is_open and len(held) > ahead and not _reason_blocked(person):
        return _questions(study, person, held)
    with study.database.write() as connection:
        person, standing = lock_rater(connection, rater)
        found = next_questions_in(
            connection, study, person, now=now, ahead=ahead, standing=standing
        )
    return retry_if_busy(study, rater, found, now=now, ahead=ahead)


@retry_on_deadlock
def retry_if_busy(
    study: Study, rater: int, found: NextQuestions, *, now: int, ahead: int = AHEAD
) -> NextQuestions:
    """The turn that was found; if others were just taking what was left, that of a second look.

    The second look waits for them. It holds nothing that they could be waiting for.
    """
    if found.waiting is None or found.waiting.reason != "busy":
        return found
    with study.database.write() as connection:
        person, standing = lock_rater(connection, rater)
        return next_questions_in(
            connection,
            study,
            person,
            now=now,
            ahead=ahead,
            waits_for_others=True,
            standing=standing,
        )


def next_questions_in(
    connection: Connection,
    study: Study,
    rater: Rater,
    *,
    now: int,
    ahead: int = AHEAD,
    waits_for_others: bool = False,
    standing: WorkState | None = None,
) -> NextQuestions:
    """The same within a transaction that holds the rater, who is saved here.

    `standing` is how the rater stands, if the transaction knows it.
    """
    standing = standing or work_state(connection, rater.id)
    reason = _reason_blocked(rater) or (None if standing.is_open else "closed")
    if reason is not None:
        save_rater(connection, rater)
        return NextQuestions((), Waiting(reason))
    held = _current_leases(connection, study, rater, standing, now=now)
    waiting = None
    while len(held) <= ahead and waiting is None:
        if _has_done_enough(study, rater, n_held=len(held)):
            waiting = Waiting("finished")
            break
        found = _new_lease(connection, study, rater, now, waits_for_others)
        if isinstance(found, Waiting):
            waiting = found
        else:
            rater = replace(rater, n_served=found.serial)
            held.append(found)
    save_rater(connection, rater)
    return _questions(study, rater, held, waiting)


def _has_done_enough(study: Study, rater: Rater, *, n_held: int) -> bool:
    most = study.configuration.most_each
    return most is not None and rater.n_answered + n_held >= most


def _current_leases(
    connection: Connection, study: Study, rater: Rater, standing: WorkState, *, now: int
) -> list[Any]:
    """The rater's leases after stale ones were ended, their own and others'.

    With many raters at work, a look a second is as good as one for each.
    """
    is_stale = any(row.expires <= now for row in standing.held)
    if is_stale or not study.swept <= now < study.swept + _SWEEP_MS:
        expire_leases(connection, now=now)
        study.swept = now
    return list(work_state(connection, rater.id).held if is_stale else standing.held)


@retry_on_deadlock
def release(study: Study, rater: int, *, now: int) -> int:
    """Give back all that the rater holds, such as when they leave; how many items that was."""
    with study.database.write() as connection:
        _, standing = lock_rater(connection, rater)
        for row in sorted(standing.held, key=lambda one: one.opening):
            release_lease(connection, row, now=now)
        # The budget comes last: whoever holds its row waits for nothing else.
        n_committed = sum(row.is_committed for row in standing.held)
        budget.release(connection, study.configuration.pay, n=n_committed)
    return len(standing.held)


def release_lease(connection: Connection, row: Any, *, now: int) -> None:
    """Give back one lease, but not its money."""
    change = update(assignments).where(assignments.c.id == row.id)
    connection.execute(change.values(state=RELEASED, expires=now, is_committed=False))
    connection.execute(RELEASE_SLOT, {"which": row.opening})


def _reason_blocked(rater: Rater) -> Reason | None:
    if rater.consented is None:
        return "consent"
    if rater.state == "unqualified":
        return "unqualified"
    return "removed" if rater.state in REMOVED else None


def _questions(
    study: Study, rater: Rater, held: list[Any], waiting: Waiting | None = None
) -> NextQuestions:
    leases = tuple(lease_of(study, row, rater.pseudonym) for row in held)
    return NextQuestions(leases, None if leases else waiting)


def _new_lease(
    connection: Connection, study: Study, rater: Rater, now: int, waits_for_others: bool
) -> Any | Waiting:
    """The assignment of a new lease, or why there is none."""
    serial = rater.n_served + 1
    picker = Picker(connection, study, rater, serial, now)
    is_busy = False
    for opening in picker.candidates():
        row = _reserve_opening(
            connection, study, _row(study, rater, opening, serial, now), waits_for_others
        )
        if row is None:
            is_busy = True
        elif _reserve_money(connection, study, row, now):
            return row
        else:
            return Waiting("budget")
    if is_busy and not waits_for_others:
        return Waiting("busy")
    return _waiting(study, rater, picker)


def _row(study: Study, rater: Rater, opening: Any, serial: int, now: int) -> dict[str, Any]:
    return {
        "which": opening.id,
        "token": secrets.token_urlsafe(_N_TOKEN_BYTES),
        "item": opening.item,
        "stage": opening.stage,
        "pool": opening.pool,
        "rater": rater.id,
        "serial": serial,
        "state": LEASED,
        "leased": now,
        "expires": now + study.configuration.lease_minutes * MINUTE,
    }


def _reserve_opening(
    connection: Connection, study: Study, row: dict[str, Any], waits_for_others: bool
) -> Any:
    """The assignment of an opening, None where it has no room or somebody else changes it."""
    if not study.database.is_sqlite:
        found = execute(
            connection, _reserve_and_assign(waits_for_others=waits_for_others), row
        ).first()
    # There is one writer at a time.
    elif execute(connection, RESERVE_SLOT, {"which": row["which"]}).rowcount == 1:
        found = execute(connection, _ASSIGN, row).first()
    else:
        return None
    if found is not None:
        # Its text is read while we are here: later it would take a connection of its own.
        study.item(found.item, connection)
    return found


def _reserve_money(connection: Connection, study: Study, row: Any, now: int) -> bool:
    """Set aside what the judgment will cost; where the budget has no more, give the lease back.

    The purse comes after the opening: whoever holds it waits for nothing else.
    """
    if row.is_committed or study.configuration.pay.budget is None:
        return True
    if budget.reserve(connection, study.configuration, now=now):
        execute_later(connection, _COMMIT, {"which": row.id})
        return True
    release_lease(connection, row, now=now)
    return False


def _waiting(study: Study, rater: Rater, picker: Picker) -> Waiting:
    if rater.state == "practice":
        return Waiting("practice")
    if len(study.task.stages) > 1 and rater.staged is not None and not picker.is_due():
        return Waiting("later", picker.opens())
    return Waiting("finished")
