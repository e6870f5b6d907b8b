"""Money that is held for a rater's questions, from their first answer on."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, update

from solecism.collect.money import budget
from solecism.collect.people.raters import Rater
from solecism.collect.store.prepared import execute_later
from solecism.collect.store.tables import assignments
from solecism.collect.study import Study
from solecism.collect.work.lease import release_lease

_MARK_COMMITTED = (
    update(assignments).where(assignments.c.id == bindparam("which")).values(is_committed=True)
)


def has_money(study: Study, rater: Rater, held: list[Any]) -> bool:
    """Whether money is reserved for these leases, so that nothing about it need be changed."""
    if study.configuration.pay.budget is None:
        return True
    return rater.n_answered > 0 and all(row.is_committed for row in held)


def hold_money(
    connection: Connection, study: Study, rater: Rater, held: list[Any], *, now: int
) -> list[Any]:
    """Reserve the cost of each lease; release those that the budget does not cover.

    Who has not answered yet holds no money, or those who only look would keep others from working;
    they get questions as long as the budget covers one. The budget comes after the openings: a
    transaction that holds its row waits for nothing else.
    """
    if study.configuration.pay.budget is None:
        return held
    covered = []
    for row in held:
        has_begun = rater.n_answered > 0
        if row.is_committed or (
            _commit(connection, study, row, now=now)
            if has_begun
            else budget.has_room(connection, study.configuration, now=now)
        ):
            covered.append(row)
        else:
            release_lease(connection, row, now=now)
    return covered


def _commit(connection: Connection, study: Study, row: Any, *, now: int) -> bool:
    if not budget.reserve(connection, study.configuration, now=now):
        return False
    execute_later(connection, _MARK_COMMITTED, {"which": row.id})
    return True
