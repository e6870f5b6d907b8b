"""Verification of what was erased: each erasure is recorded, and what is left is unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from solecism.collect.log.audit import ERASED, STUDY_CHAIN
from solecism.collect.people.erasure import (
    entries_digest,
    judgments_of,
    rows_digest,
    study_entries,
)
from solecism.collect.store.tables import log


@dataclass(slots=True)
class Erasures:
    """The entries that were erased, as later entries of the log record it.

    `chains` holds the number of the last erased entry per rater; `numbers` are the erased entries
    of the study's chain.
    """

    chains: dict[int, int] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)

    def covers(self, entry: Any) -> bool:
        """Whether the erasure of this entry is recorded."""
        if entry.chain == STUDY_CHAIN:
            return entry.number in self.numbers
        return bool(entry.number <= self.chains.get(entry.chain, 0))


def read_erasures(connection: Connection) -> tuple[Erasures, list[str]]:
    """Return all recorded erasures, and the problems with what they left."""
    erasures, problems = Erasures(), list[str]()
    query = select(log).where(log.c.action == "erase").order_by(log.c.chain, log.c.number)
    for entry in connection.execute(query).all():
        detail = msgspec.json.decode(entry.detail)
        if entry.chain == STUDY_CHAIN:
            erasures.numbers.update(detail["entries"])
            if entries_digest(study_entries(connection, detail["entries"])) != detail["digest"]:
                problems.append(f"log, entries erased by entry {entry.number}: were changed.")
        else:
            erasures.chains[entry.chain] = detail["entries"]
            problems += _chain_problems(connection, entry.chain, detail)
    return erasures, problems


def _chain_problems(connection: Connection, chain: int, detail: dict[str, Any]) -> Iterator[str]:
    query = select(log).where(log.c.chain == chain, log.c.number <= detail["entries"])
    entries = connection.execute(query.order_by(log.c.number)).all()
    if entries_digest(entries) != detail["digest"] or any(one.actor != ERASED for one in entries):
        yield f"log, chain {chain}: erased entries were changed."
    rows = judgments_of(connection, chain)[: detail["judgments"]]
    if rows_digest(rows) != detail["rows"]:
        yield f"judgments of rater number {chain}: differ from what their erasure left."
