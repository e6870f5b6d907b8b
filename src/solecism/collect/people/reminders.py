"""Reminders of the second stage: who can begin it, and who was told so when."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ScalarSelect, and_, exists, func, insert, select

from solecism.collect.durations import HOUR
from solecism.collect.log import audit
from solecism.collect.people.raters import SIMULATED
from solecism.collect.store.people_tables import reminders
from solecism.collect.store.tables import assignments, openings, raters
from solecism.collect.study import Study
from solecism.collect.work.assignment_state import ANSWERED, LEASED, VOID

DEFAULT_PAUSE_HOURS = 48.0


@dataclass(frozen=True, slots=True)
class DueRater:
    """A rater whose second stage is open, by the id that their platform or invitation has."""

    rater: int
    origin: str
    id: str
    since: int
    n_left: int
    reminded: int | None


def due_raters(
    study: Study, *, now: int, pause_hours: float = DEFAULT_PAUSE_HOURS
) -> list[DueRater]:
    """Return the raters who can begin or go on with the second stage, in the order they joined.

    Simulated raters are left out, and those who were reminded in the last `pause_hours`.
    """
    if len(study.task.stages) < 2:
        return []
    opened = now - int(study.configuration.stage_delay_hours * HOUR)
    last = (
        select(reminders.c.rater, func.max(reminders.c.at).label("at"))
        .group_by(reminders.c.rater)
        .subquery()
    )
    query = (
        select(raters, last.c.at.label("reminded"), _n_left().label("n_left"))
        .outerjoin(last, last.c.rater == raters.c.id)
        .where(raters.c.state == "active", raters.c.origin != SIMULATED)
        .where(raters.c.staged.is_not(None), raters.c.staged <= opened)
        .order_by(raters.c.id)
    )
    delay = int(study.configuration.stage_delay_hours * HOUR)
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    return [
        DueRater(row.id, row.origin, row.external, row.staged + delay, row.n_left, row.reminded)
        for row in rows
        if row.n_left and (row.reminded is None or row.reminded <= now - pause_hours * HOUR)
    ]


def record_reminders(
    study: Study, reminded: Collection[int], *, means: str, now: int, actor: str
) -> None:
    """Record that these raters were reminded; the log records how many, not who."""
    if not reminded:
        return
    with study.database.write() as connection:
        rows = [{"rater": rater, "at": now, "means": means} for rater in reminded]
        connection.execute(insert(reminders), rows)
        detail = {"n": len(rows), "means": means}
        audit.append(connection, at=now, actor=actor, action="remind", detail=detail)


def _n_left() -> ScalarSelect[int]:
    """How many items of the second stage a rater can still judge."""
    first, second = assignments.alias("first"), assignments.alias("second")
    is_prepared = exists().where(
        first.c.rater == raters.c.id,
        first.c.item == openings.c.item,
        first.c.stage == 0,
        first.c.state == ANSWERED,
    )
    own = and_(second.c.rater == raters.c.id, second.c.opening == openings.c.id)
    is_done = exists().where(own, second.c.state.in_((ANSWERED, VOID)))
    is_held = exists().where(own, second.c.state == LEASED)
    is_open = openings.c.is_open | is_held
    return (
        select(func.count())
        .where(openings.c.stage == 1, is_open, is_prepared, ~is_done)
        .correlate(raters)
        .scalar_subquery()
    )
