"""Control items: whether an answer is right, when a rater is wrong too often, and contests.

Right answers are read only here and never reach a page, except in practice,
where raters learn from them. Raters do not know which items are control items, so they may contest
any of their answers. If it was a control item and an administrator accepts the contest, the answer
becomes a right one for all raters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from solecism.errors import ConflictError, InputError, MissingError
from solecism_study import audit_log
from solecism_study.configuration import canonical_json
from solecism_study.item import CONTROL, PRACTICE
from solecism_study.people.raters import Rater, set_state
from solecism_study.people.removal import reinstate_rater
from solecism_study.store.tables import assignments, contests, items, judgments, openings, raters
from solecism_study.study import Study
from solecism_study.tasks.task import (
    Answer,
    Interpretation,
    control_key,
    is_right,
    right_answer_labels,
)
from solecism_study.work.control_rule import fails_control
from solecism_study.work.judgment_rows import ANSWER
from solecism_study.work.reservations import ANSWERED, VOID

ControlAnswers = dict[str, tuple[str, ...]]
SYSTEM = "solecism"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer to a control item was right, the right answers as labelled, and why."""

    is_right: bool
    expected: tuple[str, ...]
    why: str


_CONTROL_ANSWERS = select(items.c.gold).where(items.c.id == bindparam("which"))
_PRACTICE_RESULTS = select(assignments.c.is_right).where(
    assignments.c.rater == bindparam("which"),
    assignments.c.state == ANSWERED,
    assignments.c.pool == PRACTICE,
)
_PRACTICE_OPENINGS = select(openings.c.id).where(openings.c.pool == PRACTICE, openings.c.stage == 0)


def right_answers(connection: Connection, item: int) -> ControlAnswers:
    """Return the right answers of a control item; nothing for other items."""
    stored = connection.execute(_CONTROL_ANSWERS, {"which": item}).scalar()
    return msgspec.json.decode(stored, type=ControlAnswers) if stored else {}


def verdict_for(
    connection: Connection,
    study: Study,
    item: int,
    stage: str,
    interpretations: Sequence[Interpretation],
) -> Verdict:
    """Return whether an answer to a control item is right."""
    gold, content = right_answers(connection, item), study.item(item)
    words = right_answer_labels(study.task, content, stage, study.configuration.task_settings, gold)
    return Verdict(is_right(interpretations, gold, stage), words, content.why)


def after_control(
    connection: Connection, study: Study, rater: Rater, *, was_right: bool, now: int
) -> Rater:
    """Return the rater after an answer to a control item: removed if they fail the test."""
    rater = replace(rater, n_control=rater.n_control + 1, n_right=rater.n_right + was_right)
    if rater.state != "active" or not fails_control(
        study.configuration.control, n_right=rater.n_right, n=rater.n_control
    ):
        return rater
    reason = f"{rater.n_right} of {rater.n_control} control items right"
    return set_state(connection, rater, "removed", now=now, actor=SYSTEM, reason=reason)


def after_practice(connection: Connection, study: Study, rater: Rater, *, now: int) -> Rater:
    """Return the rater after an answer in practice: at its end active or unqualified."""
    done = connection.execute(_PRACTICE_RESULTS, {"which": rater.id}).scalars().all()
    if rater.state != "practice" or len(done) < len(connection.execute(_PRACTICE_OPENINGS).all()):
        return rater
    n_right = sum(map(bool, done))
    is_qualified = n_right >= study.configuration.qualification.bar * len(done)
    return set_state(
        connection,
        rater,
        "active" if is_qualified else "unqualified",
        now=now,
        actor=SYSTEM,
        reason=f"{n_right} of {len(done)} practice items right",
    )


MAX_REASON = 2000
ACCEPTED, REFUSED = "accepted", "refused"


@dataclass(frozen=True, slots=True)
class Contest:
    """A contested answer and the rater's reason, as an administrator sees them."""

    id: int
    rater: str
    site: str
    pool: str
    answer: str
    reason: str
    at: int
    verdict: str | None


def contest(study: Study, rater: int, token: str, reason: str, *, now: int) -> None:
    """Record that a rater contests how their answer to this question was counted."""
    # Databases do not store every character: what they refuse is replaced.
    reason = reason.encode(errors="replace").decode().replace("\0", " ").strip()
    if not token.isprintable():
        raise MissingError("this answer does not exist, or is not yours.")
    if not reason or len(reason) > MAX_REASON:
        raise InputError(f"give a reason of at most {MAX_REASON} characters.")
    own = assignments.c.token == token, assignments.c.rater == rater
    with study.database.write() as connection:
        row = connection.execute(select(assignments).where(*own)).first()
        if row is None or row.state not in (ANSWERED, VOID):
            raise MissingError("this answer does not exist, or is not yours.")
        same = select(contests.c.id).where(contests.c.assignment == row.id)
        if connection.execute(same).first():
            raise ConflictError("you have already contested this answer.")
        new = {"assignment": row.id, "rater": rater, "reason": reason, "at": now}
        connection.execute(insert(contests), new)


