"""Assignment: a rater's next questions, leased in one transaction.

Stale leases end, the rater's own are kept, and open items are leased up to the number wanted;
the count of an opening is only ever raised by a statement that checks it, so that no item gets
more judgments than were asked for, however many raters come at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, select, update

from solecism.collect.money import budget as money
from solecism.collect.people.raters import GONE, Rater, rater_in, save
from solecism.collect.store.database import retried
from solecism.collect.store.prepared import run, send
from solecism.collect.store.tables import assignments, openings
from solecism.collect.study import Study
from solecism.collect.work.lease import (
    LEASED,
    MINUTE,
    RELEASED,
    Reason,
    Standing,
    Turn,
    Waiting,
    at_work,
    expire,
    lease_of,
    standing_of,
)
from solecism.collect.work.pick import Picker
from solecism.collect.work.slots import FREE_LEASED, TAKE, take

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
def _take_and_assign(*, is_patient: bool) -> Any:
    """Both in one statement for PostgreSQL, where others change openings at the same time.

    Whoever is not patient passes over an opening that somebody else is changing.
    """
    free = select(openings.c.id).where(openings.c.id == bindparam("which"), openings.c.is_open)
    free = free.with_for_update(skip_locked=not is_patient, key_share=True)
    taken = take().where(openings.c.id == free.scalar_subquery()).returning(openings.c.id)
    return _assign_on("postgresql", taken.cte("taken").c.id)


@retried
def turn(study: Study, rater: int, *, now: int, ahead: int = AHEAD) -> Turn:
    """The rater's questions: the one to answer now, and so many ahead."""
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        standing = standing_of(connection, rater)
    held = [row for row in standing.held if row.expires > now]
    if standing.is_open and len(held) > ahead and not _blocked(person):
        return _turn(study, person, held)
    with study.database.write() as connection:
        person, standing = at_work(connection, rater)
        found = next_turn(connection, study, person, now=now, ahead=ahead, standing=standing)
    return patient_turn(study, rater, found, now=now, ahead=ahead)


@retried
def patient_turn(study: Study, rater: int, found: Turn, *, now: int, ahead: int = AHEAD) -> Turn:
    """The turn that was found; if others were just taking what was left, that of a second look.

    The second look waits for them. It holds nothing that they could be waiting for.
    """
    if found.waiting is None or found.waiting.reason != "busy":
        return found
    with study.database.write() as connection:
        person, standing = at_work(connection, rater)
        return next_turn(
            connection, study, person, now=now, ahead=ahead, is_patient=True, standing=standing
        )


def next_turn(
    connection: Connection,
    study: Study,
    rater: Rater,
    *,
    now: int,
    ahead: int = AHEAD,
    is_patient: bool = False,
    standing: Standing | None = None,
) -> Turn:
    """The same within a transaction that holds the rater, who is saved here.

    `standing` is how the rater stands, if the transaction knows it.
    """
    standing = standing or standing_of(connection, rater.id)
    reason = _blocked(rater) or (None if standing.is_open else "closed")
    if reason is not None:
        save(connection, rater)
        return Turn((), Waiting(reason))
    held = _still_held(connection, study, rater, standing, now=now)
    waiting = None
    while len(held) <= ahead and waiting is None:
        if _has_done_enough(study, rater, n_held=len(held)):
            waiting = Waiting("finished")
            break
        found = _lease(connection, study, rater, now, is_patient)
        if isinstance(found, Waiting):
            waiting = found
        else:
            rater = replace(rater, n_served=found.serial)
            held.append(found)
    save(connection, rater)
    return _turn(study, rater, held, waiting)


def _has_done_enough(study: Study, rater: Rater, *, n_held: int) -> bool:
    most = study.configuration.most_each
    return most is not None and rater.n_answered + n_held >= most


