"""A rater's own answers, for looking back: nothing in them says which were control items."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import select

from solecism.collect.people.raters import rater_in
from solecism.collect.store.tables import assignments, contests, judgments
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import Question
from solecism.collect.work.lease import ANSWERED, VOID, question_of


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """A question as the rater saw it, what they answered and when."""

    token: str
    question: Question
    answer: Answer
    at: int
    is_contested: bool


def own_answers(study: Study, rater: int, *, limit: int = 50) -> list[OwnAnswer]:
    """The rater's last answers that hold, or held until they were removed; the newest first."""
    query = (
        select(assignments, judgments.c.answer, judgments.c.at, contests.c.id.label("contest"))
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .outerjoin(contests, contests.c.assignment == assignments.c.id)
        .where(assignments.c.rater == rater, assignments.c.judgment.is_not(None))
        .where(assignments.c.state.in_((ANSWERED, VOID)))
        .order_by(assignments.c.judgment.desc())
        .limit(limit)
    )
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        rows = connection.execute(query).all()
    return [
        OwnAnswer(
            row.token,
            question_of(study, row, person.pseudonym),
            msgspec.json.decode(row.answer, type=Answer),
            row.at,
            row.contest is not None,
        )
        for row in rows
    ]
