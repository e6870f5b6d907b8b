"""What is left for a rater at the stage where they are, whoever may be working on it now."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, case, exists, func, select

from solecism.collect.item import CONTROL, PRACTICE
from solecism.collect.people.raters import Rater
from solecism.collect.store.tables import assignments, openings
from solecism.collect.study import Study
from solecism.collect.work.assignment_state import ANSWERED, VOID

_seen = assignments.alias("seen")
_before = assignments.alias("before")


@dataclass(frozen=True, slots=True)
class WorkLeft:
    """The stage where a rater is, whether they have done their part of it, and what may come.

    `may_come` says that an item that they have not answered still lacks answers, even if all its
    slots are reserved for others at the moment.
    """

    stage: int
    is_last_stage: bool
    is_done: bool
    may_come: bool


def work_left(study: Study, rater: Rater) -> WorkLeft:
    """Return what is left for a rater at the last stage where they answered."""
    last = len(study.task.stages) - 1
    with study.database.read() as connection:
        counts = answers_by_stage(connection, rater.id)
        stage = max((one for one, n in counts.items() if n), default=0)
        n_unseen, n_lacking = _unseen(connection, rater.id, stage)
    n_answered = counts.get(stage, 0)
    most = study.configuration.most_each
    has_most = most is not None and n_answered >= most
    # Without a number to reach, a rater is done when nothing lacks answers that they could give.
    is_done = has_most or not n_unseen or (most is None and not n_lacking)
    may_come = bool(n_lacking) and not has_most
    return WorkLeft(stage, stage == last, is_done and n_answered > 0, may_come)


def answers_by_stage(connection: Connection, rater: int) -> dict[int, int]:
    """Return how many answers a rater has given, by stage; void ones count."""
    query = (
        select(assignments.c.stage, func.count())
        .where(assignments.c.rater == rater, assignments.c.state.in_((ANSWERED, VOID)))
        .group_by(assignments.c.stage)
    )
    return {int(row[0]): int(row[1]) for row in connection.execute(query)}


def _unseen(connection: Connection, rater: int, stage: int) -> tuple[int, int]:
    """How many items of data a rater has not answered at a stage, and how many lack answers."""
    is_seen = exists().where(
        _seen.c.opening == openings.c.id,
        _seen.c.rater == rater,
        _seen.c.state.in_((ANSWERED, VOID)),
    )
    is_prepared = exists().where(
        _before.c.rater == rater,
        _before.c.stage == stage - 1,
        _before.c.item == openings.c.item,
        _before.c.state == ANSWERED,
    )
    lacks = case((openings.c.n_answered < openings.c.wanted, 1), else_=0)
    query = select(func.count(), func.coalesce(func.sum(lacks), 0)).where(
        openings.c.stage == stage, openings.c.pool.not_in((CONTROL, PRACTICE)), ~is_seen
    )
    row = connection.execute(query.where(is_prepared) if stage else query).one()
    return int(row[0]), int(row[1])
