"""Import of judgments that were made elsewhere, for example on paper or in an earlier study.

Each is recorded as if its rater had answered here: in a free slot if there is one, and as surplus
otherwise. Their raters join the study under the names that they had.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.system.processes import batches
from solecism_study.configuration import canonical_json
from solecism_study.exchange.item_sources import usable_answers
from solecism_study.item import CONTROL, PRACTICE
from solecism_study.people.raters import Rater, consent, join, rater_in, save_rater
from solecism_study.store.database import execute_all, retry_on_deadlock
from solecism_study.store.tables import assignments, items, openings
from solecism_study.study import Study
from solecism_study.tasks.task import read_answer
from solecism_study.units import SECOND
from solecism_study.work.judgment_rows import (
    ANSWER,
    insert_judgments,
    judgment_row,
    update_assignment,
)
from solecism_study.work.lease import question_of
from solecism_study.work.reservations import ANSWERED, FILL_FREE_SLOT, RELEASED

IMPORTED = "import"
# Answers per transaction: a hundred would be slower, and more would make raters wait.
_AT_ONCE = 500
_OPENINGS_OF_RATER = select(assignments.c.opening).where(assignments.c.rater == bindparam("which"))
_ASSIGN = insert(assignments).returning(assignments, sort_by_parameter_order=True)

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Imported:
    """How many answers were imported, how many as surplus, and how many were already there.

    `n_control` judgments are of control items elsewhere and `n_gaps` of gaps between words that the
    study's task does not ask about; neither are imported.
    """

    n_imported: int
    n_surplus: int
    n_known: int
    n_control: int
    n_gaps: int = 0


def import_judgments(
    study: Study, judgments: Iterable[Judgment], *, now: int, progress: Progress | None = None
) -> Imported:
    """Import judgments of the study's items; InputError, and none is imported, if one does not fit.

    `progress` is called with the number of answers imported so far and the number of all.
    """
    everything = list(judgments)
    data = [one for one in everything if one.gold is None]
    usable = usable_answers(data, study.task)
    read = _read_answers(study, usable)
    counts = Counter[str]()
    for rater, group in groupby(read, key=lambda one: one.rater):
        number = consent(
            study, join(study, origin=IMPORTED, external=rater, now=now).id, now=now
        ).id
        # All transactions change openings in this order, so that none waits in a circle.
        ordered = sorted(group, key=lambda one: int(one.opening.id))
        for part in batches(ordered, _AT_ONCE):
            counts += _import_answers(study, number, part, now=now)
            if progress is not None:
                progress(counts.total(), len(read))
    return Imported(
        counts["counted"] + counts["surplus"],
        counts["surplus"],
        counts["known"],
        n_control=len(everything) - len(data),
        n_gaps=len(data) - len(usable),
    )


@dataclass(frozen=True, slots=True)
class _ImportedAnswer:
    """An imported answer and the opening that it fills."""

    rater: str
    opening: Any
    answer: str
    seconds: float | None


def _read_answers(study: Study, judgments: Iterable[Judgment]) -> list[_ImportedAnswer]:
    """All answers in the order of raters; an answer may consist of several judgments."""

    def place(one: Judgment) -> tuple[str, str, str]:
        return one.rater, one.site, one.stage or ""

    openings_of = _openings(study)
    answers = []
    for (rater, site, stage), group in groupby(sorted(judgments, key=place), key=place):
        same = list(group)
        opening = openings_of.get((site, stage))
        if opening is None:
            raise InputError(f"{same[0].id}: is not about an item of this study.")
        try:
            fields = question_of(study, opening, rater).fields
            answer = read_answer(fields, study.task.form_values(study.item(opening.item), same))
        except InputError as error:
            raise InputError(f"{same[0].id}: {error}") from error
        answers.append(
            _ImportedAnswer(rater, opening, canonical_json(answer).decode(), same[0].seconds)
        )
    return answers


def _openings(study: Study) -> dict[tuple[str, str], Any]:
    query = select(openings, items.c.site).join(items, items.c.id == openings.c.item)
    with study.database.read() as connection:
        rows = connection.execute(query.where(openings.c.pool.not_in((CONTROL, PRACTICE)))).all()
    return {(row.site, study.task.stages[row.stage]): row for row in rows}


@retry_on_deadlock
def _import_answers(
    study: Study, rater: int, read: Sequence[_ImportedAnswer], *, now: int
) -> Counter[str]:
    """Record answers of one rater, all of them or none; return how many were counted or known."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        known = set(connection.execute(_OPENINGS_OF_RATER, {"which": rater}).scalars())
        new = [one for one in read if one.opening.id not in known]
        if not new:
            return Counter(known=len(read))
        rows = [{"rater": rater, **_new_assignment(one.opening, now)} for one in new]
        inserted = connection.execute(_ASSIGN, rows).all()
        slots = execute_all(
            connection, *((FILL_FREE_SLOT, {"which": one.opening}) for one in inserted)
        )
        judgments = [
            _row(assignment, person, one, now, is_surplus=slot.rowcount != 1)
            for assignment, one, slot in zip(inserted, new, slots, strict=True)
        ]
        numbers, person = insert_judgments(connection, person, judgments)
        for assignment, row, number in zip(inserted, judgments, numbers, strict=True):
            _close_assignment(connection, assignment, row, number)
        save_rater(connection, replace(person, n_answered=person.n_answered + len(new)))
    n_surplus = sum(row["is_surplus"] for row in judgments)
    n_counted, n_known = len(new) - n_surplus, len(read) - len(new)
    return Counter(counted=n_counted, surplus=n_surplus, known=n_known)


def _row(
    assignment: Any, rater: Rater, read: _ImportedAnswer, now: int, *, is_surplus: bool
) -> dict[str, Any]:
    return judgment_row(
        assignment,
        rater,
        action=ANSWER,
        request=f"{IMPORTED}:{assignment.id}",
        now=now,
        is_surplus=is_surplus,
        answer=read.answer,
        active_ms=None if read.seconds is None else int(read.seconds * SECOND),
    )


def _close_assignment(
    connection: Connection, assignment: Any, row: dict[str, Any], number: int
) -> None:
    update_assignment(
        connection,
        assignment,
        row,
        state=ANSWERED,
        judgment=number,
        is_paid=False,
        is_committed=False,
        is_right=None,
    )


def _new_assignment(opening: Any, now: int) -> dict[str, Any]:
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
