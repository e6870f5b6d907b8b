"""Assignment of items to raters: a rater's next questions, leased in one transaction.

Expired leases end, the rater keeps their current ones, and further items are leased up to the
number wanted. The counts of an opening are raised only by a statement that checks them, so no item
gets more judgments than were asked for, however many raters work at the same time. Money is
reserved for a rater's questions from their first answer on.

Which item a rater gets next, of those that are open and that they have not seen.

Items that others have begun come first, those closest to completion before the rest, so that
agreement can be measured within the first hour. Each query reads a window of items from a place
that depends on the rater, so that raters neither see items in the same order nor wait for one
another. Otherwise the rater gets a new item, again from a place of their own; where a study asks by
gain, the one of the window whose answer narrows the estimate most. All queries use an index:
100,000 items cost no more than 100.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Executable,
    Float,
    Integer,
    Select,
    bindparam,
    func,
    literal_column,
    or_,
    select,
    union_all,
    update,
)

from solecism_study.configuration import Configuration
from solecism_study.item import CONTROL, DATA, PRACTICE
from solecism_study.keyed_hashes import seeded_fraction
from solecism_study.people.raters import Rater, rater_in, save_rater
from solecism_study.screening.admission import keep_place
from solecism_study.store.database import execute, execute_later, retry_on_deadlock
from solecism_study.store.tables import assignments, openings
from solecism_study.study import Study, batch_pool
from solecism_study.units import HOUR, MINUTE, SECOND
from solecism_study.work import reservations
from solecism_study.work.control_rule import block_length
from solecism_study.work.gainful_order import refresh_order
from solecism_study.work.lease import (
    REASONS,
    NextQuestions,
    Reason,
    Waiting,
    WorkState,
    break_until,
    expire_leases,
    lease_of,
    lock_rater,
    release_lease,
    work_state,
)
from solecism_study.work.reservations import (
    ANSWERED,
    EXPIRED,
    LEASED,
    RELEASED,
    RESERVE_SLOT,
    VOID,
    reserve_slot,
)

AHEAD = 1
"""How many questions are leased beyond the current one, so that the next is there at once."""

_EXPIRY_INTERVAL = SECOND
_N_TOKEN_BYTES = 16

_CHANGED = ("state", "serial", "leased", "expires")
_ROW = ("token", "item", "stage", "pool", "rater", "serial", "state", "leased", "expires")


def _assign_on(dialect: str, opening: Any) -> Any:
    """The statement that inserts an assignment, or renews the lease of the rater's earlier one.

    Money that was reserved for the earlier lease stays reserved.
    """
    values = [bindparam(name, type_=assignments.c[name].type) for name in _ROW]
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(assignments)
    new = insert.from_select(["opening", *_ROW], select(opening, *values))
    changed = {name: new.excluded[name] for name in _CHANGED}
    again = new.on_conflict_do_update(index_elements=["opening", "rater"], set_=changed)
    return again.returning(assignments)


_ASSIGN = _assign_on("sqlite", bindparam("which", type_=Integer))


@lru_cache
def _reserve_and_assign(*, waits_for_others: bool) -> Any:
    """The statement for PostgreSQL that reserves a slot and inserts its assignment.

    It skips an opening that another transaction is changing, unless it `waits_for_others`.
    """
    opening = select(openings.c.id).where(openings.c.id == bindparam("which"), openings.c.is_open)
    opening = opening.with_for_update(skip_locked=not waits_for_others, key_share=True)
    is_chosen = openings.c.id == opening.scalar_subquery()
    reserved = reserve_slot().where(is_chosen).returning(openings.c.id)
    return _assign_on("postgresql", reserved.cte("reserved").c.id)


@retry_on_deadlock
def next_questions(study: Study, rater: int, *, now: int, ahead: int = AHEAD) -> NextQuestions:
    """Return the question that a rater answers now and those leased ahead, or why there is none."""
    refresh_order(study, now=now)
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        work = work_state(connection, rater)
        study.refresh(connection, work.n_amendments)
    held = [row for row in work.held if row.expires > now]
    is_ready = work.is_open and len(held) > ahead and not _reason_blocked(person)
    if is_ready and is_cost_reserved(study, person, held):
        return _questions(study, person, held)
    with study.database.write() as connection:
        person, work = lock_rater(connection, rater)
        questions = next_questions_in(connection, study, person, now=now, ahead=ahead, work=work)
    return retry_if_busy(study, rater, questions, now=now, ahead=ahead)


@retry_on_deadlock
def retry_if_busy(
    study: Study, rater: int, questions: NextQuestions, *, now: int, ahead: int = AHEAD
) -> NextQuestions:
    """Return the questions; look again if other raters were just reserving the last items.

    The second look waits for the others. It holds no row that they could be waiting for.
    """
    if questions.waiting is None or questions.waiting.reason != "busy":
        return questions
    with study.database.write() as connection:
        person, work = lock_rater(connection, rater)
        return next_questions_in(
            connection,
            study,
            person,
            now=now,
            ahead=ahead,
            waits_for_others=True,
            work=work,
        )


def next_questions_in(
    connection: Connection,
    study: Study,
    rater: Rater,
    *,
    now: int,
    ahead: int = AHEAD,
    waits_for_others: bool = False,
    work: WorkState | None = None,
) -> NextQuestions:
    """The same within a transaction that has locked the rater, who is saved here.

    `work` is the rater's work state, if the transaction has read it already.
    """
    work = work or work_state(connection, rater.id)
    study.refresh(connection, work.n_amendments)
    rater = keep_place(connection, study, rater, now=now)
    reason = _reason_blocked(rater) or (None if work.is_open else "closed")
    if reason is not None:
        save_rater(connection, rater)
        return NextQuestions((), Waiting(reason))
    until = break_until(connection, study, rater.id, now=now)
    if until is not None:
        save_rater(connection, rater)
        return NextQuestions((), Waiting("break", until))
    held = _current_leases(connection, study, rater, work, now=now)
    waiting = None
    while len(held) <= ahead and waiting is None:
        if _has_done_enough(study, rater, n_held=len(held)):
            waiting = Waiting("finished")
            break
        lease = _new_lease(connection, study, rater, now, waits_for_others)
        if isinstance(lease, Waiting):
            waiting = lease
        else:
            rater = replace(rater, n_served=lease.serial)
            held.append(lease)
    covered = reserve_costs(connection, study, rater, held, now=now)
    save_rater(connection, rater)
    return _questions(study, rater, covered, Waiting("budget") if held else waiting)


def _has_done_enough(study: Study, rater: Rater, *, n_held: int) -> bool:
    """Whether a rater has as many answers and questions as they may have.

    Where there are several stages, each has its own count, and the picker looks at it.
    """
    most = study.configuration.most_each
    is_counted = most is not None and len(study.task.stages) == 1
    return is_counted and rater.n_answered + n_held >= (most or 0)


def _current_leases(
    connection: Connection, study: Study, rater: Rater, work: WorkState, *, now: int
) -> list[Any]:
    """The rater's leases, after all raters' expired ones have ended.

    With many raters, it is enough to look for expired leases once per second.
    """
    has_expired = any(row.expires <= now for row in work.held)
    if has_expired or not study.leases_checked <= now < study.leases_checked + _EXPIRY_INTERVAL:
        expire_leases(connection, now=now)
        study.leases_checked = now
    return list(work_state(connection, rater.id).held if has_expired else work.held)


@retry_on_deadlock
def release_leases(study: Study, rater: int, *, now: int) -> int:
    """Release all leases of a rater, for example when they leave; return how many there were."""
    with study.database.write() as connection:
        _, work = lock_rater(connection, rater)
        for row in sorted(work.held, key=lambda one: one.opening):
            release_lease(connection, row, now=now)
        # The budget comes last: a transaction that holds its row waits for nothing else.
        n_committed = sum(row.is_committed for row in work.held)
        reservations.release_cost(connection, study.configuration.pay, n=n_committed)
    return len(work.held)


def _reason_blocked(rater: Rater) -> Reason | None:
    if rater.consented is None:
        return "consent"
    return REASONS.get(rater.state)


def _questions(
    study: Study, rater: Rater, held: list[Any], waiting: Waiting | None = None
) -> NextQuestions:
    leases = tuple(lease_of(study, row, rater.pseudonym) for row in held)
    return NextQuestions(leases, None if leases else waiting)


def _new_lease(
    connection: Connection, study: Study, rater: Rater, now: int, waits_for_others: bool
) -> Any | Waiting:
    """The assignment of a new lease, or the reason why there is none."""
    serial = rater.n_served + 1
    picker = Picker(connection, study, rater, serial, now)
    is_busy = False
    for opening in picker.candidates():
        row = _reserve_opening(
            connection, study, _row(study, rater, opening, serial, now), waits_for_others
        )
        if row is not None:
            return row
        is_busy = True
    if is_busy and not waits_for_others:
        return Waiting("busy")
    return _waiting(study, rater, picker)


def _row(study: Study, rater: Rater, opening: Any, serial: int, now: int) -> dict[str, Any]:
    return {
        "which": opening.id,
        "token": secrets.token_urlsafe(_N_TOKEN_BYTES),
        "item": opening.item,
        "stage": opening.stage,
        "pool": opening.pool,
        "rater": rater.id,
        "serial": serial,
        "state": LEASED,
        "leased": now,
        "expires": now + study.configuration.lease_minutes * MINUTE,
    }


def _reserve_opening(
    connection: Connection, study: Study, row: dict[str, Any], waits_for_others: bool
) -> Any:
    """The new assignment; None where the opening is full or another transaction changes it."""
    if not study.database.is_sqlite:
        statement = _reserve_and_assign(waits_for_others=waits_for_others)
        assignment = execute(connection, statement, row).first()
    # SQLite has one writer at a time.
    elif execute(connection, RESERVE_SLOT, {"which": row["which"]}).rowcount == 1:
        assignment = execute(connection, _ASSIGN, row).first()
    else:
        return None
    if assignment is not None:
        # The item is read now: later it would take a connection of its own.
        study.item(assignment.item, connection)
    return assignment


def _waiting(study: Study, rater: Rater, picker: Picker) -> Waiting:
    if rater.state == "practice":
        return Waiting("practice")
    if (
        len(study.task.stages) > 1
        and rater.staged is not None
        and not picker.is_second_stage_open()
    ):
        return Waiting("later", picker.second_stage_opens())
    return Waiting("finished")


_MARK_COMMITTED = (
    update(assignments).where(assignments.c.id == bindparam("which")).values(is_committed=True)
)


def is_cost_reserved(study: Study, rater: Rater, held: list[Any]) -> bool:
    """Whether money is reserved for these leases, so that nothing about it need be changed."""
    if study.configuration.pay.budget is None:
        return True
    return rater.n_answered > 0 and all(row.is_committed for row in held)


def reserve_costs(
    connection: Connection, study: Study, rater: Rater, held: list[Any], *, now: int
) -> list[Any]:
    """Reserve the cost of each lease; release those that the budget does not cover.

    Who has not answered yet holds no money, or those who only look would keep others from working;
    they get questions as long as the budget covers one. The budget comes after the openings: a
    transaction that holds its row waits for nothing else.
    """
    if study.configuration.pay.budget is None:
        return held
    covered = []
    for row in held:
        has_begun = rater.n_answered > 0
        if row.is_committed or (
            _reserve_cost_of(connection, study, row, now=now)
            if has_begun
            else reservations.has_budget_left(connection, study.configuration, now=now)
        ):
            covered.append(row)
        else:
            release_lease(connection, row, now=now)
    return covered


def _reserve_cost_of(connection: Connection, study: Study, row: Any, *, now: int) -> bool:
    if not reservations.reserve_cost(connection, study.configuration, now=now):
        return False
    execute_later(connection, _MARK_COMMITTED, {"which": row.id})
    return True


WINDOW = 16

_seen = assignments.alias("seen")
_before = assignments.alias("before")


def _one_assignment(table: Any, *conditions: Any) -> Any:
    """Whether there is an assignment of an opening's item to this rater: one row of an index.

    By item and stage, which an opening is, so that one index has all of it. PostgreSQL may turn
    EXISTS around and look through all that a rater has answered; a query for one value it may not.
    """
    own = table.c.rater == bindparam("which"), table.c.item == openings.c.item
    query = select(table.c.id).where(*own, *conditions).limit(literal_column("1"))
    return query.correlate(openings).scalar_subquery().is_not(None)


_IS_SEEN = _one_assignment(
    _seen,
    _seen.c.stage == openings.c.stage,
    _seen.c.state != EXPIRED,
    _seen.c.state != RELEASED,
)
_IS_PREPARED = _one_assignment(
    _before, _before.c.stage == openings.c.stage - 1, _before.c.state == ANSWERED
)


_COLUMNS = [
    openings.c[name] for name in ("id", "item", "stage", "pool", "wanted", "n_answered", "n_leased")
]


def _queries(*conditions: Any) -> tuple[Select[Any], Select[Any]]:
    """The query from a place onwards, and the one up to it."""
    query = select(*_COLUMNS, _IS_SEEN.label("is_seen")).where(
        openings.c.pool == bindparam("pool"),
        openings.c.stage == bindparam("stage"),
        openings.c.is_open,
        *conditions,
    )
    query = query.order_by(openings.c.shuffle).limit(bindparam("n", type_=Integer))
    place: BindParameter[float] = bindparam("place", type_=Float)
    return query.where(openings.c.shuffle >= place), query.where(openings.c.shuffle < place)


BEGUN = _queries(openings.c.is_begun)
FRESH = _queries(~openings.c.is_begun)
# Few items are begun: both queries in one cost less than a second round trip.
_BEGUN = union_all(*(select(query.subquery()) for query in BEGUN))
_UNSEEN = (*_queries(~openings.c.is_begun, ~_IS_SEEN), *_queries(openings.c.is_begun, ~_IS_SEEN))
_PREPARED = (
    *_queries(openings.c.is_begun, ~_IS_SEEN, _IS_PREPARED),
    *_queries(~openings.c.is_begun, ~_IS_SEEN, _IS_PREPARED),
)


_N_HAD = select(func.count().label("n_had")).where(
    assignments.c.rater == bindparam("which"),
    assignments.c.stage == bindparam("stage"),
    or_(*(assignments.c.state == state for state in (LEASED, ANSWERED, VOID))),
)


@dataclass(frozen=True, slots=True)
class Picker:
    """The choice of one rater's next item."""

    connection: Connection
    study: Study
    rater: Rater
    serial: int
    now: int

    @property
    def configuration(self) -> Configuration:
        """The configuration of the study."""
        return self.study.configuration

    def candidates(self) -> Iterator[Any]:
        """Yield openings in the order in which they should be tried."""
        if self.rater.state == "practice":
            yield from self._unseen(PRACTICE, 0)
            return
        for stage in range(len(self.study.task.stages)):
            if stage and not self.is_second_stage_open():
                return
            if not self._has_done_enough(stage):
                yield from self._at(stage)

    def _has_done_enough(self, stage: int) -> bool:
        """Whether the rater has as many questions of this stage as they may have."""
        most = self.configuration.most_each
        if most is None or len(self.study.task.stages) == 1:
            return False
        values = {"which": self.rater.id, "stage": stage}
        n_had: int = execute(self.connection, _N_HAD, values).first().n_had
        return n_had >= most

    def is_second_stage_open(self) -> bool:
        """Whether enough time has passed since the rater's first stage."""
        return self.second_stage_opens() <= self.now

    def second_stage_opens(self) -> int:
        """When the second stage opens for the rater, in milliseconds since 1970."""
        return stage_opens(self.study, self.rater, now=self.now)

    def _at(self, stage: int) -> Iterator[Any]:
        """Data, or a control item instead; control items are used only where there is data left."""
        data = self._data(stage)
        first = next(data, None)
        if first is None:
            return
        if self._is_control():
            yield from self._unseen(CONTROL, stage)
        yield first
        yield from data

    def _data(self, stage: int) -> Iterator[Any]:
        """Batches that are due, then other data, then batches that have not come due."""
        n_answered = self.rater.n_answered
        batches = self.configuration.batches
        for batch in batches:
            if n_answered >= batch.after:
                yield from self._unseen(batch_pool(batch.name), stage)
        yield from self._others(stage)
        for batch in batches:
            if n_answered < batch.after:
                yield from self._unseen(batch_pool(batch.name), stage)

    def _others(self, stage: int) -> Iterator[Any]:
        if stage:
            yield from self._rows(_PREPARED, DATA, stage, n=WINDOW)
            return
        begun = [row for row in self._rows((_BEGUN,), DATA, stage, n=WINDOW) if not row.is_seen]
        yield from sorted(begun, key=self._nearest)
        fresh = (row for row in self._rows(FRESH, DATA, stage, n=WINDOW) if not row.is_seen)
        order = self.study.gainful_order
        yield from fresh if order is None else sorted(fresh, key=lambda row: order.rank(row.item))
        yield from self._rows(_UNSEEN, DATA, stage, n=WINDOW)

    def _nearest(self, row: Any) -> tuple[int, float]:
        missing = row.wanted - row.n_answered - row.n_leased
        return missing, seeded_fraction(self.study.seed, self.rater.pseudonym, self.serial, row.id)

    def _unseen(self, pool: str, stage: int) -> Iterator[Any]:
        queries = _PREPARED if stage else _UNSEEN
        return self._rows(queries, pool, stage, n=WINDOW)

    def _rows(
        self, queries: Sequence[Executable], pool: str, stage: int, *, n: int
    ) -> Iterator[Any]:
        place = seeded_fraction(self.study.seed, self.rater.pseudonym, "place", self.serial)
        values = {"pool": pool, "stage": stage, "which": self.rater.id, "place": place}
        left = n
        for query in queries:
            if left > 0:
                rows = execute(self.connection, query, {**values, "n": left}).rows
                left -= len(rows)
                yield from rows

    def _is_control(self) -> bool:
        """Whether this serial is the control item of its block; a block has about 1/share items."""
        share = self.configuration.control.share
        if not share:
            return False
        length = block_length(share)
        block, place = divmod(self.serial - 1, length)
        chosen = int(
            length * seeded_fraction(self.study.seed, self.rater.pseudonym, "control", block)
        )
        return place == chosen


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
