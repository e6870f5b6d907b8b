"""A rater's own answers, for review: nothing in them reveals which were control items."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import select

from solecism.collect.people.raters import rater_in
from solecism.collect.store.tables import assignments, contests, judgments
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import Question
from solecism.collect.work.assignment_state import ANSWERED, VOID
from solecism.collect.work.current_stage import current_stage
from solecism.collect.work.lease import question_of


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """A question as the rater saw it, their answer and its time."""

    token: str
    question: Question
    answer: Answer
    at: int
    is_contested: bool


def own_answers(study: Study, rater: int, *, now: int, limit: int = 50) -> list[OwnAnswer]:
    """Return a rater's last answers, those void by their removal included, the newest first.

    Answers of a stage that is over are not shown: the next stage asks about the same items again.
    """
    query = (
        select(assignments, judgments.c.answer, judgments.c.at, contests.c.id.label("contest"))
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .outerjoin(contests, contests.c.assignment == assignments.c.id)
        .where(assignments.c.rater == rater, judgments.c.answer.is_not(None))
        .where(assignments.c.state.in_((ANSWERED, VOID)))
        .order_by(assignments.c.judgment.desc())
        .limit(limit)
    )
    with study.database.read() as connection:
        person = rater_in(connection, rater)
        stage = current_stage(connection, study, person, now=now)
        rows = connection.execute(query.where(assignments.c.stage == stage)).all()
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
