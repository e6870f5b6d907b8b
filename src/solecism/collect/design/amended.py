"""The configuration of a study as its amendments changed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import Connection, select

from solecism.collect.configuration import Configuration, Count, Money
from solecism.collect.store.people_tables import amendments


class Changes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an amendment can change: price, budget, judgments per item, and answers per rater."""

    price: Money | UnsetType = UNSET
    budget: Money | UnsetType | None = UNSET
    n_judgments: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    most_each: Count | UnsetType | None = UNSET


@dataclass(frozen=True, slots=True)
class Amendment:
    """A recorded change of the design, who made it, when and why."""

    id: int
    at: int
    actor: str
    reason: str
    changes: dict[str, Any]


def amended(configuration: Configuration, changes: Changes) -> Configuration:
    """Return the configuration with these changes."""
    given = msgspec.structs.asdict(changes)
    new = {name: value for name, value in given.items() if value is not UNSET}
    pay = {name: new.pop(name) for name in ("price", "budget") if name in new}
    if pay:
        new["pay"] = msgspec.structs.replace(configuration.pay, **pay)
    return msgspec.structs.replace(configuration, **new)


def all_amendments(connection: Connection) -> list[Amendment]:
    """Return all amendments, the oldest first."""
    rows = connection.execute(select(amendments).order_by(amendments.c.id))
    return [
        Amendment(row.id, row.at, row.actor, row.reason, msgspec.json.decode(row.changes))
        for row in rows
    ]


def current_configuration(connection: Connection, original: Configuration) -> Configuration:
    """Return the configuration with all amendments so far."""
    for one in all_amendments(connection):
        original = amended(original, msgspec.convert(one.changes, Changes))
    return original