def all_contests(study: Study) -> list[Contest]:
    """Return all contests, the undecided ones first."""
    query = (
        select(contests, raters.c.pseudonym, items.c.site, assignments.c.pool, judgments.c.answer)
        .join(assignments, assignments.c.id == contests.c.assignment)
        .join(raters, raters.c.id == contests.c.rater)
        .join(items, items.c.id == assignments.c.item)
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .where(judgments.c.answer.is_not(None))
        .order_by(contests.c.verdict.is_not(None), contests.c.id)
    )
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    return [
        Contest(
            row.id, row.pseudonym, row.site, row.pool, row.answer, row.reason, row.at, row.verdict
        )
        for row in rows
    ]


def decide_contest(study: Study, number: int, *, is_accepted: bool, now: int, actor: str) -> int:
    """Accept or refuse a contest; return how many removed raters are reinstated by it."""
    verdict = ACCEPTED if is_accepted else REFUSED
    with study.database.write() as connection:
        row = connection.execute(select(contests).where(contests.c.id == number)).first()
        if row is None:
            raise MissingError(f"there is no contest number {number}.")
        if row.verdict is not None:
            raise ConflictError(f"this contest was already {row.verdict}.")
        change = update(contests).where(contests.c.id == number)
        connection.execute(change.values(verdict=verdict, decided=now))
        detail = {"contest": number, "verdict": verdict}
        audit_log.append(connection, at=now, actor=actor, action="contest", detail=detail)
        passing = []
        if is_accepted:
            passing = _accept_answer(connection, study, row.assignment, now, actor)
    for rater in passing:
        reinstate_rater(study, rater, reason="contest accepted", now=now, actor=actor)
    return len(passing)


def _accept_answer(
    connection: Connection, study: Study, assignment: int, now: int, actor: str
) -> list[int]:
    """Count the contested answer as right; return the removed raters who now pass."""
    query = select(assignments).where(assignments.c.id == assignment)
    row = connection.execute(query).one()
    if row.pool != CONTROL:
        return []
    stage = study.task.stages[row.stage]
    gold = right_answers(connection, row.item)
    for one in _interpretations(connection, study, row):
        name = control_key(one.about, stage)
        if name in gold and one.answer not in gold[name]:
            gold[name] = (*gold[name], one.answer)
    change = update(items).where(items.c.id == row.item).values(gold=canonical_json(gold).decode())
    connection.execute(change)
    detail = {"item": row.item, "gold": gold}
    audit_log.append(connection, at=now, actor=actor, action="gold", detail=detail)
    return _grade_again(connection, study, row.item, gold)


def _interpretations(connection: Connection, study: Study, row: Any) -> tuple[Interpretation, ...]:
    query = select(judgments.c.answer).where(
        judgments.c.id == row.judgment, judgments.c.action == ANSWER
    )
    stored = connection.execute(query).scalar_one()
    if stored is None:
        # The rater withdrew together with their answers.
        return ()
    answer = msgspec.json.decode(stored, type=Answer)
    return study.task.interpret(study.item(row.item), study.task.stages[row.stage], answer)


def _grade_again(
    connection: Connection, study: Study, item: int, gold: dict[str, tuple[str, ...]]
) -> list[int]:
    """Grade all answers to the item again; return the removed raters who pass by now."""
    wrong = select(assignments).where(
        assignments.c.item == item,
        assignments.c.is_right.is_(False),
        assignments.c.state.in_((ANSWERED, VOID)),
    )
    passing = []
    for row in connection.execute(wrong).all():
        stage = study.task.stages[row.stage]
        if not is_right(_interpretations(connection, study, row), gold, stage):
            continue
        mark = update(assignments).where(assignments.c.id == row.id)
        connection.execute(mark.values(is_right=True))
        count = update(raters).where(raters.c.id == row.rater).returning(raters)
        person = connection.execute(count.values(n_right=raters.c.n_right + 1)).one()
        is_failing = fails_control(
            study.configuration.control, n_right=person.n_right, n=person.n_control
        )
        if person.state == "removed" and not is_failing:
            passing.append(row.rater)
    return passing
