"""One rater's answers for administrators: with times, other raters' answers and control items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from statistics import quantiles

import msgspec
from sqlalchemy import Connection, func, select

from solecism.collect.item import CONTROL, PRACTICE, Item
from solecism.collect.people.raters import Rater
from solecism.collect.store.tables import assignments, items, judgments
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.labels import labelled_answer
from solecism.collect.work.assignment_state import ANSWERED, VOID
from solecism.collect.work.lease import question_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class ReportedAnswer:
    """An answer as its rater saw it, and beside it what others said of the same item.

    `is_right` is None where there is no right answer. `others` counts the meanings of other
    raters' answers that count as data.
    """

    site: str
    stage: str
    before: str
    target: str
    after: str
    answer: tuple[tuple[str, str], ...]
    meaning: str
    seconds: float | None
    at: int
    is_control: bool
    is_practice: bool
    is_right: bool | None
    is_void: bool
    others: dict[str, int]


@dataclass(frozen=True, slots=True)
class Times:
    """Active seconds per answer: the median, and the tenth and ninetieth percentiles."""

    n: int
    median: float
    low: float
    high: float


def rater_answers(
    study: Study, rater: Rater, *, page: int = 1, per_page: int = PAGE
) -> list[ReportedAnswer]:
    """Return one page of a rater's answers, the newest first."""
    query = (
        select(assignments, judgments.c.answer, judgments.c.at, judgments.c.active_ms)
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .where(assignments.c.rater == rater.id, assignments.c.state.in_((ANSWERED, VOID)))
        .order_by(assignments.c.judgment.desc())
        .limit(per_page)
        .offset((page - 1) * per_page)
    )
    with study.database.read() as connection:
        rows = connection.execute(query).all()
        others = _others(connection, study, rater, {row.opening for row in rows})
    answers = []
    for row in rows:
        item, given = study.item(row.item), msgspec.json.decode(row.answer, type=Answer)
        answers.append(
            ReportedAnswer(
                site=item.site,
                stage=study.task.stages[row.stage],
                before=item.before,
                target=item.target,
                after=item.after,
                answer=tuple(labelled_answer(question_of(study, row, rater.pseudonym), given)),
                meaning=_meaning(study, item, row.stage, given),
                seconds=None if row.active_ms is None else row.active_ms / 1000,
                at=row.at,
                is_control=row.pool == CONTROL,
                is_practice=row.pool == PRACTICE,
                is_right=row.is_right,
                is_void=row.state == VOID,
                others=dict(others.get(row.opening, Counter()).most_common()),
            )
        )
    return answers


def rater_times(study: Study, rater: Rater) -> Times | None:
    """Return the active seconds of a rater's answers; None where fewer than two were timed."""
    query = select(judgments.c.active_ms).where(
        judgments.c.rater == rater.id, judgments.c.active_ms.is_not(None)
    )
    with study.database.read() as connection:
        seconds = [value / 1000 for value in connection.execute(query).scalars()]
    if len(seconds) < 2:
        return None
    tenths = quantiles(seconds, n=10, method="inclusive")
    return Times(len(seconds), tenths[4], tenths[0], tenths[8])


def n_answers(study: Study, rater: Rater) -> int:
    """Return how many answers `rater_answers` has on all pages."""
    query = select(func.count()).where(
        assignments.c.rater == rater.id,
        assignments.c.judgment.is_not(None),
        assignments.c.state.in_((ANSWERED, VOID)),
    )
    with study.database.read() as connection:
        return int(connection.execute(query).scalar_one())


def _others(
    connection: Connection, study: Study, rater: Rater, asked: Collection[int]
) -> dict[int, Counter[str]]:
    query = (
        select(assignments.c.opening, assignments.c.stage, items.c.content, judgments.c.answer)
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .join(items, items.c.id == assignments.c.item)
        .where(assignments.c.opening.in_(asked), assignments.c.rater != rater.id)
        .where(assignments.c.state == ANSWERED, ~assignments.c.is_surplus)
    )
    counts: dict[int, Counter[str]] = {}
    for row in connection.execute(query):
        item = msgspec.json.decode(row.content, type=Item)
        given = msgspec.json.decode(row.answer, type=Answer)
        counts.setdefault(row.opening, Counter())[_meaning(study, item, row.stage, given)] += 1
    return counts


def _meaning(study: Study, item: Item, stage: int, answer: Answer) -> str:
    """The meaning of an answer; that of each construction where a task asks about several."""
    meanings = study.task.interpret(item, study.task.stages[stage], answer)
    return ", ".join(one.answer for one in meanings)
