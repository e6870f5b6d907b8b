"""Exclusions: people who may not take part, by their ids, kept as keyed hashes only."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, func, insert, select

from solecism.collect.log import audit
from solecism.collect.people.first_state import excluded_digest
from solecism.collect.store.people_tables import exclusions
from solecism.collect.store.tables import raters
from solecism.collect.study import Study
from solecism.system.batches import batches

_AT_ONCE = 500


def exclude(study: Study, ids: Iterable[str], *, source: str, now: int, actor: str) -> int:
    """Add ids to the list of exclusions; return how many are new.

    Whoever has already joined stays. The log says how many were added and where from.
    """
    digests = {excluded_digest(study, one.strip()) for one in ids if one.strip()}
    with study.database.write() as connection:
        n_new = add_digests(connection, digests, now=now)
        detail = {"source": source, "n": n_new}
        audit.append(connection, at=now, actor=actor, action="exclude", detail=detail)
    return n_new


def add_digests(connection: Connection, digests: Collection[str], *, now: int) -> int:
    """Add hashes to the list within a transaction; return how many are new."""
    connection.execute(audit.LOCK_STUDY)
    known: set[str] = set()
    for part in batches(sorted(digests), _AT_ONCE):
        query = select(exclusions.c.digest).where(exclusions.c.digest.in_(part))
        known.update(connection.execute(query).scalars())
    rows = [{"digest": one, "added": now} for one in sorted(set(digests) - known)]
    if rows:
        connection.execute(insert(exclusions), rows)
    return len(rows)


def ids_of_study(study: Study) -> list[str]:
    """Return the ids of all who answered in a study, to exclude them from another one."""
    people = raters.c.origin.not_in(("simulated", "import")), raters.c.n_answered > 0
    with study.database.read() as connection:
        return list(connection.execute(select(raters.c.external).where(*people)).scalars())


def n_excluded(study: Study) -> int:
    """Return how many ids are on the list."""
    with study.database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(exclusions)).scalar_one())
