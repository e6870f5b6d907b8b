"""A lease: one rater's reservation of one item at one stage, until they answer or it expires.

Time limits say how long one answer may take, and how long a rater may work without a break.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    Connection,
    Executable,
    and_,
    bindparam,
    case,
    func,
    literal_column,
    select,
    update,
)

from solecism.errors import MissingError
from solecism_study.item import PRACTICE
from solecism_study.people.raters import BY_ID_LOCKED, REMOVED, Rater, rater_from, rater_in
from solecism_study.store.database import ResultRows, execute, execute_all
from solecism_study.store.tables import assignments, judgments, openings, studies
from solecism_study.study import Study
from solecism_study.tasks.task import Question, rater_question
from solecism_study.units import MINUTE, SECOND
from solecism_study.work.reservations import EXPIRED, LEASED, RELEASE_SLOT, RELEASED

_N_EXPIRED_AT_ONCE = 100
_MOST_DURATIONS = 8
"""How many times its usual duration a lease can last."""

Reason = Literal[
    "consent",
    "closed",
    "budget",
    "later",
    "finished",
    "unqualified",
    "removed",
    "revoked",
    "practice",
    "screening",
    "screened-out",
    "quota",
    "break",
    "withdrawn",
    "busy",
]
"""Why a rater has no question. "busy" is internal: it leads to a second look at once."""

REASONS: dict[str, Reason] = {
    "screening": "screening",
    "screened-out": "screened-out",
    "excluded": "screened-out",
    "full": "quota",
    "unqualified": "unqualified",
    "withdrawn": "withdrawn",
    "revoked": "revoked",
    **dict.fromkeys(REMOVED, "removed"),
}
"""Why a rater in such a state has no question."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A question that is reserved for a rater; the token identifies it and reveals nothing else."""

    token: str
    question: Question
    stage: str
    serial: int
    expires: int
    is_practice: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a rater has no question now, and the time from which there may be one."""

    reason: Reason
    until: int | None = None


@dataclass(frozen=True, slots=True)
class NextQuestions:
    """The questions leased to a rater, the current one first, or why there is none."""

    leases: tuple[Lease, ...]
    waiting: Waiting | None = None

    @property
    def current(self) -> Lease | None:
        """The question that the rater answers now."""
        return self.leases[0] if self.leases else None


@dataclass(frozen=True, slots=True)
class WorkState:
    """Whether the study is open, and a rater's leased assignments in the order of their serials.

    `n_amendments` says whether the study's configuration was amended. `number` is reserved for the
    rater's next judgment, where the database can do that.
    """

    is_open: bool
    held: tuple[Any, ...]
    n_amendments: int
    number: int | None = None


# A partial index is used only where the query has its condition word for word.
_IS_LEASED = assignments.c.state == literal_column(f"'{LEASED}'")
_is_held = and_(assignments.c.rater == bindparam("which"), _IS_LEASED)
_WORK_STATE = (
    select(studies.c.is_open, studies.c.n_amendments, assignments)
    .select_from(studies.outerjoin(assignments, _is_held))
    .order_by(assignments.c.serial)
)
_NUMBER = select(func.nextval("judgments_id_seq").label("number"))
# Both rows are locked or skipped: waiting for one while holding the other could last forever.
_EXPIRED_LEASES = (
    select(assignments.c.id, assignments.c.opening, openings.c.wanted)
    .join(openings, openings.c.id == assignments.c.opening)
    .where(_IS_LEASED, assignments.c.expires <= bindparam("now"))
    .order_by(assignments.c.expires)
    .limit(_N_EXPIRED_AT_ONCE)
    .with_for_update(skip_locked=True, key_share=True)
)
_EXPIRE_LEASE = (
    update(assignments)
    .where(assignments.c.id == bindparam("which"))
    .values(state=bindparam("to"), expires=bindparam("at"))
)


def work_state(connection: Connection, rater: int) -> WorkState:
    """Return whether the study is open, and what is leased to a rater."""
    return _work_state_from(execute(connection, _WORK_STATE, {"which": rater}))


def lock_rater(
    connection: Connection, rater: int, *, reserves_number: bool = False
) -> tuple[Rater, WorkState]:
    """Lock a rater against changes by other transactions; return them and their work state."""
    which = {"which": rater}
    queries: list[tuple[Executable, dict[str, int]]] = [(BY_ID_LOCKED, which), (_WORK_STATE, which)]
    if reserves_number and connection.dialect.name == "postgresql":
        queries.append((_NUMBER, {}))
    person, work, *number = execute_all(connection, *queries)
    return rater_from(person, rater), _work_state_from(work, *number)


def _work_state_from(result: ResultRows, number: ResultRows | None = None) -> WorkState:
    held = tuple(row for row in result.rows if row.id is not None)
    first = result.rows[0]
    reserved = None if number is None else number.first().number
    return WorkState(bool(first.is_open), held, first.n_amendments, reserved)


def expire_leases(connection: Connection, *, now: int) -> int:
    """End the leases whose time is up and release their slots; return how many there were."""
    expired = connection.execute(_EXPIRED_LEASES, {"now": now}).all()
    for row in expired:
        connection.execute(_EXPIRE_LEASE, {"which": row.id, "to": EXPIRED, "at": now})
        connection.execute(RELEASE_SLOT, {"which": row.opening})
    return len(expired)


def release_lease(connection: Connection, row: Any, *, now: int) -> None:
    """Release one lease and its slot, but not the money reserved for it."""
    change = update(assignments).where(assignments.c.id == row.id)
    connection.execute(change.values(state=RELEASED, expires=now, is_committed=False))
    connection.execute(RELEASE_SLOT, {"which": row.opening})


def lease_of(study: Study, row: Any, rater: str) -> Lease:
    """Return the part of an assignment that its rater may see."""
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
    """Return the question of an assignment, its options in the order that this rater sees."""
    return rater_question(
        study.task,
        study.item(row.item),
        stage=study.task.stages[row.stage],
        settings=study.configuration.task_settings,
        seed=study.seed,
        rater=rater,
    )


def question_by_token(study: Study, rater: int, token: str) -> Question:
    """Return the question of one of a rater's own assignments; MissingError for any other token."""
    own = and_(assignments.c.token == token, assignments.c.rater == rater)
    with study.database.read() as connection:
        row = connection.execute(select(assignments).where(own)).first()
        if row is None:
            raise MissingError("there is no such question.")
        person = rater_in(connection, rater)
    return question_of(study, row, person.pseudonym)


def heartbeat(study: Study, rater: int, *, now: int) -> int | None:
    """Extend a rater's leases; return until when, None where there is no lease.

    A page that is left open does not keep its questions forever.
    """
    duration = study.configuration.lease_minutes * MINUTE
    expires = now + duration
    last = assignments.c.leased + _MOST_DURATIONS * duration
    live = and_(
        assignments.c.rater == rater,
        _IS_LEASED,
        assignments.c.expires > now,
        last > now,
    )
    longer = case(
        (assignments.c.expires > expires, assignments.c.expires),
        (last < expires, last),
        else_=expires,
    )
    with study.database.write() as connection:
        changed = connection.execute(update(assignments).where(live).values(expires=longer))
    return expires if changed.rowcount else None


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
