"""A lease: one rater's hold on one item at one stage, until they answer or the time is up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Executable, and_, bindparam, case, func, select, update

from solecism.collect.item import PRACTICE
from solecism.collect.people.raters import BY_ID_LOCKED, Rater, rater_found
from solecism.collect.store.prepared import Found, run, run_all
from solecism.collect.store.tables import assignments, openings, studies
from solecism.collect.study import Study
from solecism.collect.tasks.ask import ask
from solecism.collect.work.question import Question
from solecism.collect.work.slots import FREE_LEASED

LEASED, ANSWERED, EXPIRED, RELEASED, VOID = "leased", "answered", "expired", "released", "void"
MINUTE = 60_000
_STALE = 100

Reason = Literal[
    "consent",
    "closed",
    "budget",
    "later",
    "finished",
    "unqualified",
    "removed",
    "practice",
    "busy",
]
"""Busy is between us: nobody waits for it longer than a moment."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A question that a rater holds: the token names it, and means nothing to anybody else."""

    token: str
    question: Question
    stage: str
    serial: int
    expires: int
    is_practice: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a rater has no question now, and from when on there may be one."""

    reason: Reason
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What a rater has to do: the question now, and one ahead so that it is there at once."""

    leases: tuple[Lease, ...]
    waiting: Waiting | None = None

    @property
    def now(self) -> Lease | None:
        """The question to answer now."""
        return self.leases[0] if self.leases else None


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the study gives out questions, and the rows of a rater's leases, the first first.

    `number` is set apart for the rater's next judgment, where that can be asked for beforehand.
    """

    is_open: bool
    held: tuple[Any, ...]
    number: int | None = None


_is_held = and_(assignments.c.rater == bindparam("which"), assignments.c.state == LEASED)
_STANDING = (
    select(studies.c.is_open, assignments)
    .select_from(studies.outerjoin(assignments, _is_held))
    .order_by(assignments.c.serial)
)
_NUMBER = select(func.nextval("judgments_id_seq").label("number"))
# Both rows are locked or passed over: whoever waited for one with another held could wait forever.
_EXPIRED = (
    select(assignments.c.id, assignments.c.opening, openings.c.wanted)
    .join(openings, openings.c.id == assignments.c.opening)
    .where(assignments.c.state == LEASED, assignments.c.expires <= bindparam("now"))
    .order_by(assignments.c.expires)
    .limit(_STALE)
    .with_for_update(skip_locked=True, key_share=True)
)
_END = (
    update(assignments)
    .where(assignments.c.id == bindparam("which"))
    .values(state=bindparam("to"), expires=bindparam("at"))
)


def standing_of(connection: Connection, rater: int) -> Standing:
    """How the study and a rater stand to one another."""
    return _standing(run(connection, _STANDING, {"which": rater}))


def at_work(
    connection: Connection, rater: int, *, will_judge: bool = False
) -> tuple[Rater, Standing]:
    """A rater whom nobody else changes meanwhile, and how they stand."""
    which = {"which": rater}
    asked: list[tuple[Executable, dict[str, int]]] = [(BY_ID_LOCKED, which), (_STANDING, which)]
    if will_judge and connection.dialect.name == "postgresql":
        asked.append((_NUMBER, {}))
    person, standing, *number = run_all(connection, *asked)
    return rater_found(person, rater), _standing(standing, *number)


def _standing(found: Found, number: Found | None = None) -> Standing:
    held = tuple(row for row in found.rows if row.id is not None)
    return Standing(
        bool(found.rows[0].is_open), held, None if number is None else number.first().number
    )


def expire(connection: Connection, *, now: int) -> int:
    """End the leases whose time is up and free their slots; how many there were."""
    stale = connection.execute(_EXPIRED, {"now": now}).all()
    for row in stale:
        connection.execute(_END, {"which": row.id, "to": EXPIRED, "at": now})
        connection.execute(FREE_LEASED, {"which": row.opening})
    return len(stale)


def lease_of(study: Study, row: Any, rater: str) -> Lease:
    """What a rater sees of an assignment."""
    stage = study.task.stages[row.stage]
    return Lease(
        row.token,
        question_of(study, row, rater),
        stage,
        row.serial,
        row.expires,
        row.pool == PRACTICE,
    )


def question_of(study: Study, row: Any, rater: str) -> Question:
    """The question of an assignment, its options in the order this rater saw."""
    return ask(
        study.task,
        study.item(row.item),
        stage=study.task.stages[row.stage],
        settings=study.configuration.task_settings,
        seed=study.seed,
        rater=rater,
    )


def heartbeat(study: Study, rater: int, *, now: int) -> int | None:
    """Hold the rater's leases for longer; until when, None where there is none."""
    expires = now + study.configuration.lease_minutes * MINUTE
    live = and_(
        assignments.c.rater == rater,
        assignments.c.state == LEASED,
        assignments.c.expires > now,
    )
    longer = case((assignments.c.expires > expires, assignments.c.expires), else_=expires)
    with study.database.write() as connection:
        changed = connection.execute(update(assignments).where(live).values(expires=longer))
    return expires if changed.rowcount else None
