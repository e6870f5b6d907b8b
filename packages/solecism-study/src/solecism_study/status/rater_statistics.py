"""Statistics of raters: what each of them did, how they answered, and how far they agree.

They are for administrators: the table of raters has honest counts of what each of them did, and the
report on one rater has their answers with times, other raters' answers and control items. The
histogram is figure 1 of paper 002: items by the share of their raters who gave the answer of the
majority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles
from typing import Any

import msgspec
import numpy as np
from sqlalchemy import Connection, and_, case, func, select

from solecism.panel import Panel
from solecism_study.item import CONTROL, PRACTICE, Item
from solecism_study.people.raters import REMOVED, SIMULATED, Rater
from solecism_study.screening.admission import TURNED_AWAY
from solecism_study.store.tables import assignments, items, judgments, raters
from solecism_study.study import Study
from solecism_study.tasks.task import Answer, labelled_answer
from solecism_study.work.control_rule import p_above
from solecism_study.work.lease import question_of
from solecism_study.work.reservations import ANSWERED, VOID

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class RaterShare:
    """The share of other raters' answers to the same items that equal this rater's.

    `n_items` items have an answer of somebody else, and `n_pairs` answers were compared.
    """

    n_items: int
    n_pairs: int
    share: float


@dataclass(frozen=True, slots=True)
class AgreementCount:
    """How many items have an agreement from `low` to below `high`; at 1 all raters agree."""

    low: float
    high: float
    n_items: int

    @property
    def name(self) -> str:
        """The bin in whole per cents, rounded down."""
        low, high = round(100 * self.low), round(100 * self.high)
        return f"{low}%" if low == high else f"{low}-{high - 1}%"


def rater_shares(parts: Iterable[Panel]) -> dict[str, RaterShare]:
    """Return the agreement of each rater who shares an item with somebody, over all parts."""
    sums: dict[str, list[int]] = {}
    for panel in parts:
        counts = panel.counts()
        n_others = counts.sum(axis=1)[panel.item] - 1
        n_same = counts[panel.item, panel.answer] - 1
        for number, rater in enumerate(panel.raters):
            own = (panel.rater == number) & (n_others > 0)
            if own.any():
                total = sums.setdefault(rater, [0, 0, 0])
                total[0] += int(own.sum())
                total[1] += int(n_others[own].sum())
                total[2] += int(n_same[own].sum())
    return {name: RaterShare(n, pairs, same / pairs) for name, (n, pairs, same) in sums.items()}


def agreement_histogram(parts: Iterable[Panel]) -> list[AgreementCount]:
    """Return the items with two judgments or more by agreement, the lowest first."""
    shares = [_majority_shares(panel) for panel in parts]
    share = np.concatenate(shares) if shares else np.empty(0)
    if not len(share):
        return []
    bins = [
        AgreementCount(low, high, int(((share >= low) & (share < high)).sum()))
        for low, high in pairwise(EDGES)
    ]
    bins.append(AgreementCount(1.0, 1.0, int((share == 1).sum())))
    # With two answers to choose from, nothing is below a half.
    return bins if bins[0].n_items else bins[1:]


def _majority_shares(panel: Panel) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    counts = panel.counts()
    n = counts.sum(axis=1)
    shared = n > 1
    return np.asarray(counts[shared].max(axis=1) / n[shared], dtype=np.float64)


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
    """How many people joined, and what became of them; each is in one of the other counts.

    Whoever was turned away was screened out, came when a quota was full, or is excluded. The number
    of simulated raters is beside these.
    """

    n_joined: int
    n_working: int
    n_without_answer: int
    n_screening: int
    n_turned_away: int
    n_practising: int
    n_unqualified: int
    n_removed: int
    n_withdrawn: int
    n_revoked: int
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
RATER_SORTS = tuple(_KEYS)


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


def rater_counts(rows: Sequence[RaterRow]) -> RaterTotals:
    """Return how many raters are in which state; none is counted twice."""
    active = [row for row in rows if row.state == "active"]
    return RaterTotals(
        n_joined=len(rows),
        n_working=sum(row.n_made > 0 for row in active),
        n_without_answer=sum(row.n_made == 0 for row in active),
        n_practising=sum(row.state == "practice" for row in rows),
        n_unqualified=sum(row.state == "unqualified" for row in rows),
        n_screening=sum(row.state == "screening" for row in rows),
        n_turned_away=sum(row.state in TURNED_AWAY for row in rows),
        n_removed=sum(row.state in REMOVED for row in rows),
        n_withdrawn=sum(row.state == "withdrawn" for row in rows),
        n_revoked=sum(row.state == "revoked" for row in rows),
        n_simulated=sum(row.is_simulated for row in rows),
    )


def sorted_rater_rows(
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


ANSWERS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class ReportedAnswer:
    """An answer as its rater saw it, and beside it what others said of the same item.

    `is_right` is None where there is no right answer. `others` counts the meanings of other
    raters' answers that count as data.
    """

    site: str
    stage: str
    before: str
    target: str
    after: str
    answer: tuple[tuple[str, str], ...]
    meaning: str
    seconds: float | None
    at: int
    is_control: bool
    is_practice: bool
    is_right: bool | None
    is_void: bool
    others: dict[str, int]


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """Active seconds per answer: the median, and the tenth and ninetieth percentiles."""

    n: int
    median: float
    low: float
    high: float


def rater_answers(
    study: Study, rater: Rater, *, page: int = 1, per_page: int = ANSWERS_PER_PAGE
) -> list[ReportedAnswer]:
    """Return one page of a rater's answers, the newest first."""
    query = (
        select(assignments, judgments.c.answer, judgments.c.at, judgments.c.active_ms)
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .where(assignments.c.rater == rater.id, assignments.c.state.in_((ANSWERED, VOID)))
        .order_by(assignments.c.judgment.desc())
        .limit(per_page)
        .offset((page - 1) * per_page)
    )
    with study.database.read() as connection:
        rows = connection.execute(query).all()
        others = _others(connection, study, rater, {row.opening for row in rows})
    answers = []
    for row in rows:
        item, given = study.item(row.item), msgspec.json.decode(row.answer, type=Answer)
        answers.append(
            ReportedAnswer(
                site=item.site,
                stage=study.task.stages[row.stage],
                before=item.before,
                target=item.target,
                after=item.after,
                answer=tuple(labelled_answer(question_of(study, row, rater.pseudonym), given)),
                meaning=_meaning(study, item, row.stage, given),
                seconds=None if row.active_ms is None else row.active_ms / 1000,
                at=row.at,
                is_control=row.pool == CONTROL,
                is_practice=row.pool == PRACTICE,
                is_right=row.is_right,
                is_void=row.state == VOID,
                others=dict(others.get(row.opening, Counter()).most_common()),
            )
        )
    return answers


