"""Judgments made elsewhere, such as on paper or in an earlier study, taken into a study.

Each is kept as if its rater had answered here: in a slot if one is free, surplus otherwise.
Their raters are the study's own, known by the name that they had.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, insert, select

from solecism.collect.answer import read_answer
from solecism.collect.configuration import encode
from solecism.collect.item import GOLD, PRACTICE
from solecism.collect.keeping import ANSWER, keep, row_for, settle
from solecism.collect.lease import ANSWERED, RELEASED, question_of
from solecism.collect.raters import Rater, consent, join, rater_in, save
from solecism.collect.slots import COUNT_LATE
from solecism.collect.store.tables import assignments, items, openings
from solecism.collect.study import Study
from solecism.errors import InputError
from solecism.judgment import Judgment

ORIGIN = "import"
_MS = 1000


@dataclass(frozen=True, slots=True)
class Imported:
    """How many answers were taken, how many of them as surplus, and how many were there before.

    `n_control` judgments are of control items elsewhere, which are no data here either.
    """

    n_taken: int
    n_surplus: int
    n_known: int
    n_control: int


def take_judgments(study: Study, judgments: Iterable[Judgment], *, now: int) -> Imported:
    """Take judgments of the study's items; where one does not fit, InputError and none is taken."""
    given = list(judgments)
    data = [one for one in given if one.gold is None]
    read = _read(study, data)
    counts = Counter[str]()
    for rater, mine in groupby(read, key=lambda one: one.rater):
        person = consent(study, join(study, origin=ORIGIN, external=rater, now=now).id, now=now)
        with study.database.write() as connection:
            person = rater_in(connection, person.id, is_locked=True)
            for one in mine:
                person, outcome = _take(connection, person, one, now)
                counts[outcome] += 1
            save(connection, person)
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


def _take(connection: Connection, rater: Rater, read: _Read, now: int) -> tuple[Rater, str]:
    own = {"opening": read.opening.id, "rater": rater.id}
    same = select(assignments).where(
        assignments.c.opening == own["opening"], assignments.c.rater == own["rater"]
    )
    if connection.execute(same).first() is not None:
        return rater, "known"
    connection.execute(insert(assignments), {**own, **_blank(read.opening, now)})
    assignment = connection.execute(same).one()
    is_surplus = connection.execute(COUNT_LATE, {"which": own["opening"]}).rowcount != 1
    row = row_for(
        assignment,
        rater,
        action=ANSWER,
        request=f"{ORIGIN}:{assignment.id}",
        now=now,
        is_surplus=is_surplus,
        answer=read.answer,
        active_ms=None if read.seconds is None else int(read.seconds * _MS),
    )
    number, rater = keep(connection, rater, row)
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
    rater = replace(rater, n_answered=rater.n_answered + 1)
    return rater, "surplus" if is_surplus else "taken"


def _blank(opening: Any, now: int) -> dict[str, Any]:
    return {
        "token": secrets.token_urlsafe(16),
        "item": opening.item,
        "stage": opening.stage,
        "pool": opening.pool,
        "serial": 0,
        "state": RELEASED,
        "leased": now,
        "expires": now,
    }
