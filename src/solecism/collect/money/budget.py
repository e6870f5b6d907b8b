"""The budget: money is reserved before work is done, so that no more than the budget is spent.

It is reserved with each question of a rater from their first answer on. Money for a question that
was left alone is free again an hour after its lease has ended, if the study does not say otherwise.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, bindparam, func, select, update

from solecism.collect.configuration import Configuration, Pay
from solecism.collect.durations import MINUTE
from solecism.collect.store.tables import assignments, judgments, purses
from solecism.collect.work.assignment_state import EXPIRED, LEASED, RELEASED

_RESERVE = (
    update(purses)
    .where(purses.c.committed + bindparam("cost") <= bindparam("budget"))
    .values(committed=purses.c.committed + bindparam("cost"))
)
_RELEASE = update(purses).values(committed=purses.c.committed - bindparam("cost"))


def reserve(connection: Connection, configuration: Configuration, *, now: int) -> bool:
    """Reserve the cost of one more judgment; return whether the budget covers it."""
    pay = configuration.pay
    if pay.budget is None:
        return True
    values = {"cost": pay.cost, "budget": pay.budget}
    if connection.execute(_RESERVE, values).rowcount == 1:
        return True
    freed = _release_lapsed(connection, configuration, now=now)
    return bool(freed) and connection.execute(_RESERVE, values).rowcount == 1


def has_room(connection: Connection, configuration: Configuration, *, now: int) -> bool:
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


def release(connection: Connection, pay: Pay, *, n: int = 1) -> None:
    """Release the money reserved for n judgments that were not made."""
    if pay.budget is not None and n:
        connection.execute(_RELEASE, {"cost": pay.cost * n})


def spent(connection: Connection, pay: Pay) -> int:
    """Return what all answers so far cost with fees, each at the price that it was paid."""
    query = select(judgments.c.paid, func.count()).group_by(judgments.c.paid)
    total = 0
    for paid, n in connection.execute(query):
        # An answer that was undone has a row with the same amount below zero.
        total += n * (cost_of(pay, abs(paid)) if paid > 0 else -cost_of(pay, abs(paid)))
    return total


def reserved(connection: Connection, pay: Pay) -> int:
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
    release(connection, configuration.pay, n=n)
    return n