def rater_times(study: Study, rater: Rater) -> AnswerTimes | None:
    """Return the active seconds of a rater's answers; None where fewer than two were timed."""
    query = select(judgments.c.active_ms).where(
        judgments.c.rater == rater.id, judgments.c.active_ms.is_not(None)
    )
    with study.database.read() as connection:
        seconds = [value / 1000 for value in connection.execute(query).scalars()]
    if len(seconds) < 2:
        return None
    tenths = quantiles(seconds, n=10, method="inclusive")
    return AnswerTimes(len(seconds), tenths[4], tenths[0], tenths[8])


def n_rater_answers(study: Study, rater: Rater) -> int:
    """Return how many answers `rater_answers` has on all pages."""
    query = select(func.count()).where(
        assignments.c.rater == rater.id,
        assignments.c.judgment.is_not(None),
        assignments.c.state.in_((ANSWERED, VOID)),
    )
    with study.database.read() as connection:
        return int(connection.execute(query).scalar_one())


def _others(
    connection: Connection, study: Study, rater: Rater, asked: Collection[int]
) -> dict[int, Counter[str]]:
    query = (
        select(assignments.c.opening, assignments.c.stage, items.c.content, judgments.c.answer)
        .join(judgments, judgments.c.id == assignments.c.judgment)
        .join(items, items.c.id == assignments.c.item)
        .where(assignments.c.opening.in_(asked), assignments.c.rater != rater.id)
        .where(assignments.c.state == ANSWERED, ~assignments.c.is_surplus)
    )
    counts: dict[int, Counter[str]] = {}
    for row in connection.execute(query):
        item = msgspec.json.decode(row.content, type=Item)
        given = msgspec.json.decode(row.answer, type=Answer)
        counts.setdefault(row.opening, Counter())[_meaning(study, item, row.stage, given)] += 1
    return counts


def _meaning(study: Study, item: Item, stage: int, answer: Answer) -> str:
    """The meaning of an answer; that of each construction where a task asks about several."""
    meanings = study.task.interpret(item, study.task.stages[stage], answer)
    return ", ".join(one.answer for one in meanings)