def _still_held(
    connection: Connection, study: Study, rater: Rater, standing: Standing, *, now: int
) -> list[Any]:
    """The rater's leases after stale ones were ended, their own and others'.

    With many raters at work, a look a second is as good as one for each.
    """
    is_stale = any(row.expires <= now for row in standing.held)
    if is_stale or not study.swept <= now < study.swept + _SWEEP_MS:
        expire(connection, now=now)
        study.swept = now
    return list(standing_of(connection, rater.id).held if is_stale else standing.held)


@retried
def release(study: Study, rater: int, *, now: int) -> int:
    """Give back all that the rater holds, such as when they leave; how many items that was."""
    with study.database.write() as connection:
        _, standing = at_work(connection, rater)
        return free(connection, study, standing.held, now=now)


def free(connection: Connection, study: Study, held: Sequence[Any], *, now: int) -> int:
    """Give back leases, and the money that was set aside for them; how many there were.

    The purse comes last: whoever holds it waits for nothing else.
    """
    for row in sorted(held, key=lambda one: one.opening):
        free_one(connection, row, now=now)
    n_committed = sum(row.is_committed for row in held)
    money.give_back(connection, study.configuration.pay, n=n_committed)
    return len(held)


def free_one(connection: Connection, row: Any, *, now: int) -> None:
    """Give back one lease, but not its money."""
    change = update(assignments).where(assignments.c.id == row.id)
    connection.execute(change.values(state=RELEASED, expires=now, is_committed=False))
    connection.execute(FREE_LEASED, {"which": row.opening})


def _blocked(rater: Rater) -> Reason | None:
    if rater.consented is None:
        return "consent"
    if rater.state == "unqualified":
        return "unqualified"
    return "removed" if rater.state in GONE else None


def _turn(study: Study, rater: Rater, held: list[Any], waiting: Waiting | None = None) -> Turn:
    leases = tuple(lease_of(study, row, rater.pseudonym) for row in held)
    return Turn(leases, None if leases else waiting)


def _lease(
    connection: Connection, study: Study, rater: Rater, now: int, is_patient: bool
) -> Any | Waiting:
    """The assignment of a new lease, or why there is none."""
    serial = rater.n_served + 1
    picker = Picker(connection, study, rater, serial, now)
    is_busy = False
    for opening in picker.candidates():
        row = _taken(connection, study, _row(study, rater, opening, serial, now), is_patient)
        if row is None:
            is_busy = True
        elif _has_money(connection, study, row, now):
            return row
        else:
            return Waiting("budget")
    if is_busy and not is_patient:
        return Waiting("busy")
    return _why_none(study, rater, picker)


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


def _taken(connection: Connection, study: Study, row: dict[str, Any], is_patient: bool) -> Any:
    """The assignment of an opening, None where it has no room or somebody else changes it."""
    if not study.database.is_sqlite:
        found = run(connection, _take_and_assign(is_patient=is_patient), row).first()
    # There is one writer at a time.
    elif run(connection, TAKE, {"which": row["which"]}).rowcount == 1:
        found = run(connection, _ASSIGN, row).first()
    else:
        return None
    if found is not None:
        # Its text is read while we are here: later it would take a connection of its own.
        study.item(found.item, connection)
    return found


def _has_money(connection: Connection, study: Study, row: Any, now: int) -> bool:
    """Set aside what the judgment will cost; where the budget has no more, give the lease back.

    The purse comes after the opening: whoever holds it waits for nothing else.
    """
    if row.is_committed or study.configuration.pay.budget is None:
        return True
    if money.set_aside(connection, study.configuration, now=now):
        send(connection, _COMMIT, {"which": row.id})
        return True
    free_one(connection, row, now=now)
    return False


def _why_none(study: Study, rater: Rater, picker: Picker) -> Waiting:
    if rater.state == "practice":
        return Waiting("practice")
    if len(study.task.stages) > 1 and rater.staged is not None and not picker.is_due():
        return Waiting("later", picker.opens())
    return Waiting("finished")
