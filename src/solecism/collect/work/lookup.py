"""Items by their sites, with right answers: for whoever runs the study, never for raters."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import msgspec
from sqlalchemy import select

from solecism.collect.item import Item
from solecism.collect.store.tables import items
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer

_AT_ONCE = 500


def items_at(study: Study, sites: Collection[str]) -> dict[str, Item]:
    """Those of the sites that the study has."""
    found: dict[str, Item] = {}
    with study.database.read() as connection:
        wanted = sorted(sites)
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            query = select(items.c.content, items.c.gold).where(items.c.site.in_(some))
            for row in connection.execute(query):
                item = msgspec.json.decode(row.content, type=Item)
                gold = msgspec.json.decode(row.gold, type=Answer) if row.gold else {}
                found[item.site] = replace(item, gold=gold)
    return found
