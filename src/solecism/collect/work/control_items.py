"""Control items: whether an answer is right, and when a rater is wrong too often.

The test uses the posterior of the rater's accuracy under a uniform prior, so it may be applied
after every item. Right answers are read only here and never reach a page, except in practice,
where raters learn from them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec
from sqlalchemy import Connection, bindparam, select

from solecism.collect.configuration import Control
from solecism.collect.item import PRACTICE
from solecism.collect.people.raters import Rater, set_state
from solecism.collect.store.tables import assignments, items, openings
from solecism.collect.study import Study
from solecism.collect.tasks.right_answers import right_answer_labels
from solecism.collect.tasks.task import Interpretation, is_right
from solecism.collect.work.assignment_state import ANSWERED

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


@lru_cache(1 << 16)
def p_above(bar: float, *, n_right: int, n: int) -> float:
    """The probability of an accuracy above the bar, given `n_right` right answers of `n`.

    The prior is uniform; with whole numbers the tail of the beta posterior is a binomial sum.

    >>> round(p_above(0.7, n_right=2, n=6), 4), p_above(0.5, n_right=3, n=6)
    (0.0288, 0.5)
    """
    return math.fsum(
        math.comb(n + 1, k) * bar**k * (1 - bar) ** (n + 1 - k) for k in range(n_right + 1)
    )


def fails_control(control: Control, *, n_right: int, n: int) -> bool:
    """Whether `n_right` right answers to `n` control items are too few."""
    return n >= control.least and p_above(control.bar, n_right=n_right, n=n) < control.doubt


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
