"""What lies ahead of a rater in a round: how many questions, for how long, for how much money.

A total is what this rater can still be asked: items that others complete first drop out of it, so
that it can shrink. Control items are counted with the share that the study mixes in.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

from sqlalchemy import Connection, and_, exists, func, or_, select

from solecism.collect.item import CONTROL, PRACTICE
from solecism.collect.people.raters import Rater
from solecism.collect.store.tables import assignments, judgments, openings, purses
from solecism.collect.study import Study
from solecism.collect.work.assignment_state import ANSWERED, LEASED, VOID

MOST_COUNTED = 1000
"""Counting stops here, so that a page of a large study is as fast as that of a small one."""

_N_OWN, _N_OTHERS = 20, 200
_FEWEST_OWN = 5


@dataclass(frozen=True, slots=True)
class Outlook:
    """A rater's answers in this round, all that they can give in it, their pace and their price.

    `n_total` is None where there are more than MOST_COUNTED, and `ms_each` before anybody's time
    was measured. Money is in millionths of the currency.
    """

    n_done: int
    n_total: int | None
    round_number: int
    n_rounds: int
    ms_each: int | None
    pay_each: int
    currency: str

    @property
    def n_left(self) -> int | None:
        """How many questions are left, the current one included."""
        return None if self.n_total is None else self.n_total - self.n_done

    @property
    def ms_left(self) -> int | None:
        """The active time that the questions left will take, in milliseconds."""
        known = self.n_left is not None and self.ms_each is not None
        return (self.n_left or 0) * (self.ms_each or 0) if known else None

    @property
    def pay_left(self) -> int | None:
        """What the questions left will earn."""
        return None if self.n_left is None else self.n_left * self.pay_each


def outlook(study: Study, rater: Rater | None = None, *, stage: int = 0) -> Outlook:
    """Return what lies ahead of a rater at a stage; without a rater, of anybody who begins."""
    with study.database.read() as connection:
        is_practice = rater is not None and rater.state == "practice"
        n_done = 0 if rater is None else _n_done(connection, rater, stage, is_practice=is_practice)
        n_left = _n_left(connection, study, rater, stage, is_practice=is_practice)
        pace = _pace(connection, rater)
    n_left = _within_limits(study, rater, n_left)
    return Outlook(
        n_done,
        None if n_left > MOST_COUNTED else n_done + n_left,
        stage + 1,
        len(study.task.stages),
        pace,
        study.configuration.pay.price,
        study.configuration.pay.currency,
    )


def _n_done(connection: Connection, rater: Rater, stage: int, *, is_practice: bool) -> int:
    pool = assignments.c.pool == PRACTICE
    query = select(func.count()).where(
        assignments.c.rater == rater.id,
        assignments.c.stage == stage,
        assignments.c.state == ANSWERED,
        pool if is_practice else ~pool,
    )
    return int(connection.execute(query).scalar_one())


def _n_left(
    connection: Connection, study: Study, rater: Rater | None, stage: int, *, is_practice: bool
) -> int:
    """The questions that are open to this rater, those on their page included."""
    if is_practice:
        return _n_unseen(connection, rater, stage, openings.c.pool == PRACTICE)
    is_data = openings.c.pool.not_in((CONTROL, PRACTICE))
    n_data = _n_unseen(connection, rater, stage, is_data)
    n_control = _n_unseen(connection, rater, stage, openings.c.pool == CONTROL)
    share = study.configuration.control.share
    n_data = min(n_data, _n_affordable(connection, study))
    return n_data + min(n_control, round(n_data * share / (1 - share)))


def _n_unseen(connection: Connection, rater: Rater | None, stage: int, of_pool: Any) -> int:
    query = select(openings.c.id).where(openings.c.stage == stage, of_pool)
    if rater is None:
        query = query.where(openings.c.is_open)
    else:
        own = and_(assignments.c.opening == openings.c.id, assignments.c.rater == rater.id)
        is_held = exists().where(own, assignments.c.state == LEASED)
        is_answered = exists().where(own, assignments.c.state.in_((ANSWERED, VOID)))
        query = query.where(or_(and_(openings.c.is_open, ~is_answered), is_held))
        if stage:
            earlier = assignments.alias("earlier")
            query = query.where(
                exists().where(
                    earlier.c.rater == rater.id,
                    earlier.c.item == openings.c.item,
                    earlier.c.stage == stage - 1,
                    earlier.c.state == ANSWERED,
                )
            )
    counted = select(func.count()).select_from(query.limit(MOST_COUNTED + 1).subquery())
    return int(connection.execute(counted).scalar_one())


def _n_affordable(connection: Connection, study: Study) -> int:
    pay = study.configuration.pay
    if pay.budget is None or not pay.cost:
        return MOST_COUNTED + 1
    committed = int(connection.execute(select(purses.c.committed)).scalar() or 0)
    # The questions on pages are committed already, at most two of them on this rater's.
    return max(0, pay.budget - committed) // pay.cost + 2


def _within_limits(study: Study, rater: Rater | None, n_left: int) -> int:
    most = study.configuration.most_each
    if most is None:
        return n_left
    return min(n_left, max(0, most - (0 if rater is None else rater.n_answered)))


def _pace(connection: Connection, rater: Rater | None) -> int | None:
    """The median active time of this rater's last answers, or at first of everybody's."""
    timed = select(judgments.c.active_ms).where(judgments.c.active_ms.is_not(None))
    timed = timed.order_by(judgments.c.id.desc())
    if rater is not None:
        own = connection.execute(timed.where(judgments.c.rater == rater.id).limit(_N_OWN))
        times = list(map(int, own.scalars()))
        if len(times) >= _FEWEST_OWN:
            return round(median(times))
    times = list(map(int, connection.execute(timed.limit(_N_OTHERS)).scalars()))
    return round(median(times)) if times else None
