"""A locked design: what is asked, of whom, when one stops, and how it is analysed.

It is hashed and dated before the first answer, so that others can see what was decided before
anybody knew the results.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from solecism.collect.configuration import encode
from solecism.collect.guidelines import all_guidelines
from solecism.collect.log import audit
from solecism.collect.store.people_tables import designs, exclusions
from solecism.collect.store.tables import items, judgments
from solecism.collect.study import Study
from solecism.errors import ConflictError, InputError
from solecism.version import __version__

MAX_PLAN = 50_000
ACTION = "lock"


@dataclass(frozen=True, slots=True)
class LockedDesign:
    """The design as it was locked, its SHA-256 digest, and when and by whom."""

    body: dict[str, Any]
    digest: str
    locked: int
    actor: str


def lock_design(study: Study, analysis: str, *, now: int, actor: str) -> LockedDesign:
    """Lock the design of a study together with the plan of its analysis.

    Raises ConflictError where it is locked already, or somebody has answered.
    """
    plan = analysis.strip()
    if not plan or len(plan) > MAX_PLAN or "\x00" in plan:
        raise InputError(
            f"the plan of the analysis must have 1 to {MAX_PLAN:,} characters: which measures, "
            "which comparisons, and which answers are left out."
        )
    with study.database.write() as connection:
        connection.execute(audit.LOCK_STUDY)
        if connection.execute(select(designs.c.id)).first():
            raise ConflictError("the design is locked already. Changes are amendments.")
        n = connection.execute(select(func.count()).select_from(judgments)).scalar_one()
        if n:
            raise ConflictError(
                f"there are {n} answers already. A design is locked before the first one."
            )
        body = design_body(connection, study) | {"analysis": plan, "solecism": __version__}
        text = encode(body).decode()
        digest = hashlib.sha256(text.encode()).hexdigest()
        row = {"body": text, "digest": digest, "locked": now, "actor": actor}
        number = connection.execute(insert(designs).returning(designs.c.id), row).scalar_one()
        detail = {"row": number, "digest": audit.row_digest(row), "design": digest}
        audit.append(connection, at=now, actor=actor, action=ACTION, detail=detail)
    return LockedDesign(msgspec.json.decode(text), digest, now, actor)


def locked_design(study: Study) -> LockedDesign | None:
    """Return the locked design of a study, None where it is not locked."""
    with study.database.read() as connection:
        row = connection.execute(select(designs)).first()
    if row is None:
        return None
    return LockedDesign(msgspec.json.decode(row.body), row.digest, row.locked, row.actor)


def design_body(connection: Connection, study: Study) -> dict[str, Any]:
    """Return the design as it is now, without the plan of the analysis."""
    configuration: dict[str, Any] = msgspec.to_builtins(study.configuration)

    def part(*names: str) -> dict[str, Any]:
        return {name: configuration[name] for name in names if name in configuration}

    pools = connection.execute(
        select(items.c.pool, func.count()).group_by(items.c.pool).order_by(items.c.pool)
    ).all()
    guideline = all_guidelines(connection)[-1]
    asked = part("task", "settings", "seed", "batches", "stage_delay_hours")
    asked |= {"stages": list(study.task.stages), "items": {row[0]: row[1] for row in pools}}
    asked |= {"items_sha256": items_digest(connection), "instructions_sha256": guideline.digest}
    excluded = connection.execute(select(func.count()).select_from(exclusions)).scalar_one()
    return {
        "asked": asked,
        "of_whom": part("access", "platform", "screening", "qualification")
        | {"excluded": excluded},
        "stops": part("n_judgments", "most_each", "stopping", "pay"),
        "checks": part("control", "limits", "signs"),
        "configuration_sha256": study.original.digest,
    }


def items_digest(connection: Connection) -> str:
    """Return a digest of all items with their right answers."""
    digest = hashlib.sha256()
    query = select(items.c.site, items.c.pool, items.c.content, items.c.gold).order_by(items.c.id)
    for row in connection.execute(query):
        digest.update(encode(list(row)))
    return digest.hexdigest()
