"""A rater's earnings: how many answers they gave, in how much active time, for how much money."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from solecism.collect.durations import HOUR
from solecism.collect.store.tables import judgments
from solecism.collect.study import Study


@dataclass(frozen=True, slots=True)
class Earnings:
    """Answers given, active milliseconds, and money in millionths of the currency."""

    n_answers: int
    active_ms: int
    earned: int
    currency: str

    @property
    def hourly(self) -> float:
        """Pay per hour of active work, in millionths; 0 before the first answer."""
        return self.earned / self.active_ms * HOUR if self.active_ms else 0.0


def earnings(study: Study, rater: int) -> Earnings:
    """Return what a rater has done and earned so far."""
    query = select(
        func.coalesce(func.sum(judgments.c.active_ms), 0),
        func.coalesce(func.sum(judgments.c.paid), 0),
        func.count(judgments.c.answer)
        - func.count(judgments.c.id).filter(judgments.c.action == "undo"),
    ).where(judgments.c.rater == rater)
    with study.database.read() as connection:
        active, earned, n = connection.execute(query).one()
    return Earnings(int(n), int(active), int(earned), study.configuration.pay.currency)
