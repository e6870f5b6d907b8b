"""Decisions of a third person on items on which raters disagree, and whether they were blind.

An adjudicator sees the item first as raters saw it. Whoever wants to see the answers asks for them,
and the log records that; a decision after that is not blind. Decisions are only ever added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import msgspec
from sqlalchemy import Connection, insert, select

from solecism.collect.adjudication.disagreements import JudgedItem, disagreement, disagreements
from solecism.collect.configuration import encode
from solecism.collect.log import audit
from solecism.collect.log.audit import STUDY_CHAIN
from solecism.collect.store.people_tables import adjudications
from solecism.collect.store.tables import log
from solecism.collect.study import Study
from solecism.collect.tasks.answer import read_answer
from solecism.collect.tasks.question import Question
from solecism.collect.tasks.rater_question import rater_question
from solecism.errors import InputError
from solecism.judgment import Judgment

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
            "answer": encode(answer).decode(),
            "reason": why,
            "is_blind": blind,
            "judgments": encode([one.judgment for one in disputed.answers]).decode(),
            "at": now,
        }
        made = insert(adjudications).returning(adjudications.c.id)
        number = int(connection.execute(made, row).scalar_one())
        detail = {"row": number, "digest": audit.row_digest(row), "item": item, "stage": stage}
        audit.append(connection, at=now, actor=actor, action="adjudicate", detail=detail)
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
            audit.append(connection, at=now, actor=actor, action="reveal", detail=detail)
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
