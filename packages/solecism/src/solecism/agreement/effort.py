"""What judgments cost in money, time and people (paper 003, table 1)."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from solecism.judgment import Judgment
from solecism.table import Table, Tabular, number, table

_HOUR = 3600


@dataclass(frozen=True, slots=True)
class PaidWork:
    """One piece of paid work: when it was begun and handed in, and what the rater got for it."""

    started: datetime | None = None
    submitted: datetime | None = None
    reward: float = math.nan


@dataclass(frozen=True, slots=True)
class TaskEffort:
    """The effort of one task; figures that are not known are NaN.

    `cost` is for all judgments, with fees and those of control items. `work_hours` sums up the
    time that raters worked, `elapsed_hours` is the time from the first start to the last end.
    `n_simulated` of the raters are programs.
    """

    task: str
    n_items: int
    n_judgments: int
    n_control: int
    n_raters: int
    n_of_busiest: int
    n_of_median: float
    cost: float
    currency: str
    seconds_each: float
    work_hours: float
    elapsed_hours: float
    n_simulated: int = 0

    @property
    def per_item(self) -> float:
        """The mean number of judgments per item."""
        return self.n_judgments / self.n_items if self.n_items else math.nan

    @property
    def cost_each(self) -> float:
        """The cost of one judgment, those of control items included."""
        n = self.n_judgments + self.n_control
        return self.cost / n if n else math.nan


@dataclass(frozen=True, slots=True, repr=False)
class Effort(Tabular):
    """The effort of each task, as the table of paper 003."""

    tasks: list[TaskEffort]

    def tables(self) -> Iterator[Table]:
        """Cost, time and raters of each task."""
        columns = "task,items,per item,judgments,control,cost each,cost,raters,busiest,median rater"
        yield table(
            "Cost, time and raters",
            (*columns.split(","), "seconds each", "hours of work", "hours in all", "note"),
            [_cells(task) for task in self.tasks],
        )


def task_effort(
    judgments: Iterable[Judgment],
    pieces: Iterable[PaidWork],
    *,
    task: str,
    currency: str = "USD",
    price: float = math.nan,
    fee: float = 0.0,
) -> TaskEffort:
    """The effort of judgments, and of the pieces of work in which they were made.

    `price` is what raters got per judgment where the pieces do not say what they were paid; `fee`
    is the platform's share on top of it.
    """
    judgments, pieces = list(judgments), list(pieces)
    data = [one for one in judgments if one.gold is None]
    seconds = [one.seconds for one in judgments if one.seconds is not None]
    by_rater = Counter(one.rater for one in judgments)
    paid = [piece.reward for piece in pieces if not math.isnan(piece.reward)]
    total = math.fsum(paid) if paid else price * len(judgments)
    return TaskEffort(
        task,
        len({one.site for one in data}),
        len(data),
        len(judgments) - len(data),
        len(by_rater),
        max(by_rater.values(), default=0),
        statistics.median(by_rater.values()) if by_rater else math.nan,
        total * (1 + fee),
        currency,
        statistics.median(seconds) if seconds else math.nan,
        math.fsum(seconds) / _HOUR if len(seconds) == len(judgments) else math.nan,
        _elapsed_hours(pieces),
        len({one.rater for one in judgments if one.is_simulated}),
    )


def _elapsed_hours(pieces: Iterable[PaidWork]) -> float:
    pieces = list(pieces)
    ends = [piece.submitted for piece in pieces if piece.submitted is not None]
    starts = [piece.started for piece in pieces if piece.started is not None] or ends
    return (max(ends) - min(starts)).total_seconds() / _HOUR if ends else math.nan


def _cells(task: TaskEffort) -> tuple[str, ...]:
    return (
        task.task,
        str(task.n_items),
        number(task.per_item, 1),
        str(task.n_judgments),
        str(task.n_control),
        _money(task.cost_each, task.currency, 4),
        _money(task.cost, task.currency, 2),
        str(task.n_raters),
        str(task.n_of_busiest),
        number(task.n_of_median, 1),
        number(task.seconds_each, 1),
        number(task.work_hours, 2),
        number(task.elapsed_hours, 2),
        f"{task.n_simulated} raters are simulated" if task.n_simulated else "",
    )


def _money(amount: float, currency: str, digits: int) -> str:
    return "" if math.isnan(amount) else f"{amount:,.{digits}f} {currency}"
