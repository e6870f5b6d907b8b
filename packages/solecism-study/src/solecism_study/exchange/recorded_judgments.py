"""The judgments that a study recorded: under pseudonyms, anonymous, or adjudicated.

Anonymous judgments have no pseudonyms, no times, and no order of time. The adjudicated set has one
answer per item, with the history that led to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import select

from solecism.judgment import Judgment
from solecism_study.adjudication import JudgedItem, judged_items
from solecism_study.configuration import canonical_json
from solecism_study.item import CONTROL, DATA, PRACTICE, Item
from solecism_study.people.raters import SIMULATED
from solecism_study.store.tables import assignments, items, judgments, openings, raters
from solecism_study.study import Study
from solecism_study.tasks.task import Answer, Interpretation, control_key
from solecism_study.work.reservations import ANSWERED

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


# The order of options follows from the pseudonym, so it would give that away.
_PERSONAL_NOTES = ("shown",)


def anonymized(judgments: Iterable[Judgment]) -> list[Judgment]:
    """Return the judgments by raters with numbers, sorted by site.

    The numbers follow from the answers alone, so they tell nothing that the answers do not tell.

    >>> [one.rater for one in anonymized([Judgment("b", "zoe", "ok"), Judgment("a", "ann", "ok")])]
    ['rater 1', 'rater 2']
    """
    given = list(judgments)
    of_rater: dict[str, list[tuple[str, str, str, str]]] = {}
    for one in given:
        of_rater.setdefault(one.rater, []).append(_content(one))
    ordered = sorted(of_rater, key=lambda name: sorted(of_rater[name]))
    numbers = {name: number for number, name in enumerate(ordered, 1)}
    made = sorted(given, key=lambda one: (*_content(one)[:3], numbers[one.rater]))
    return [_without_person(one, f"rater {numbers[one.rater]}") for one in made]


def _content(one: Judgment) -> tuple[str, str, str, str]:
    return one.site, one.stage or "", one.notes.get("construction", ""), one.answer


def _without_person(one: Judgment, name: str) -> Judgment:
    notes = {key: value for key, value in one.notes.items() if key not in _PERSONAL_NOTES}
    return replace(one, rater=name, seconds=None, notes=notes)


ADJUDICATED = "adjudicated"
"""The rater of all judgments of the adjudicated set."""


def adjudicated_judgments(study: Study) -> tuple[list[Judgment], int]:
    """Return the judgments of the set, and how many disagreements are not decided yet.

    An item on which raters agree keeps their answer, and one on which they do not has that of its
    last decision; it is left out before there is one. The notes say which it was, and hold all
    answers and decisions in their order.
    """
    items = judged_items(study)
    open_items = [one for one in items if one.is_disputed and not one.decisions]
    made = [
        judgment for one in items if one not in open_items for judgment in _adjudicated(study, one)
    ]
    return made, len(open_items)


def _adjudicated(study: Study, one: JudgedItem) -> Iterator[Judgment]:
    batch = one.pool.removeprefix(_BATCH_PREFIX) if one.pool.startswith(_BATCH_PREFIX) else None
    last = one.decisions[-1] if one.decisions else None
    interpretations = (last or one.answers[0]).interpretations
    for interpretation in interpretations:
        # What one of several raters noted beside their answer is not the set's.
        noted = dict(interpretation.notes or {})
        own = noted if last else {key: noted[key] for key in ("construction",) if key in noted}
        notes = {**own, "how": ADJUDICATED if last else "agreed"}
        if last:
            notes |= {"by": last.actor, "blind": "yes" if last.is_blind else "no"}
        yield Judgment(
            one.site,
            ADJUDICATED,
            interpretation.answer,
            task=study.task.name,
            stage=study.task.stages[one.stage] or None,
            batch=batch,
            confidence=interpretation.confidence if last else None,
            alternatives=interpretation.alternatives if last else (),
            notes={**notes, "history": _history(one, interpretation)},
        )


def _history(one: JudgedItem, about: Interpretation) -> str:
    """All answers and decisions about the same construction, as JSON."""

    def said(interpretations: tuple[Interpretation, ...]) -> str | None:
        return {each.about: each.answer for each in interpretations}.get(about.about)

    answers = [
        {"rater": given.rater, "answer": said(given.interpretations)} for given in one.answers
    ]
    decisions = [
        {
            "adjudicator": made.actor,
            "answer": said(made.interpretations),
            "reason": made.reason,
            "blind": made.is_blind,
            "at": made.at,
        }
        for made in one.decisions
    ]
    return canonical_json([*answers, *decisions]).decode()
