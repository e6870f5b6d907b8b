"""Money: what is set aside for a lease, paid for a judgment, and never more than the budget."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, update

from solecism.collect.configuration import UNIT, Configuration, Pay
from solecism.collect.store.tables import assignments, purses
from solecism.collect.work.lease import EXPIRED, MINUTE

_RESERVE = (
    update(purses)
    .where(purses.c.committed + bindparam("cost") <= bindparam("budget"))
    .values(committed=purses.c.committed + bindparam("cost"))
)
_RELEASE = update(purses).values(committed=purses.c.committed - bindparam("cost"))


def reserve(connection: Connection, configuration: Configuration, *, now: int) -> bool:
    """Commit the cost of one more judgment, if the budget has it."""
    pay = configuration.pay
    if pay.budget is None:
        return True
    values = {"cost": pay.cost, "budget": pay.budget}
    if connection.execute(_RESERVE, values).rowcount == 1:
        return True
    freed = _release_lapsed(connection, configuration, now=now)
    return bool(freed) and connection.execute(_RESERVE, values).rowcount == 1


def release(connection: Connection, pay: Pay, *, n: int = 1) -> None:
    """Take back what was set aside for so many judgments that nobody made."""
    if pay.budget is not None and n:
        connection.execute(_RELEASE, {"cost": pay.cost * n})


def shown(amount: float, currency: str) -> str:
    """An amount for people.

    >>> shown(1_250_000, "USD")
    '1.25 USD'
    """
    return f"{amount / UNIT:,.2f} {currency}"


def _release_lapsed(connection: Connection, configuration: Configuration, *, now: int) -> int:
    """Give back what is set aside for leases that ended too long ago for a late answer."""
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
