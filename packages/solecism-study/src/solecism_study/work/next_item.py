"""Which item a rater gets next, of those that are open and that they have not seen.

Items that others have begun come first, those closest to completion before the rest, so that
agreement can be measured within the first hour. Each query reads a window of items from a place
that depends on the rater, so that raters neither see items in the same order nor wait for one
another. Otherwise the rater gets a new item, again from a place of their own. All queries use an
index: 100,000 items cost no more than 100.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Executable,
    Float,
    Integer,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    union_all,
)

from solecism_study.configuration import Configuration
from solecism_study.item import CONTROL, DATA, PRACTICE
from solecism_study.keyed_hashes import seeded_fraction
from solecism_study.people.raters import Rater
from solecism_study.store.prepared_statements import execute
from solecism_study.store.tables import assignments, openings
from solecism_study.study import Study, batch_pool
from solecism_study.units import HOUR
from solecism_study.work.reservations import ANSWERED, LEASED, VOID

WINDOW = 16

_seen = assignments.alias("seen")
_before = assignments.alias("before")
_IS_SEEN = exists().where(
    _seen.c.opening == openings.c.id,
    _seen.c.rater == bindparam("which"),
    or_(*(_seen.c.state == state for state in (LEASED, ANSWERED, VOID))),
)
_IS_PREPARED = exists().where(
    _before.c.rater == bindparam("which"),
    _before.c.stage == openings.c.stage - 1,
    _before.c.item == openings.c.item,
    _before.c.state == ANSWERED,
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
        fresh = self._rows(FRESH, DATA, stage, n=WINDOW)
        yield from (row for row in fresh if not row.is_seen)
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
        length = max(2, round(1 / share))
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
