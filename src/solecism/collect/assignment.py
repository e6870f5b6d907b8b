"""Assignment: a rater's next questions, leased in one transaction.

Stale leases end, the rater's own are kept, and open items are leased up to the number wanted;
the count of an opening is only ever raised by a statement that checks it, so that no item gets
more judgments than were asked for, however many raters come at once.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from solecism.collect import money
from solecism.collect.lease import (
    LEASED,
    MINUTE,
    RELEASED,
    Reason,
    Turn,
    Waiting,
    expire,
    held_by,
    lease_of,
)
from solecism.collect.pick import Picker
from solecism.collect.raters import GONE, Rater, rater_in, save
from solecism.collect.slots import FREE_LEASED, TAKE
from solecism.collect.store.tables import assignments, openings, studies
from solecism.collect.study import Study

AHEAD = 1
_N_TOKEN_BYTES = 16

_IS_OPEN = select(studies.c.is_open)
_LOCK = (
    select(openings.c.id)
    .where(openings.c.id == bindparam("which"), openings.c.is_open)
    .with_for_update(skip_locked=True)
)
_OWN = select(assignments).where(
    assignments.c.opening == bindparam("opening"), assignments.c.rater == bindparam("rater")
)
_ADD = insert(assignments)
_AGAIN = (
    update(assignments)
    .where(assignments.c.id == bindparam("which"))
    .values(
        state=LEASED,
        serial=bindparam("to_serial"),
        leased=bindparam("from_now"),
        expires=bindparam("until"),
        is_committed=bindparam("committed"),
    )
)


def turn(study: Study, rater: int, *, now: int, ahead: int = AHEAD) -> Turn:
    """The rater's questions: the one to answer now, and so many ahead."""
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        held = [row for row in held_by(connection, rater) if row.expires > now]
        is_open = connection.execute(_IS_OPEN).scalar()
    if is_open and len(held) > ahead and not _blocked(person):
        return _turn(study, person, held)
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        return next_turn(connection, study, person, now=now, ahead=ahead)


def next_turn(
    connection: Connection, study: Study, rater: Rater, *, now: int, ahead: int = AHEAD
) -> Turn:
    """The same within a transaction that holds the rater, who is saved here."""
    found = _next_turn(connection, study, rater, now=now, ahead=ahead)
    save(connection, replace(rater, n_served=max([rater.n_served, *_serials(found)])))
    return found


def _serials(found: Turn) -> list[int]:
    return [lease.serial for lease in found.leases]


def _next_turn(connection: Connection, study: Study, rater: Rater, *, now: int, ahead: int) -> Turn:
    reason = _blocked(rater)
    if reason is None and not connection.execute(_IS_OPEN).scalar():
        reason = "closed"
    if reason is not None:
        return Turn((), Waiting(reason))
    expire(connection, now=now)
    held = held_by(connection, rater.id)
    waiting = None
    serial = rater.n_served
    while len(held) <= ahead and waiting is None:
        serial += 1
        found = _lease(connection, study, rater, serial, now)
        if isinstance(found, Waiting):
            waiting, serial = found, serial - 1
        else:
            held.append(found)
    return _turn(study, rater, held, waiting)


def release(study: Study, rater: int, *, now: int) -> int:
    """Give back all that the rater holds, such as when they leave; how many items that was."""
    with study.database.write() as connection:
        rater_in(connection, rater, is_locked=True)
        held = held_by(connection, rater)
        for row in held:
            free(connection, study, row, now=now)
    return len(held)


def free(connection: Connection, study: Study, row: Any, *, now: int) -> None:
    """Give back one lease, and the money that was set aside for it."""
    change = update(assignments).where(assignments.c.id == row.id)
    connection.execute(change.values(state=RELEASED, expires=now, is_committed=False))
    connection.execute(FREE_LEASED, {"which": row.opening})
    if row.is_committed:
        money.give_back(connection, study.configuration.pay)


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
    connection: Connection, study: Study, rater: Rater, serial: int, now: int
) -> Any | Waiting:
    """The assignment of a new lease, or why there is none."""
    picker = Picker(connection, study, rater, serial, now)
    for opening in picker.candidates():
        if connection.execute(_LOCK, {"which": opening.id}).first() is None:
            continue
        if not money.set_aside(connection, study.configuration, now=now):
            return Waiting("budget")
        if connection.execute(TAKE, {"which": opening.id}).rowcount == 1:
            return _assign(connection, study, rater, opening, serial, now)
        money.give_back(connection, study.configuration.pay)
    return _why_none(study, rater, picker)


def _assign(
    connection: Connection, study: Study, rater: Rater, opening: Any, serial: int, now: int
) -> Any:
    until = now + study.configuration.lease_minutes * MINUTE
    own = {"opening": opening.id, "rater": rater.id}
    is_committed = study.configuration.pay.budget is not None
    row = connection.execute(_OWN, own).first()
    if row is not None:
        again = {"which": row.id, "to_serial": serial, "from_now": now, "until": until}
        if row.is_committed and is_committed:
            money.give_back(connection, study.configuration.pay)
        connection.execute(_AGAIN, {**again, "committed": is_committed})
    else:
        token = secrets.token_urlsafe(_N_TOKEN_BYTES)
        connection.execute(
            _ADD,
            {
                **own,
                "token": token,
                "item": opening.item,
                "stage": opening.stage,
                "pool": opening.pool,
                "serial": serial,
                "state": LEASED,
                "leased": now,
                "expires": until,
                "is_committed": is_committed,
            },
        )
    return connection.execute(_OWN, own).one()


def _why_none(study: Study, rater: Rater, picker: Picker) -> Waiting:
    if rater.state == "practice":
        return Waiting("practice")
    if len(study.task.stages) > 1 and rater.staged is not None and not picker.is_due():
        return Waiting("later", picker.opens())
    return Waiting("finished")
