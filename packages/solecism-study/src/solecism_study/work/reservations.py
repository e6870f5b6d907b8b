"""Reservations: slots of items and money of the budget, taken before work is done.

An opening is an item at a stage; it has one slot per judgment wanted. Only the statements here
change its counts: each keeps `n_answered + n_leased` at or below `wanted`, and `is_open` and
`is_begun` consistent with them. An assignment is one rater's work on one item at one stage: a
leased one waits for its answer, its lease expires with time or is released by the rater, and an
answered one is void after its rater was removed.

Money is reserved with each question of a rater from their first answer on, so that no more than the
budget is spent. Money for a question that was left alone is free again an hour after its lease has
ended, if the study does not say otherwise.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Update, and_, bindparam, func, select, update

from solecism_study.configuration import Configuration, Pay
from solecism_study.store.tables import assignments, judgments, openings, purses
from solecism_study.units import MINUTE

LEASED, ANSWERED, EXPIRED, RELEASED, VOID = "leased", "answered", "expired", "released", "void"


UNLIMITED = 1_000_000_000
"""The number of judgments wanted of an item that every rater judges."""

_counts = openings.c
_HAS_FREE_SLOT = _counts.n_answered + _counts.n_leased < _counts.wanted


def _count_change(*, answered: int, leased: int, is_checked: bool = False) -> Update:
    n_taken = _counts.n_answered + _counts.n_leased + (answered + leased)
    values: dict[str, Any] = {
        "n_answered": _counts.n_answered + answered,
        "n_leased": _counts.n_leased + leased,
        "is_open": n_taken < _counts.wanted,
        # Items that every rater judges are never closer to completion than others.
        "is_begun": and_(n_taken > 0, _counts.wanted < UNLIMITED),
    }
    query = update(openings).where(_counts.id == bindparam("which"))
    return (query.where(_HAS_FREE_SLOT) if is_checked else query).values(values)


def reserve_slot() -> Update:
    """The statement that reserves a free slot, to be made part of another statement."""
    return _count_change(answered=0, leased=1, is_checked=True)


RESERVE_SLOT = reserve_slot()
RELEASE_SLOT = _count_change(answered=0, leased=-1)
FILL_RESERVED_SLOT = _count_change(answered=1, leased=-1)
FILL_FREE_SLOT = _count_change(answered=1, leased=0, is_checked=True)
RESERVE_FILLED_SLOT = _count_change(answered=-1, leased=1)
VACATE_SLOT = _count_change(answered=-1, leased=0)


_RESERVE_COST = (
    update(purses)
    .where(purses.c.committed + bindparam("cost") <= bindparam("budget"))
    .values(committed=purses.c.committed + bindparam("cost"))
)
_RELEASE_COST = update(purses).values(committed=purses.c.committed - bindparam("cost"))


def reserve_cost(connection: Connection, configuration: Configuration, *, now: int) -> bool:
    """Reserve the cost of one more judgment; return whether the budget covers it."""
    pay = configuration.pay
    if pay.budget is None:
        return True
    values = {"cost": pay.cost, "budget": pay.budget}
    if connection.execute(_RESERVE_COST, values).rowcount == 1:
        return True
    freed = _release_lapsed(connection, configuration, now=now)
    return bool(freed) and connection.execute(_RESERVE_COST, values).rowcount == 1


def has_budget_left(connection: Connection, configuration: Configuration, *, now: int) -> bool:
    """Return whether the budget covers one more judgment, without reserving its cost."""
    pay = configuration.pay
    if pay.budget is None:
        return True
    is_covered = purses.c.committed + pay.cost <= pay.budget
    query = select(is_covered)
    if connection.execute(query).scalar():
        return True
    freed = _release_lapsed(connection, configuration, now=now)
    return bool(freed) and bool(connection.execute(query).scalar())


def release_cost(connection: Connection, pay: Pay, *, n: int = 1) -> None:
    """Release the money reserved for n judgments that were not made."""
    if pay.budget is not None and n:
        connection.execute(_RELEASE_COST, {"cost": pay.cost * n})


def money_spent(connection: Connection, pay: Pay) -> int:
    """Return what all answers so far cost with fees, each at the price that it was paid."""
    query = select(judgments.c.paid, func.count()).group_by(judgments.c.paid)
    total = 0
    for paid, n in connection.execute(query):
        # An answer that was undone has a row with the same amount below zero.
        total += n * (cost_of(pay, abs(paid)) if paid > 0 else -cost_of(pay, abs(paid)))
    return total


def money_reserved(connection: Connection, pay: Pay) -> int:
    """Return what is reserved for questions that are given out and not answered."""
    unanswered = assignments.c.state.in_((LEASED, EXPIRED, RELEASED)), assignments.c.is_committed
    n = connection.execute(select(func.count()).where(*unanswered)).scalar_one()
    return int(n) * pay.cost


def cost_of(pay: Pay, price: int) -> int:
    """Return the cost of one judgment at this price, fees included; nothing for an unpaid one."""
    return msgspec.structs.replace(pay, price=price).cost if price else 0


def _release_lapsed(connection: Connection, configuration: Configuration, *, now: int) -> int:
    """Release the money of leases that expired too long ago for a late answer."""
    oldest = now - configuration.late_minutes * MINUTE
    lapsed = (
        update(assignments)
        .where(
            assignments.c.state == EXPIRED,
            assignments.c.is_committed,
            assignments.c.expires <= oldest,
        )
        .values(is_committed=False)
    )
    n = connection.execute(lapsed).rowcount
    release_cost(connection, configuration.pay, n=n)
    return n
