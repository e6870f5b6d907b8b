"""Adjudication: items on which raters disagree are put to a third person, who decides.

An adjudicator sees the item first as raters saw it. Whoever wants to see the answers asks for them,
and the log records that; a decision after that is not blind. Decisions are only ever added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from solecism.errors import InputError, MissingError
from solecism.judgment import Judgment
from solecism_study import audit_log
from solecism_study.audit_log import STUDY_CHAIN
from solecism_study.configuration import canonical_json
from solecism_study.item import CONTROL, PRACTICE
from solecism_study.store.tables import adjudications, assignments, judgments, log, raters
from solecism_study.study import Study
from solecism_study.tasks.task import Answer, Interpretation, Question, rater_question, read_answer
from solecism_study.work.reservations import ANSWERED

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


MAX_REASON = 2000


def adjudicator_question(study: Study, item: int, stage: int, actor: str) -> Question:
    """Return the question about an item as raters saw it, in this person's own order."""
    return rater_question(
        study.task,
        study.item(item),
        stage=study.task.stages[stage],
        settings=study.configuration.task_settings,
        seed=study.seed,
        rater=f"adjudicator {actor}",
    )


def decide(
    study: Study,
    item: int,
    stage: int,
    values: Mapping[str, Sequence[str]],
    *,
    reason: str,
    now: int,
    actor: str,
    is_blind: bool | None = None,
) -> int:
    """Record a decision on a disagreement; return its number.

    Unless said otherwise, it is blind if the log does not say that this person saw the answers.
    """
    disputed = disagreement(study, item, stage)
    question = adjudicator_question(study, item, stage, actor)
    answer = read_answer(question.fields, values)
    why = reason.encode(errors="replace").decode().replace("\0", " ").strip()
    if len(why) > MAX_REASON:
        raise InputError(f"give a reason of at most {MAX_REASON} characters.")
    with study.database.write() as connection:
        blind = not _has_seen(connection, item, stage, actor) if is_blind is None else is_blind
        row = {
            "item": item,
            "stage": stage,
            "actor": actor,
            "answer": canonical_json(answer).decode(),
            "reason": why,
            "is_blind": blind,
            "judgments": canonical_json([one.judgment for one in disputed.answers]).decode(),
            "at": now,
        }
        made = insert(adjudications).returning(adjudications.c.id)
        number = int(connection.execute(made, row).scalar_one())
        detail = {"row": number, "digest": audit_log.row_digest(row), "item": item, "stage": stage}
        audit_log.append(connection, at=now, actor=actor, action="adjudicate", detail=detail)
    return number


def decide_from(
    study: Study, decisions: Iterable[Judgment], *, is_blind: bool, now: int, actor: str
) -> int:
    """Record decisions that were made elsewhere; return how many.

    InputError, and none is recorded, where one is not about a disagreement or does not fit.
    """
    disputed = {(one.site, study.task.stages[one.stage]): one for one in disagreements(study)}
    read = []
    for (site, stage), same in _by_place(decisions):
        known = disputed.get((site, stage))
        if known is None:
            raise InputError(f"{same[0].id}: raters do not disagree on this item of the study.")
        values = study.task.form_values(study.item(known.item), same)
        try:
            question = adjudicator_question(study, known.item, known.stage, actor)
            read_answer(question.fields, values)
        except InputError as error:
            raise InputError(f"{same[0].id}: {error}") from error
        read.append((known, values, same[0].notes.get("why", "")))
    for known, values, why in read:
        decide(
            study,
            known.item,
            known.stage,
            values,
            reason=why,
            now=now,
            actor=actor,
            is_blind=is_blind,
        )
    return len(read)


def reveal_answers(study: Study, item: int, stage: int, *, now: int, actor: str) -> JudgedItem:
    """Return a disagreement with its answers, and log that this person saw them."""
    disputed = disagreement(study, item, stage)
    with study.database.write() as connection:
        if not _has_seen(connection, item, stage, actor):
            detail = {"item": item, "stage": stage}
            audit_log.append(connection, at=now, actor=actor, action="reveal", detail=detail)
    return disputed


def has_seen_answers(study: Study, item: int, stage: int, actor: str) -> bool:
    """Whether the log says that this person saw the answers to an item."""
    with study.database.read() as connection:
        return _has_seen(connection, item, stage, actor)


def _has_seen(connection: Connection, item: int, stage: int, actor: str) -> bool:
    query = select(log.c.detail).where(
        log.c.chain == STUDY_CHAIN, log.c.action == "reveal", log.c.actor == actor
    )
    seen = {"item": item, "stage": stage}
    return any(msgspec.json.decode(one) == seen for one in connection.execute(query).scalars())


def _by_place(
    decisions: Iterable[Judgment],
) -> Iterable[tuple[tuple[str, str], list[Judgment]]]:
    def place(one: Judgment) -> tuple[str, str]:
        return one.site, one.stage or ""

    for key, group in groupby(sorted(decisions, key=place), key=place):
        yield key, list(group)
