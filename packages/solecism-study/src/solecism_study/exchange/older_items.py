"""Items of older studies about which this version does not ask any more.

Version 0.1 asked about gaps between words in tasks that are about a word, and accepted control
items whose right answer nobody can give. A new study cannot have such items; in an old one they
stay open, until somebody closes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select, update

from solecism.errors import InputError
from solecism.system.processes import batches
from solecism_study import audit_log
from solecism_study.configuration import Configuration
from solecism_study.item import Item
from solecism_study.store.tables import items, openings
from solecism_study.study import Study, check_item

CLOSED_ACTION = "close items"
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class OutdatedItem:
    """An item about which a task does not ask any more, and why."""

    site: str
    reason: str


def without_outdated(
    chosen: Iterable[Item], configuration: Configuration
) -> tuple[list[Item], list[OutdatedItem]]:
    """Return the items that a new study can have, and those that it cannot."""
    task, settings = configuration.asked_task, configuration.task_settings
    usable, outdated = [], []
    for item in chosen:
        try:
            check_item(item, task, settings)
        except InputError as error:
            outdated.append(OutdatedItem(item.site, str(error).removeprefix(f"{item.site}: ")))
        else:
            usable.append(item)
    return usable, outdated


def outdated_items(study: Study) -> list[OutdatedItem]:
    """Return the items of a study that are outdated, and for which answers are still collected."""
    with study.database.read() as connection:
        query = select(items.c.site).join(openings, openings.c.item == items.c.id)
        still_open = set(connection.execute(query.where(openings.c.is_open)).scalars())
    if not still_open:
        return []
    _, outdated = without_outdated(study.all_items(), study.configuration)
    return [one for one in outdated if one.site in still_open]


def close_outdated(study: Study, *, now: int, actor: str) -> int:
    """Let outdated items get no more answers; return how many there were.

    Answers that they have stay, and so do questions that raters have before them.
    """
    sites = [one.site for one in outdated_items(study)]
    if not sites:
        return 0
    with study.database.write() as connection:
        for part in batches(sites, _AT_ONCE):
            chosen = select(items.c.id).where(items.c.site.in_(part)).scalar_subquery()
            close = update(openings).where(openings.c.item.in_(chosen), openings.c.is_open)
            n_taken = openings.c.n_answered + openings.c.n_leased
            connection.execute(close.values(wanted=n_taken, is_open=False))
        detail = {"sites": sites}
        audit_log.append(connection, at=now, actor=actor, action=CLOSED_ACTION, detail=detail)
    return len(sites)
