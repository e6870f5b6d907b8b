"""Which item a rater gets next, of those that are open and that they have not seen.

Items that others have begun come first, nearest to complete first, so that agreement can be
told within the first hour; each look is at a window of them from a place of the rater's own, so
that raters neither see items in the same order nor wait for one another. Otherwise it is a new
item from a place of the rater's own. All looks go by an index: 100,000 items cost no more than
100.
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
    or_,
    select,
    union_all,
)

from solecism.collect.configuration import Configuration
from solecism.collect.item import CONTROL, DATA, PRACTICE
from solecism.collect.people.raters import Rater
from solecism.collect.seeds import seeded_fraction
from solecism.collect.store.prepared import execute
from solecism.collect.store.tables import assignments, openings
from solecism.collect.study import Study, batch_pool
from solecism.collect.work.lease import ANSWERED, LEASED, VOID

WINDOW = 16
HOUR = 3_600_000

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


def _looks(*conditions: Any) -> tuple[Select[Any], Select[Any]]:
    """A look from a place on, and one up to it."""
    query = select(*_COLUMNS, _IS_SEEN.label("is_seen")).where(
        openings.c.pool == bindparam("pool"),
        openings.c.stage == bindparam("stage"),
        openings.c.is_open,
        *conditions,
    )
    query = query.order_by(openings.c.shuffle).limit(bindparam("n", type_=Integer))
    place: BindParameter[float] = bindparam("place", type_=Float)
    return query.where(openings.c.shuffle >= place), query.where(openings.c.shuffle < place)


BEGUN = _looks(openings.c.is_begun)
FRESH = _looks(~openings.c.is_begun)
# Few are begun: both looks at once cost less than a second question to the database.
_BEGUN = union_all(*(select(look.subquery()) for look in BEGUN))
_UNSEEN = (*_looks(~openings.c.is_begun, ~_IS_SEEN), *_looks(openings.c.is_begun, ~_IS_SEEN))
_PREPARED = (
    *_looks(openings.c.is_begun, ~_IS_SEEN, _IS_PREPARED),
    *_looks(~openings.c.is_begun, ~_IS_SEEN, _IS_PREPARED),
)


@dataclass(frozen=True, slots=True)
class Picker:
    """The picks for one rater's next item."""

    connection: Connection
    study: Study
    rater: Rater
    serial: int
    now: int

    @property
    def configuration(self) -> Configuration:
        """What was decided about the study."""
        return self.study.configuration

    def candidates(self) -> Iterator[Any]:
        """Openings in the order in which they should be tried."""
        if self.rater.state == "practice":
            yield from self._unseen(PRACTICE, 0)
            return
        for stage in range(len(self.study.task.stages)):
            if stage and not self.is_due():
                return
            yield from self._at(stage)

    def is_due(self) -> bool:
        """Whether enough time has passed since the rater's first stage."""
        return self.opens() <= self.now

    def opens(self) -> int:
        """When the second stage opens for the rater."""
        delay = int(self.configuration.stage_delay_hours * HOUR)
        return (self.rater.staged or self.now) + delay

    def _at(self, stage: int) -> Iterator[Any]:
        """Data, or a control item in its place; control items alone would be of no use."""
        data = self._data(stage)
        first = next(data, None)
        if first is None:
            return
        if self._is_control():
            yield from self._unseen(CONTROL, stage)
        yield first
        yield from data

    def _data(self, stage: int) -> Iterator[Any]:
        """Batches that are due, then data, and batches that never came due last."""
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
            yield from self._look(_PREPARED, DATA, stage, n=WINDOW)
            return
        begun = [row for row in self._look((_BEGUN,), DATA, stage, n=WINDOW) if not row.is_seen]
        yield from sorted(begun, key=self._nearest)
        fresh = self._look(FRESH, DATA, stage, n=WINDOW)
        yield from (row for row in fresh if not row.is_seen)
        yield from self._look(_UNSEEN, DATA, stage, n=WINDOW)

    def _nearest(self, row: Any) -> tuple[int, float]:
        missing = row.wanted - row.n_answered - row.n_leased
        return missing, seeded_fraction(self.study.seed, self.rater.pseudonym, self.serial, row.id)

    def _unseen(self, pool: str, stage: int) -> Iterator[Any]:
        looks = _PREPARED if stage else _UNSEEN
        return self._look(looks, pool, stage, n=WINDOW)

    def _look(self, looks: Sequence[Executable], pool: str, stage: int, *, n: int) -> Iterator[Any]:
        place = seeded_fraction(self.study.seed, self.rater.pseudonym, "place", self.serial)
        values = {"pool": pool, "stage": stage, "which": self.rater.id, "place": place}
        left = n
        for look in looks:
            if left > 0:
                rows = execute(self.connection, look, {**values, "n": left}).rows
                left -= len(rows)
                yield from rows

    def _is_control(self) -> bool:
        """One item of each run of about 1/share is a control item, at a place of its own."""
        share = self.configuration.control.share
        if not share:
            return False
        length = max(2, round(1 / share))
        block, place = divmod(self.serial - 1, length)
        chosen = int(
            length * seeded_fraction(self.study.seed, self.rater.pseudonym, "control", block)
        )
        return place == chosen
