"""The history of a study: entries of the log for administrators, and a version of its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import func, select

from solecism.collect.log import audit
from solecism.collect.log.audit import STUDY_CHAIN
from solecism.collect.store.tables import judgments, log
from solecism.collect.study import Study


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log: who did what and when, and the hash that the next entry includes."""

    number: int
    at: int
    actor: str
    action: str
    detail: dict[str, Any]
    hash: str


def entries(study: Study, *, before: int | None = None, limit: int = 50) -> list[Entry]:
    """Return the last entries of the study's chain, the newest first, or those before a number."""
    query = select(log).where(log.c.chain == STUDY_CHAIN).order_by(log.c.number.desc())
    if before is not None:
        query = query.where(log.c.number < before)
    with study.database.read() as connection:
        rows = connection.execute(query.limit(limit)).all()
    return [
        Entry(
            row.number,
            row.at,
            row.actor,
            row.action,
            msgspec.json.decode(row.detail, type=dict[str, Any]),
            row.hash,
        )
        for row in rows
    ]


def results_version(study: Study) -> tuple[int, int]:
    """Return a value that changes whenever the results may: last judgment and last log entry."""
    last_entry = select(func.max(log.c.number)).where(log.c.chain == STUDY_CHAIN)
    with study.database.read() as connection:
        judgment = connection.execute(select(func.max(judgments.c.id))).scalar() or 0
        return judgment, connection.execute(last_entry).scalar() or 0


def log_invitations(study: Study, n: int, *, expires: int, now: int, actor: str) -> None:
    """Log that n invitation links were made; the names stay private."""
    with study.database.write() as connection:
        detail = {"n": n, "expires": expires}
        audit.append(connection, at=now, actor=actor, action="invite", detail=detail)
