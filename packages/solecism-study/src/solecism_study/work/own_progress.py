"""What raters see of their own work: what lies ahead of them, their answers, and their earnings.

A total is what this rater can still be asked: items that others complete first drop out of it, so
that it can shrink. Control items are counted with the share that the study mixes in; nothing in a
rater's own answers reveals which they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, case, exists, func, or_, select

from solecism_study.item import CONTROL, PRACTICE
from solecism_study.people.raters import Rater, rater_in
from solecism_study.store.tables import assignments, contests, judgments, openings, purses
from solecism_study.study import Study
from solecism_study.tasks.task import Answer, Question
from solecism_study.units import HOUR
from solecism_study.work.assignment import current_stage
from solecism_study.work.lease import question_of, work_state
from solecism_study.work.reservations import ANSWERED, LEASED, VOID

MOST_COUNTED = 1000
"""Counting stops here, so that a page of a large study is as fast as that of a small one."""

_N_OWN, _N_OTHERS = 20, 200
_FEWEST_OWN = 5


@dataclass(frozen=True, slots=True)
class WorkEstimate:
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


def work_estimate(study: Study, rater: Rater | None = None, *, stage: int = 0) -> WorkEstimate:
    """Return what lies ahead of a rater at a stage; without a rater, of anybody who begins."""
    with study.database.read() as connection:
        is_practice = rater is not None and rater.state == "practice"
        n_done = 0 if rater is None else _n_done(connection, rater, stage, is_practice=is_practice)
        n_left = _n_left(connection, study, rater, stage, is_practice=is_practice)
        pace = _pace(connection, rater)
    n_left = _within_limits(study, rater, n_left)
    return WorkEstimate(
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
        own = and_(
            assignments.c.rater == rater.id,
            assignments.c.stage == openings.c.stage,
            assignments.c.item == openings.c.item,
        )
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


_seen = assignments.alias("seen")
_before = assignments.alias("before")


@dataclass(frozen=True, slots=True)
class WorkLeft:
    """The stage where a rater is, whether they have done their part of it, and what may come.

    `may_come` says that an item that they have not answered still lacks answers, even if all its
    slots are reserved for others at the moment.
    """

    stage: int
    is_last_stage: bool
    is_done: bool
    may_come: bool


def work_left(study: Study, rater: Rater) -> WorkLeft:
    """Return what is left for a rater at the last stage where they answered."""
    last = len(study.task.stages) - 1
    with study.database.read() as connection:
        counts = answers_by_stage(connection, rater.id)
        stage = max((one for one, n in counts.items() if n), default=0)
        n_unseen, n_lacking = _unseen(connection, rater.id, stage)
    n_answered = counts.get(stage, 0)
    most = study.configuration.most_each
    has_most = most is not None and n_answered >= most
    # Without a number to reach, a rater is done when nothing lacks answers that they could give.
    is_done = has_most or not n_unseen or (most is None and not n_lacking)
    may_come = bool(n_lacking) and not has_most
    return WorkLeft(stage, stage == last, is_done and n_answered > 0, may_come)


def answers_by_stage(connection: Connection, rater: int) -> dict[int, int]:
    """Return how many answers a rater has given, by stage; void ones count."""
    query = (
        select(assignments.c.stage, func.count())
        .where(assignments.c.rater == rater, assignments.c.state.in_((ANSWERED, VOID)))
        .group_by(assignments.c.stage)
    )
    return {int(row[0]): int(row[1]) for row in connection.execute(query)}


def _unseen(connection: Connection, rater: int, stage: int) -> tuple[int, int]:
    """How many items of data a rater has not answered at a stage, and how many lack answers."""
    is_seen = exists().where(
        _seen.c.rater == rater,
        _seen.c.stage == openings.c.stage,
        _seen.c.item == openings.c.item,
        _seen.c.state.in_((ANSWERED, VOID)),
    )
    is_prepared = exists().where(
        _before.c.rater == rater,
        _before.c.stage == stage - 1,
        _before.c.item == openings.c.item,
        _before.c.state == ANSWERED,
    )
    lacks = case((openings.c.n_answered < openings.c.wanted, 1), else_=0)
    query = select(func.count(), func.coalesce(func.sum(lacks), 0)).where(
        openings.c.stage == stage, openings.c.pool.not_in((CONTROL, PRACTICE)), ~is_seen
    )
    row = connection.execute(query.where(is_prepared) if stage else query).one()
    return int(row[0]), int(row[1])


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """A question as the rater saw it, their answer and its time."""

    token: str
    question: Question
    answer: Answer
    at: int
    is_contested: bool


def own_answers(study: Study, rater: int, *, now: int, limit: int = 50) -> list[OwnAnswer]:
    """Return a rater's last answers, those void by their removal included, the newest first.

    Answers of a stage that is over are not shown, nor those of the first one in the break after it:
    the next stage asks about the same items again, with fresh eyes.
    """
    query = (
        select(assignments, judgments.c.answer, judgments.c.at, contests.c.id.label("contest"))
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .outerjoin(contests, contests.c.assignment == assignments.c.id)
        .where(assignments.c.rater == rater, assignments.c.judgment.is_not(None))
        .where(judgments.c.answer.is_not(None))
        .where(assignments.c.state.in_((ANSWERED, VOID)))
        .order_by(assignments.c.judgment.desc())
        .limit(limit)
    )
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        if is_in_break(connection, study, person, now=now):
            return []
        stage = current_stage(connection, study, person, now=now)
        rows = connection.execute(query.where(assignments.c.stage == stage)).all()
    return [
        OwnAnswer(
            row.token,
            question_of(study, row, person.pseudonym),
            msgspec.json.decode(row.answer, type=Answer),
            row.at,
            row.contest is not None,
        )
        for row in rows
    ]


def is_in_break(connection: Connection, study: Study, rater: Rater, *, now: int) -> bool:
    """Whether a rater is between two stages: they hold no question of the first any more.

    Whoever left in the middle of the first is taken for somebody in the break until they go on.
    """
    if len(study.task.stages) == 1 or rater.staged is None or rater.state != "active":
        return False
    held = work_state(connection, rater.id).held
    is_working = any(row.expires > now for row in held)
    return not is_working and current_stage(connection, study, rater, now=now) == 0


def answers_are_closed(study: Study, rater: int, *, now: int) -> bool:
    """Whether a rater cannot read their answers, since they are in the break between stages."""
    with study.database.read() as connection:
        return is_in_break(connection, study, rater_in(connection, rater), now=now)


@dataclass(frozen=True, slots=True)
class Earnings:
    """Answers given, active milliseconds, and money in millionths of the currency."""

    n_answers: int
    active_ms: int
    earned: int
    currency: str

    @property
    def hourly(self) -> float:
        """Pay per hour of active work, in millionths; 0 before the first answer."""
        return self.earned / self.active_ms * HOUR if self.active_ms else 0.0


def earnings(study: Study, rater: int) -> Earnings:
    """Return what a rater has done and earned so far."""
    query = select(
        func.coalesce(func.sum(judgments.c.active_ms), 0),
        func.coalesce(func.sum(judgments.c.paid), 0),
        func.count(judgments.c.answer)
        - func.count(judgments.c.id).filter(judgments.c.action == "undo"),
    ).where(judgments.c.rater == rater)
    with study.database.read() as connection:
        active, earned, n = connection.execute(query).one()
    return Earnings(int(n), int(active), int(earned), study.configuration.pay.currency)
