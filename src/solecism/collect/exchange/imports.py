"""Judgments made elsewhere, such as on paper or in an earlier study, taken into a study.

Each is kept as if its rater had answered here: in a slot if one is free, surplus otherwise.
Their raters are the study's own, known by the name that they had.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from solecism.batches import batches
from solecism.collect.configuration import encode
from solecism.collect.item import GOLD, PRACTICE
from solecism.collect.people.raters import Rater, consent, join, rater_in, save
from solecism.collect.store.database import retried
from solecism.collect.store.prepared import run_all
from solecism.collect.store.tables import assignments, items, openings
from solecism.collect.study import Study
from solecism.collect.work.answer import read_answer
from solecism.collect.work.judgment_rows import ANSWER, keep_all, row_for, settle
from solecism.collect.work.lease import ANSWERED, RELEASED, question_of
from solecism.collect.work.slots import COUNT_LATE
from solecism.errors import InputError
from solecism.judgment import Judgment

ORIGIN = "import"
_MS = 1000
# So many are kept, or none of them: a hundred would be slower, and more would let raters wait.
_AT_ONCE = 500
_KNOWN = select(assignments.c.opening).where(assignments.c.rater == bindparam("which"))
_ASSIGN = insert(assignments).returning(assignments, sort_by_parameter_order=True)

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Imported:
    """How many answers were taken, how many of them as surplus, and how many were there before.

    `n_control` judgments are of control items elsewhere, which are no data here either.
    """

    n_taken: int
    n_surplus: int
    n_known: int
    n_control: int


def take_judgments(
    study: Study, judgments: Iterable[Judgment], *, now: int, progress: Progress | None = None
) -> Imported:
    """Take judgments of the study's items; where one does not fit, InputError and none is taken.

    `progress` is told how many answers are kept already, and of how many.
    """
    given = list(judgments)
    data = [one for one in given if one.gold is None]
    read = _read(study, data)
    counts = Counter[str]()
    for rater, group in groupby(read, key=lambda one: one.rater):
        number = consent(study, join(study, origin=ORIGIN, external=rater, now=now).id, now=now).id
        # In the order in which everybody changes openings, so that nobody waits in a circle.
        ordered = sorted(group, key=lambda one: int(one.opening.id))
        for part in batches(ordered, _AT_ONCE):
            counts += _take(study, number, part, now=now)
            if progress is not None:
                progress(counts.total(), len(read))
    return Imported(
        counts["taken"] + counts["surplus"],
        counts["surplus"],
        counts["known"],
        n_control=len(given) - len(data),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """An answer that fits an opening."""

    rater: str
    opening: Any
    answer: str
    seconds: float | None


def _read(study: Study, judgments: Iterable[Judgment]) -> list[_Read]:
    """All answers, in order of rater; each may be made of several judgments."""

    def place(one: Judgment) -> tuple[str, str, str]:
        return one.rater, one.site, one.stage or ""

    openings_of = _openings(study)
    found = []
    for (rater, site, stage), group in groupby(sorted(judgments, key=place), key=place):
        same = list(group)
        opening = openings_of.get((site, stage))
        if opening is None:
            raise InputError(f"{same[0].id}: is about no item of this study.")
        try:
            fields = question_of(study, opening, rater).fields
            answer = read_answer(fields, study.task.restate(study.item(opening.item), same))
        except InputError as error:
            raise InputError(f"{same[0].id}: {error}") from error
        found.append(_Read(rater, opening, encode(answer).decode(), same[0].seconds))
    return found


def _openings(study: Study) -> dict[tuple[str, str], Any]:
    query = select(openings, items.c.site).join(items, items.c.id == openings.c.item)
    with study.database.read() as connection:
        rows = connection.execute(query.where(openings.c.pool.not_in((GOLD, PRACTICE)))).all()
    return {(row.site, study.task.stages[row.stage]): row for row in rows}


@retried
def _take(study: Study, rater: int, read: Sequence[_Read], *, now: int) -> Counter[str]:
    """Keep answers of one rater, all of them or none; how many became what."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        known = set(connection.execute(_KNOWN, {"which": rater}).scalars())
        new = [one for one in read if one.opening.id not in known]
        if not new:
            return Counter(known=len(read))
        rows = [{"rater": rater, **_blank(one.opening, now)} for one in new]
        made = connection.execute(_ASSIGN, rows).all()
        slots = run_all(connection, *((COUNT_LATE, {"which": one.opening}) for one in made))
        kept = [
            _row(assignment, person, one, now, is_surplus=slot.rowcount != 1)
            for assignment, one, slot in zip(made, new, slots, strict=True)
        ]
        numbers, person = keep_all(connection, person, kept)
        for assignment, row, number in zip(made, kept, numbers, strict=True):
            _settle(connection, assignment, row, number)
        save(connection, replace(person, n_answered=person.n_answered + len(new)))
    n_surplus = sum(row["is_surplus"] for row in kept)
    n_taken, n_known = len(new) - n_surplus, len(read) - len(new)
    return Counter(taken=n_taken, surplus=n_surplus, known=n_known)


def _row(
    assignment: Any, rater: Rater, read: _Read, now: int, *, is_surplus: bool
) -> dict[str, Any]:
    return row_for(
        assignment,
        rater,
        action=ANSWER,
        request=f"{ORIGIN}:{assignment.id}",
        now=now,
        is_surplus=is_surplus,
        answer=read.answer,
        active_ms=None if read.seconds is None else int(read.seconds * _MS),
    )


def _settle(connection: Connection, assignment: Any, row: dict[str, Any], number: int) -> None:
    settle(
        connection,
        assignment,
        row,
        state=ANSWERED,
        judgment=number,
        is_paid=False,
        is_committed=False,
        is_right=None,
    )


def _blank(opening: Any, now: int) -> dict[str, Any]:
    return {
        "token": secrets.token_urlsafe(16),
        "opening": opening.id,
        "item": opening.item,
        "stage": opening.stage,
        "pool": opening.pool,
        "serial": 0,
        "state": RELEASED,
        "leased": now,
        "expires": now,
    }
