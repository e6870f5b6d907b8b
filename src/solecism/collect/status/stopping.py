"""Stopping early, by the width of the study's interval and never by the answers to one item.

To stop an item as soon as its raters agree would bias the share who say error. So the default is a
fixed number of judgments for all items. Where a study stops by width, all items stop together,
except for a random part that keeps the full number; the log records when and at which width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sqlalchemy import update

from solecism.collect.exchange.recorded import recorded_judgments
from solecism.collect.item import DATA
from solecism.collect.log import audit
from solecism.collect.store.tables import openings
from solecism.collect.study import Study
from solecism.errors import InputError
from solecism.figure import Figure, undefined_figure
from solecism.judgment import ERROR, OK
from solecism.panels import from_judgments
from solecism.uncertainty.two_way import share_interval, two_way

ERROR_SHARE = "share of errors"


@dataclass(frozen=True, slots=True)
class Stopped:
    """The share of errors, and how many items were closed."""

    share: Figure
    n_closed: int


def error_share(study: Study) -> Figure:
    """Return the share of answers that say error, with an interval over items and raters."""
    rule = study.configuration.stopping
    level = rule.level if rule else 0.95
    judgments = [
        one for one in recorded_judgments(study) if one.answer in (ERROR, OK) and one.gold is None
    ]
    if not judgments:
        return undefined_figure(ERROR_SHARE, "there are no judgments yet", level=level)
    panel = from_judgments(judgments, labels=(ERROR, OK), duplicates="last")
    matrix = panel.matrix()
    values = np.where(matrix < 0, np.nan, matrix == 0)
    share = float(np.nanmean(values, axis=1).mean())
    interval = share_interval(share, two_way(values), n_items=panel.n_items, level=level)
    return Figure(share, name=ERROR_SHARE, interval=interval)


def stop_if_precise(study: Study, *, now: int) -> Stopped:
    """Close items early if the interval of the share of errors is narrow enough."""
    rule = study.configuration.stopping
    if rule is None:
        raise InputError("this study collects a fixed number of judgments and does not stop early.")
    share = error_share(study)
    interval = share.interval
    if not interval.is_defined or interval.high - interval.low > rule.width:
        return Stopped(share, 0)
    with study.database.write() as connection:
        close = (
            update(openings)
            .where(openings.c.pool == DATA, ~openings.c.is_fixed, openings.c.is_open)
            .where(openings.c.n_answered + openings.c.n_leased >= rule.least)
            .values(wanted=openings.c.n_answered + openings.c.n_leased, is_open=False)
        )
        n_closed = connection.execute(close).rowcount
        if n_closed:
            detail = {"low": interval.low, "high": interval.high, "closed": n_closed}
            audit.append(connection, at=now, actor="solecism", action="stop", detail=detail)
    return Stopped(share, n_closed)
