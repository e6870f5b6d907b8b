"""The table of raters: honest counts of what each of them did, sorted and filtered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, case, func, select

from solecism.collect.item import CONTROL, PRACTICE
from solecism.collect.people.raters import SIMULATED
from solecism.collect.status.rater_agreement import RaterShare
from solecism.collect.store.tables import assignments, judgments, raters
from solecism.collect.study import Study
from solecism.collect.work.assignment_state import ANSWERED, VOID
from solecism.collect.work.control_items import p_above


@dataclass(frozen=True, slots=True)
class RaterRow:
    """What one rater did. Every answer is in one of the first five counts only.

    `n_data` answers count as data. Of `n_checked` answers to control items, void ones included,
    `n_right` were right. `n_made` is how many answers they ever sent, those that were
    undone included; the time and the pay are for all of these. `agreement` with other raters is
    None where nobody else judged the same items.
    """

    pseudonym: str
    state: str
    is_simulated: bool
    n_data: int
    n_control: int
    n_practice: int
    n_surplus: int
    n_void: int
    n_checked: int
    n_right: int
    p_above_bar: float | None
    n_made: int
    active_ms: int
    earned: int
    joined: int
    last: int | None
    agreement: float | None

    @property
    def seconds_each(self) -> float | None:
        """Mean active seconds per answer that was sent."""
        return self.active_ms / self.n_made / 1000 if self.n_made else None


@dataclass(frozen=True, slots=True)
class RaterTotals:
    """How many people joined, and what became of them; each is in one of the other counts."""

    n_joined: int
    n_working: int
    n_without_answer: int
    n_practising: int
    n_unqualified: int
    n_removed: int
    n_simulated: int


_KEYS: dict[str, Callable[[RaterRow], Any]] = {
    "joined": lambda row: row.joined,
    "rater": lambda row: row.pseudonym,
    "state": lambda row: row.state,
    "answers": lambda row: row.n_data,
    "surplus": lambda row: row.n_surplus,
    "void": lambda row: row.n_void,
    "control": lambda row: row.n_right / row.n_checked if row.n_checked else None,
    "probability": lambda row: row.p_above_bar,
    "agreement": lambda row: row.agreement,
    "seconds": lambda row: row.seconds_each,
    "active": lambda row: row.active_ms,
    "earned": lambda row: row.earned,
    "last": lambda row: row.last,
}
SORTS = tuple(_KEYS)


def rater_rows(study: Study, agreement: Mapping[str, RaterShare]) -> list[RaterRow]:
    """Return one row per rater in the order in which they joined."""
    bar = study.configuration.control.bar
    with study.database.read() as connection:
        counts, work = _counts(connection), _work(connection)
        people = connection.execute(select(raters).order_by(raters.c.id)).all()
    rows = []
    for one in people:
        n_data, n_control, n_practice, n_surplus, n_void = counts.get(one.id, (0, 0, 0, 0, 0))
        n_made, active_ms, earned = work.get(one.id, (0, 0, 0))
        share = agreement.get(one.pseudonym)
        rows.append(
            RaterRow(
                pseudonym=one.pseudonym,
                state=one.state,
                is_simulated=one.origin == SIMULATED,
                n_data=n_data,
                n_control=n_control,
                n_practice=n_practice,
                n_surplus=n_surplus,
                n_void=n_void,
                n_checked=one.n_control,
                n_right=one.n_right,
                p_above_bar=p_above(bar, n_right=one.n_right, n=one.n_control)
                if one.n_control
                else None,
                n_made=n_made,
                active_ms=active_ms,
                earned=earned,
                joined=one.joined,
                last=one.last,
                agreement=None if share is None else share.share,
            )
        )
    return rows


def totals(rows: Sequence[RaterRow]) -> RaterTotals:
    """Return how many raters are in which state; none is counted twice."""
    active = [row for row in rows if row.state == "active"]
    return RaterTotals(
        n_joined=len(rows),
        n_working=sum(row.n_made > 0 for row in active),
        n_without_answer=sum(row.n_made == 0 for row in active),
        n_practising=sum(row.state == "practice" for row in rows),
        n_unqualified=sum(row.state == "unqualified" for row in rows),
        n_removed=sum(row.state not in ("active", "practice", "unqualified") for row in rows),
        n_simulated=sum(row.is_simulated for row in rows),
    )


def arranged(
    rows: Sequence[RaterRow],
    *,
    sort: str = "joined",
    is_descending: bool = False,
    state: str = "",
    find: str = "",
) -> list[RaterRow]:
    """Return the rows of a state whose pseudonym contains a text, in order; unknowns come last."""
    chosen = [
        row
        for row in rows
        if state in ("", row.state) and find.strip().lower() in row.pseudonym.lower()
    ]
    key = _KEYS.get(sort, _KEYS["joined"])
    known = [row for row in chosen if key(row) is not None]
    unknown = [row for row in chosen if key(row) is None]
    return [*sorted(known, key=key, reverse=is_descending), *unknown]


def _counts(connection: Connection) -> dict[int, tuple[int, ...]]:
    """Answers per rater: data, control items, practice, surplus, void."""
    is_answered = assignments.c.state == ANSWERED
    is_surplus = and_(is_answered, assignments.c.is_surplus)
    counted = and_(is_answered, ~assignments.c.is_surplus)
    conditions = (
        and_(counted, assignments.c.pool.not_in((CONTROL, PRACTICE))),
        and_(counted, assignments.c.pool == CONTROL),
        and_(counted, assignments.c.pool == PRACTICE),
        is_surplus,
        assignments.c.state == VOID,
    )
    sums = [func.sum(case((condition, 1), else_=0)) for condition in conditions]
    query = select(assignments.c.rater, *sums).group_by(assignments.c.rater)
    return {row[0]: tuple(map(int, row[1:])) for row in connection.execute(query)}


def _work(connection: Connection) -> dict[int, tuple[int, int, int]]:
    """Answers ever sent, active time and earnings per rater."""
    query = select(
        judgments.c.rater,
        func.sum(case((judgments.c.action == "answer", 1), else_=0)),
        func.coalesce(func.sum(judgments.c.active_ms), 0),
        func.sum(judgments.c.paid),
    ).group_by(judgments.c.rater)
    return {row[0]: (int(row[1]), int(row[2]), int(row[3])) for row in connection.execute(query)}
