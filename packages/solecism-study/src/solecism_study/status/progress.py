"""Progress of a study: items, raters, control items, money and time, as on a dashboard."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Integer, and_, case, cast, func, select

from solecism.agreement.effort import PaidWork, TaskEffort, task_effort
from solecism_study.configuration import UNIT
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import CONTROL, DATA, PRACTICE
from solecism_study.people.raters import SIMULATED
from solecism_study.store.tables import (
    assignments,
    items,
    judgments,
    openings,
    purses,
    raters,
    studies,
)
from solecism_study.study import Study, batch_pool
from solecism_study.units import HOUR, SECOND
from solecism_study.work.control_rule import p_above
from solecism_study.work.reservations import ANSWERED, LEASED, VOID, money_spent

_N_CONTROL = select(func.count()).where(items.c.pool == CONTROL)


@dataclass(frozen=True, slots=True)
class StageProgress:
    """How many judgments of data are wanted at a stage, and how many have been made."""

    stage: str
    n_items: int
    n_wanted: int
    n_answered: int
    n_leased: int
    n_complete: int

    @property
    def share(self) -> float:
        """The share of the wanted judgments that have been made, from 0 to 1."""
        return self.n_answered / self.n_wanted if self.n_wanted else 1.0


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """A batch that every rater judges: its items, the answers so far, and their raters."""

    name: str
    n_items: int
    n_answered: int
    n_raters: int


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """A rater's work: answers that count, surplus and void answers, control items, time and pay."""

    pseudonym: str
    state: str
    n_answered: int
    n_surplus: int
    n_void: int
    n_control: int
    n_right: int
    p_above_bar: float
    active_ms: int
    earned: int
    last: int | None
    is_simulated: bool = False


