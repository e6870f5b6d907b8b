"""The stage that a rater is at, so that answers of an earlier one stay what they are."""

from __future__ import annotations

from sqlalchemy import Connection

from solecism.collect.durations import HOUR
from solecism.collect.people.raters import Rater
from solecism.collect.store.tables import assignments
from solecism.collect.study import Study


def stage_opens(study: Study, rater: Rater, *, now: int) -> int:
    """Return when the second stage opens for a rater, in milliseconds since 1970."""
    delay = int(study.configuration.stage_delay_hours * HOUR)
    return (rater.staged or now) + delay


def current_stage(connection: Connection, study: Study, rater: Rater, *, now: int) -> int:
    """Return the stage of a rater: the second from the time when it opens for them."""
    if len(study.task.stages) == 1 or rater.staged is None:
        return 0
    is_second = stage_opens(study, rater, now=now) <= now
    return 1 if is_second or _has_begun_second(connection, rater) else 0


def _has_begun_second(connection: Connection, rater: Rater) -> bool:
    query = assignments.select().where(assignments.c.rater == rater.id, assignments.c.stage > 0)
    return connection.execute(query.limit(1)).first() is not None
