"""Verification of rows that an entry of the log records: designs, amendments, adjudications."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, Table, select

from solecism.collect.log.audit import STUDY_CHAIN, row_digest
from solecism.collect.store.people_tables import adjudications, amendments, designs
from solecism.collect.store.tables import log

_TABLES: dict[str, Table] = {"lock": designs, "amend": amendments, "adjudicate": adjudications}


def record_problems(connection: Connection) -> Iterator[str]:
    """Yield what differs between these rows and the log."""
    for action, table in _TABLES.items():
        query = select(log.c.detail).where(log.c.chain == STUDY_CHAIN, log.c.action == action)
        details = map(msgspec.json.decode, connection.execute(query).scalars())
        left = {detail["row"]: detail["digest"] for detail in details}
        for row in connection.execute(select(table)):
            content = {name: value for name, value in row._mapping.items() if name != "id"}
            if left.pop(row.id, None) != row_digest(content):
                yield f"{table.name} {row.id}: differs from the log."
        yield from (f"{table.name} {number}: is in the log, but missing." for number in left)