@dataclass(frozen=True, slots=True)
class ControlProgress:
    """A control item: how often it was answered, and how often correctly."""

    site: str
    n_answered: int
    n_right: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The counts of a study; nothing here depends on what the answers say."""

    name: str
    task: str
    is_open: bool
    stages: tuple[StageProgress, ...]
    batches: tuple[BatchProgress, ...]
    n_surplus: int
    n_void: int
    raters: tuple[RaterProgress, ...]
    control: tuple[ControlProgress, ...]
    n_gold: int
    earned: int
    cost: int
    committed: int
    budget: int | None
    currency: str
    active_ms: int
    n_last_hour: int
    cost_each: int = 0

    @property
    def is_budget_used_up(self) -> bool:
        """Whether judgments are still wanted, and what is left does not pay for another one."""
        is_wanted = any(stage.n_answered < stage.n_wanted for stage in self.stages)
        left = None if self.budget is None else self.budget - self.committed
        return is_wanted and left is not None and left < self.cost_each

    @property
    def seconds_per_judgment(self) -> float:
        """Mean active seconds per judgment, 0 before the first one.

        The time of surplus and void answers was spent as well, so these are counted; the times of
        raters who were erased are gone.
        """
        timed = [one for one in self.raters if one.active_ms]
        n = sum(one.n_answered + one.n_surplus + one.n_void for one in timed)
        return self.active_ms / n / 1000 if n else 0.0


def progress(study: Study, *, now: int) -> Progress:
    """Return the counts of a study as of now."""
    with study.database.read() as connection:
        people = _raters(connection, study)
        pay = study.configuration.pay
        earned = sum(rater.earned for rater in people)
        recent = select(func.count()).where(judgments.c.at > now - HOUR)
        return Progress(
            name=study.configuration.name,
            task=study.task.name,
            is_open=bool(connection.execute(select(studies.c.is_open)).scalar()),
            stages=tuple(_stages(connection, study)),
            batches=tuple(_batches(connection, study)),
            n_surplus=sum(rater.n_surplus for rater in people),
            n_void=sum(rater.n_void for rater in people),
            raters=tuple(people),
            control=tuple(_control(connection)),
            n_gold=connection.execute(_N_CONTROL).scalar() or 0,
            earned=earned,
            cost=money_spent(connection, pay),
            committed=int(connection.execute(select(purses.c.committed)).scalar() or 0),
            budget=pay.budget,
            currency=pay.currency,
            active_ms=sum(rater.active_ms for rater in people),
            n_last_hour=connection.execute(recent.where(judgments.c.action == "answer")).scalar()
            or 0,
            cost_each=pay.cost,
        )


@dataclass(frozen=True, slots=True)
class TimePoint:
    """How many answers there were by a time, in milliseconds since 1970."""

    at: int
    n_answers: int


def answers_over_time(study: Study, *, n_points: int = 60) -> list[TimePoint]:
    """Return how many answers there were at times between the first and the last.

    Undone answers are taken off from when they were undone. The times of erased raters are gone, so
    their answers are there from the start.
    """
    change = case((judgments.c.action == "answer", 1), (judgments.c.action == "undo", -1), else_=0)
    is_timed = judgments.c.at > 0
    with study.database.read() as connection:
        limits = select(func.min(judgments.c.at), func.max(judgments.c.at)).where(is_timed)
        first, last = connection.execute(limits).one()
        if first is None or first == last:
            return []
        step = (last - first) // n_points + 1
        place = ((judgments.c.at - first) // step).label("place")
        query = select(place, func.sum(change)).where(is_timed).group_by("place")
        untimed = select(func.coalesce(func.sum(change), 0)).where(~is_timed)
        total = int(connection.execute(untimed).scalar_one())
        counts = {int(row[0]): int(row[1]) for row in connection.execute(query)}
    points = [TimePoint(first, total)]
    for number in range(max(counts) + 1):
        total += counts.get(number, 0)
        points.append(TimePoint(min(last, first + (number + 1) * step), total))
    return points


def _sum(condition: Any) -> Any:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def _stages(connection: Connection, study: Study) -> list[StageProgress]:
    query = (
        select(
            openings.c.stage,
            func.count(),
            func.sum(openings.c.wanted),
            func.sum(openings.c.n_answered),
            func.sum(openings.c.n_leased),
            _sum(openings.c.n_answered >= openings.c.wanted),
        )
        .where(openings.c.pool == DATA)
        .group_by(openings.c.stage)
        .order_by(openings.c.stage)
    )
    rows = connection.execute(query).all()
    return [StageProgress(study.task.stages[row[0]], *map(int, row[1:])) for row in rows]


def _batches(connection: Connection, study: Study) -> list[BatchProgress]:
    """The batches in the order in which raters get them."""
    query = (
        select(assignments.c.pool, func.count(), func.count(assignments.c.rater.distinct()))
        .where(assignments.c.state == ANSWERED, ~assignments.c.is_surplus)
        .where(assignments.c.pool.not_in((DATA, CONTROL, PRACTICE)))
        .group_by(assignments.c.pool)
    )
    counts = {row[0]: (int(row[1]), int(row[2])) for row in connection.execute(query)}
    return [
        BatchProgress(batch.name, batch.size, *counts.get(batch_pool(batch.name), (0, 0)))
        for batch in study.configuration.batches
    ]


def _raters(connection: Connection, study: Study) -> list[RaterProgress]:
    bar = study.configuration.control.bar
    work = _work(connection)
    counts = _counts(connection)
    rows = []
    for row in connection.execute(select(raters).order_by(raters.c.id)):
        active, earned = work.get(row.id, (0, 0))
        n_answered, n_surplus, n_void = counts.get(row.id, (0, 0, 0))
        rows.append(
            RaterProgress(
                row.pseudonym,
                row.state,
                n_answered,
                n_surplus,
                n_void,
                row.n_control,
                row.n_right,
                p_above(bar, n_right=row.n_right, n=row.n_control),
                active,
                earned,
                row.last,
                row.origin == SIMULATED,
            )
        )
    return rows


def _work(connection: Connection) -> dict[int, tuple[int, int]]:
    """Active time and earnings per rater."""
    query = select(
        judgments.c.rater,
        func.coalesce(func.sum(judgments.c.active_ms), 0),
        func.sum(judgments.c.paid),
    ).group_by(judgments.c.rater)
    return {row[0]: (int(row[1]), int(row[2])) for row in connection.execute(query)}


def _counts(connection: Connection) -> dict[int, tuple[int, int, int]]:
    is_answered = assignments.c.state == ANSWERED
    query = (
        select(
            assignments.c.rater,
            _sum(and_(is_answered, ~assignments.c.is_surplus)),
            _sum(and_(is_answered, assignments.c.is_surplus)),
            _sum(assignments.c.state == VOID),
        )
        .where(assignments.c.state != LEASED)
        .group_by(assignments.c.rater)
    )
    return {row[0]: (int(row[1]), int(row[2]), int(row[3])) for row in connection.execute(query)}


def _control(connection: Connection) -> list[ControlProgress]:
    query = (
        select(items.c.site, func.count(), func.sum(cast(assignments.c.is_right, Integer)))
        .join(items, items.c.id == assignments.c.item)
        .where(assignments.c.pool == CONTROL, assignments.c.is_right.is_not(None))
        .group_by(items.c.site)
        .order_by(items.c.site)
    )
    return [ControlProgress(row[0], int(row[1]), int(row[2])) for row in connection.execute(query)]


def study_effort(study: Study) -> TaskEffort:
    """The effort of a study: what was paid with fees, the time of work, and the time in all.

    An answer about several things (the five constructions of a noun) is one judgment.
    """
    pay = study.configuration.pay
    query = select(judgments.c.at, judgments.c.wall_ms, judgments.c.paid)
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    pieces = [
        PaidWork(_time(row.at - (row.wall_ms or 0)), _time(row.at), row.paid / UNIT) for row in rows
    ]
    answers = {(one.id, one.gold is None): one for one in recorded_judgments(study)}
    found = task_effort(
        answers.values(), pieces, task=study.configuration.task, currency=pay.currency
    )
    share = pay.cost / pay.price if pay.price else math.nan
    return replace(found, cost=found.cost * share if pay.price else 0.0)


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / SECOND, UTC)
