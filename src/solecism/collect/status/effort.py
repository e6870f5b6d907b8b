"""What a study cost in money, time and people, from its own records."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import select

from solecism.agree.effort import Piece, TaskEffort, task_effort
from solecism.collect.configuration import UNIT
from solecism.collect.durations import SECOND
from solecism.collect.exchange.recorded import recorded_judgments
from solecism.collect.store.tables import judgments
from solecism.collect.study import Study


def study_effort(study: Study) -> TaskEffort:
    """The effort of a study: what was paid with fees, the time of work, and the time in all.

    An answer about several things (the five constructions of a noun) is one judgment.
    """
    pay = study.configuration.pay
    query = select(judgments.c.at, judgments.c.wall_ms, judgments.c.paid)
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    pieces = [
        Piece(_time(row.at - (row.wall_ms or 0)), _time(row.at), row.paid / UNIT) for row in rows
    ]
    answers = {(one.id, one.gold is None): one for one in recorded_judgments(study)}
    found = task_effort(
        answers.values(), pieces, task=study.configuration.task, currency=pay.currency
    )
    share = pay.cost / pay.price if pay.price else math.nan
    return replace(found, cost=found.cost * share if pay.price else 0.0)


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / SECOND, UTC)
