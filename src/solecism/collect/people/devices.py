"""Devices: which browsers raters came with, as keyed hashes, where a study declares that sign."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

from sqlalchemy import Connection, insert, select

from solecism.collect.people.signing import signature
from solecism.collect.store.people_tables import devices
from solecism.collect.study import Study

DeviceKind = Literal["browser", "network"]


def record_device(study: Study, rater: int, kind: DeviceKind, value: str) -> None:
    """Record that a rater came with this browser, or from this network, once."""
    row = {"rater": rater, "kind": kind, "digest": signature(study.secret, f"of {kind}", value)}
    same = [devices.c[name] == given for name, given in row.items()]
    with study.database.write() as connection:
        if connection.execute(select(devices.c.id).where(*same)).first() is None:
            connection.execute(insert(devices), row)


def sharing_raters(connection: Connection, kind: DeviceKind) -> dict[int, set[int]]:
    """Return the other raters who came with the same browser or network, by rater."""
    by_digest: dict[str, set[int]] = defaultdict(set)
    for row in connection.execute(select(devices).where(devices.c.kind == kind)):
        by_digest[row.digest].add(row.rater)
    sharing: dict[int, set[int]] = defaultdict(set)
    for together in by_digest.values():
        for rater in together:
            sharing[rater] |= together - {rater}
    return {rater: others for rater, others in sharing.items() if others}
