"""Voiding: answers that do not count any more, whose slots are open again; and the way back.

A rater who is removed keeps what they earned, and their answers stay on record. Voiding is done
after the removal, in a step of its own that can be repeated: where it was cut short, the next
call ends it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from solecism.collect.money import budget as money
from solecism.collect.people.raters import GONE, Rater, rater_in, save
from solecism.collect.store.database import retried
from solecism.collect.store.tables import assignments, raters
from solecism.collect.study import Study
from solecism.collect.work.assignment import free_one
from solecism.collect.work.judgment_rows import RESTORE, VOIDED, keep, row_for, settle
from solecism.collect.work.lease import ANSWERED, LEASED, VOID
from solecism.collect.work.slots import COUNT_LATE, COUNT_VOID


def void_removed(study: Study, *, now: int) -> int:
    """Void the answers of all raters who are gone, free what they hold; how many answers."""
    with study.database.read() as connection:
        waiting = (
            select(assignments.c.rater)
            .join(raters, raters.c.id == assignments.c.rater)
            .where(raters.c.state.in_(GONE), assignments.c.state.in_((ANSWERED, LEASED)))
            .where(~assignments.c.is_surplus)
            .distinct()
        )
        found = connection.execute(waiting).scalars().all()
    return sum(_void_all(study, rater, now=now) for rater in found)


@retried
def restore(study: Study, rater: int, *, now: int) -> int:
    """Let the voided answers of a rater count again, as surplus where a slot is taken."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        rows = _of(connection, rater, VOID)
        for row in rows:
            person = _restore(connection, person, row, now)
        save(connection, person)
    return len(rows)


@retried
def _void_all(study: Study, rater: int, *, now: int) -> int:
    """Void what a rater said and free what they hold, in one go.

    Openings come in their order, and the purse last: two who void at once, or void and submit,
    never wait for one another in a circle.
    """
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        rows = _of(connection, rater, ANSWERED, LEASED)
        for row in rows:
            if row.state == LEASED:
                free_one(connection, row, now=now)
            else:
                person = _void(connection, person, row, now)
        n_given_back = sum(row.state == LEASED and row.is_committed for row in rows)
        money.give_back(connection, study.configuration.pay, n=n_given_back)
        save(connection, person)
    return sum(row.state == ANSWERED for row in rows)


def _of(connection: Connection, rater: int, *states: str) -> list[Any]:
    query = (
        select(assignments)
        .where(assignments.c.rater == rater, assignments.c.state.in_(states))
        .where(~assignments.c.is_surplus)
        .order_by(assignments.c.opening)
    )
    return list(connection.execute(query))


def _void(connection: Connection, rater: Rater, assignment: Any, now: int) -> Rater:
    row = _row(assignment, rater, VOIDED, now, is_surplus=False)
    connection.execute(COUNT_VOID, {"which": assignment.opening})
    _, rater = keep(connection, rater, row)
    settle(connection, assignment, row, state=VOID, **_as_it_was(assignment))
    return rater


def _restore(connection: Connection, rater: Rater, assignment: Any, now: int) -> Rater:
    has_slot = connection.execute(COUNT_LATE, {"which": assignment.opening}).rowcount == 1
    row = _row(assignment, rater, RESTORE, now, is_surplus=not has_slot)
    _, rater = keep(connection, rater, row)
    settle(connection, assignment, row, state=ANSWERED, **_as_it_was(assignment))
    return rater


def _row(
    assignment: Any, rater: Rater, action: str, now: int, *, is_surplus: bool
) -> dict[str, Any]:
    request = f"{action}:{assignment.id}:{assignment.revision + 1}"
    return row_for(
        assignment, rater, action=action, request=request, now=now, is_surplus=is_surplus
    )


def _as_it_was(assignment: Any) -> dict[str, Any]:
    names = ("judgment", "is_paid", "is_committed", "is_right")
    return {name: getattr(assignment, name) for name in names}
