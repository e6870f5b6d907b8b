"""The judgments that a study recorded, under pseudonyms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import select

from solecism.collect.item import CONTROL, DATA, PRACTICE, Item
from solecism.collect.people.raters import SIMULATED
from solecism.collect.store.tables import assignments, items, judgments, openings, raters
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.task import Interpretation, control_key
from solecism.collect.work.assignment_state import ANSWERED
from solecism.judgment import Judgment

_BATCH_PREFIX = "batch:"
_STEP = 1000
_ITEM = msgspec.json.Decoder(Item)
_QUERY = (
    select(
        judgments.c.answer,
        judgments.c.shown,
        judgments.c.active_ms,
        judgments.c.guideline,
        judgments.c.is_surplus,
        items.c.content,
        assignments.c.stage,
        assignments.c.pool,
        openings.c.is_fixed,
        items.c.gold,
        raters.c.pseudonym,
        raters.c.origin,
    )
    .join(assignments, assignments.c.judgment == judgments.c.id)
    .join(items, items.c.id == assignments.c.item)
    .join(openings, openings.c.id == assignments.c.opening)
    .join(raters, raters.c.id == assignments.c.rater)
    .where(assignments.c.state == ANSWERED, judgments.c.answer.is_not(None))
    .order_by(judgments.c.id)
)


def recorded_judgments(
    study: Study, *, with_control: bool = True, with_surplus: bool = False
) -> Iterator[Judgment]:
    """Yield the judgments that count, in the order in which they were made.

    Practice items, undone answers and void answers are left out. Judgments of control items have
    their right answer as gold, so that no measure counts them as data.
    """
    query = _QUERY.where(assignments.c.pool != PRACTICE)
    if not with_control:
        query = query.where(assignments.c.pool != CONTROL)
    if not with_surplus:
        query = query.where(~assignments.c.is_surplus)
    with study.database.read() as connection:
        result = connection.execution_options(yield_per=_STEP).execute(query)
        for row in result:
            yield from _judgments(study, row)


def _judgments(study: Study, row: Any) -> Iterator[Judgment]:
    item = _ITEM.decode(row.content)
    stage = study.task.stages[row.stage]
    answer = msgspec.json.decode(row.answer, type=Answer)
    gold = msgspec.json.decode(row.gold, type=Answer) if row.gold else {}
    batch = row.pool.removeprefix(_BATCH_PREFIX) if row.pool.startswith(_BATCH_PREFIX) else None
    for interpretation in study.task.interpret(item, stage, answer):
        yield Judgment(
            item.site,
            row.pseudonym,
            interpretation.answer,
            task=study.task.name,
            stage=stage or None,
            batch=batch,
            confidence=interpretation.confidence,
            alternatives=interpretation.alternatives,
            seconds=None if row.active_ms is None else row.active_ms / 1000,
            gold=_gold(interpretation, gold.get(control_key(interpretation.about, stage))),
            notes=_notes(interpretation, row, can_stop=study.configuration.stopping is not None),
        )


def _gold(interpretation: Interpretation, right: tuple[str, ...] | None) -> str | None:
    """The right answer; if there are several, the one that was given, if it is among them."""
    if not right:
        return None
    return interpretation.answer if interpretation.answer in right else right[0]


def _notes(interpretation: Interpretation, row: Any, *, can_stop: bool) -> dict[str, str]:
    notes = dict(interpretation.notes or {})
    notes["guideline"] = str(row.guideline)
    if row.shown:
        notes["shown"] = row.shown
    if can_stop and row.is_fixed and row.pool == DATA:
        notes["fixed"] = "yes"
    if row.is_surplus:
        notes["surplus"] = "yes"
    if row.origin == SIMULATED:
        notes["simulated"] = "yes"
    return notes
