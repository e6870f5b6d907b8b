"""Time limits: how long one answer may take, and how long a rater may work without a break."""

from __future__ import annotations

from sqlalchemy import Connection, select

from solecism.collect.durations import MINUTE, SECOND
from solecism.collect.store.tables import judgments
from solecism.collect.study import Study


def is_over_time(study: Study, wall_ms: int) -> bool:
    """Whether an answer took longer than the study allows."""
    limits = study.configuration.limits
    return bool(limits and limits.item_seconds and wall_ms > limits.item_seconds * SECOND)


def break_until(connection: Connection, study: Study, rater: int, *, now: int) -> int | None:
    """Return until when a rater has to rest, None where they may work.

    Answers with less than a break between them belong to one session.
    """
    limits = study.configuration.limits
    if not limits or not limits.session_minutes:
        return None
    pause, longest = limits.break_minutes * MINUTE, limits.session_minutes * MINUTE
    query = (
        select(judgments.c.at, judgments.c.active_ms)
        .where(judgments.c.rater == rater, judgments.c.action == "answer")
        .where(judgments.c.at > now - longest - 2 * pause)
        .order_by(judgments.c.at.desc())
    )
    start = now
    last = None
    for row in connection.execute(query):
        if start - row.at >= pause:
            break
        start, last = row.at - (row.active_ms or 0), last or row.at
    if last is None or now - start < longest:
        return None
    return int(last) + pause
