"""Deviations: what was done otherwise than the locked design says, taken from the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from solecism.collect.design.locked import ACTION, LockedDesign, items_digest, locked_design
from solecism.collect.log.audit import STUDY_CHAIN
from solecism.collect.money.amounts import format_money
from solecism.collect.store.tables import judgments, log, raters
from solecism.collect.study import Study
from solecism.collect.work.control_items import SYSTEM

_NAMES = {
    "price": "price",
    "budget": "budget",
    "n_judgments": "judgments per item",
    "most_each": "answers per rater",
}


@dataclass(frozen=True, slots=True)
class Deviation:
    """What was done otherwise, when and by whom; time and name are empty where unknown."""

    at: int | None
    actor: str
    what: str


def deviations(study: Study) -> list[Deviation]:
    """Return what was done otherwise than the locked design says; nothing for an unlocked one."""
    design = locked_design(study)
    if design is None:
        return []
    with study.database.read() as connection:
        currency = study.configuration.pay.currency
        return [*_logged(connection, currency), *_found(connection, design)]


def _logged(connection: Connection, currency: str) -> Iterator[Deviation]:
    query = select(log).where(log.c.chain == STUDY_CHAIN).order_by(log.c.number)
    is_locked, text = False, ""
    for entry in connection.execute(query):
        detail = msgspec.json.decode(entry.detail)
        # Raters agree again to the same text after a new price.
        is_same_text = entry.action == "guideline" and detail["digest"] == text
        text = detail["digest"] if entry.action == "guideline" else text
        if is_locked:
            what = _what(entry.action, detail, entry.actor, currency)
            if what and not is_same_text:
                yield Deviation(entry.at or None, entry.actor, what)
        is_locked = is_locked or entry.action == ACTION


def _what(action: str, detail: dict[str, Any], actor: str, currency: str) -> str:
    """What an entry of the log says was done otherwise; nothing where it was to be expected."""
    if action == "state":
        return _change_by_hand(detail) if actor != SYSTEM else ""
    reason = detail.get("reason", "")
    if action == "amend":
        changed = ", ".join(
            f"{_NAMES[name]} from {_shown(name, old, currency)} to {_shown(name, new, currency)}"
            for name, (old, new) in detail["changes"].items()
        )
        return f"amendment: {changed} ({reason})"
    if action == "erase" and detail.get("answers"):
        return f"a rater's answers were erased ({reason})"
    return {
        "guideline": f"version {detail.get('version')} of the instructions",
        "exclude": f"{detail.get('n')} people were excluded later",
        "gold": "the right answer of a control item was changed after a contest",
        "simulate": f"{detail.get('raters')} simulated raters worked in the study",
        "close": "the study was paused",
        "open": "the study was opened again",
    }.get(action, "")


def _shown(name: str, value: int | None, currency: str) -> str:
    if value is None:
        return "no limit"
    return format_money(value, currency) if name in ("price", "budget") else str(value)


def _change_by_hand(detail: dict[str, Any]) -> str:
    if detail.get("to") not in ("dismissed", "active"):
        return ""
    done = "removed" if detail["to"] == "dismissed" else "reinstated"
    return f"a rater was {done} by hand ({detail.get('reason', '')})"


def _found(connection: Connection, design: LockedDesign) -> Iterator[Deviation]:
    """What the log does not say, but the database shows."""
    if items_digest(connection) != design.body["asked"]["items_sha256"]:
        yield Deviation(None, "", "items or their right answers differ from the locked ones")
    n_imported = connection.execute(
        select(func.count()).where(raters.c.origin == "import")
    ).scalar_one()
    if n_imported:
        yield Deviation(None, "", f"judgments of {n_imported} raters were imported")
    first = select(func.min(judgments.c.at)).where(judgments.c.at > 0)
    earliest = connection.execute(first).scalar()
    if earliest is not None and earliest < design.locked:
        yield Deviation(int(earliest), "", "an answer is older than the lock")
