"""Disagreements: items to which raters gave different answers, and what they answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from solecism.collect.item import CONTROL, PRACTICE
from solecism.collect.store.people_tables import adjudications
from solecism.collect.store.tables import assignments, judgments, raters
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.task import Interpretation
from solecism.collect.work.assignment_state import ANSWERED
from solecism.errors import MissingError

_ANSWERS = (
    select(
        judgments.c.id,
        judgments.c.answer,
        assignments.c.item,
        assignments.c.stage,
        assignments.c.pool,
        raters.c.pseudonym,
    )
    .join(assignments, assignments.c.judgment == judgments.c.id)
    .join(raters, raters.c.id == assignments.c.rater)
    .where(assignments.c.state == ANSWERED, ~assignments.c.is_surplus)
    .where(assignments.c.pool.not_in((CONTROL, PRACTICE)), judgments.c.answer.is_not(None))
    .order_by(assignments.c.item, assignments.c.stage, judgments.c.id)
)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One rater's answer to an item, and what it means."""

    judgment: int
    rater: str
    answer: Answer
    interpretations: tuple[Interpretation, ...]

    @property
    def meaning(self) -> dict[str, str]:
        """What the answer says, by what it is about."""
        return {one.about: one.answer for one in self.interpretations}


@dataclass(frozen=True, slots=True)
class Decision:
    """An adjudicator's answer to an item, whether they decided blind, why and when."""

    id: int
    actor: str
    answer: Answer
    interpretations: tuple[Interpretation, ...]
    reason: str
    is_blind: bool
    judgments: tuple[int, ...]
    at: int


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """An item at a stage: all answers that count, and all decisions, the oldest first."""

    item: int
    stage: int
    pool: str
    site: str
    answers: tuple[GivenAnswer, ...]
    decisions: tuple[Decision, ...]

    @property
    def is_disputed(self) -> bool:
        """Whether the answers differ."""
        return any(one.meaning != self.answers[0].meaning for one in self.answers)


def judged_items(study: Study) -> list[JudgedItem]:
    """Return all items of the data that have an answer, in their order."""
    with study.database.read() as connection:
        decided = _decisions(connection, study)
        rows = connection.execute(_ANSWERS).all()
    return list(_judged(study, rows, decided))


def disagreements(study: Study) -> list[JudgedItem]:
    """Return the items whose answers differ, those without a decision first."""
    disputed = [one for one in judged_items(study) if one.is_disputed]
    return sorted(disputed, key=lambda one: bool(one.decisions))


def disagreement(study: Study, item: int, stage: int) -> JudgedItem:
    """Return one of the disagreements; MissingError where there is none on this item."""
    for one in disagreements(study):
        if (one.item, one.stage) == (item, stage):
            return one
    raise MissingError("raters do not disagree on this item, or it does not exist.")


def _judged(
    study: Study, rows: Any, decided: dict[tuple[int, int], list[Decision]]
) -> Iterator[JudgedItem]:
    for (item, stage), group in groupby(rows, key=lambda row: (row.item, row.stage)):
        same = list(group)
        content = study.item(item)
        answers = []
        for row in same:
            answer = msgspec.json.decode(row.answer, type=Answer)
            meaning = study.task.interpret(content, study.task.stages[stage], answer)
            answers.append(GivenAnswer(row.id, row.pseudonym, answer, meaning))
        decisions = tuple(decided.get((item, stage), ()))
        yield JudgedItem(item, stage, same[0].pool, content.site, tuple(answers), decisions)


def _decisions(connection: Connection, study: Study) -> dict[tuple[int, int], list[Decision]]:
    decided: dict[tuple[int, int], list[Decision]] = {}
    for row in connection.execute(select(adjudications).order_by(adjudications.c.id)):
        answer = msgspec.json.decode(row.answer, type=Answer)
        item = study.item(row.item, connection)
        decided.setdefault((row.item, row.stage), []).append(
            Decision(
                row.id,
                row.actor,
                answer,
                study.task.interpret(item, study.task.stages[row.stage], answer),
                row.reason,
                row.is_blind,
                tuple(msgspec.json.decode(row.judgments, type=list[int])),
                row.at,
            )
        )
    return decided
