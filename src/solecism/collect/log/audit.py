"""The log: chains of entries, each with a hash over itself and the one before it.

Whoever changes, inserts or leaves out an entry breaks its chain from there on. The study has a
chain and so has each rater: raters' entries follow one another anyway, and nobody has to wait
for somebody else's. Joining the study puts the rater's chain into the study's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from solecism.collect.configuration import encode
from solecism.collect.store.prepared import execute_later
from solecism.collect.store.tables import log, studies

STUDY_CHAIN = 0
START = ""
_ADD = insert(log)
_LAST = (
    select(log.c.number, log.c.hash)
    .where(log.c.chain == STUDY_CHAIN)
    .order_by(log.c.number.desc())
    .limit(1)
)
LOCK_STUDY = select(studies.c.id).with_for_update(key_share=True)


def entry_hash(previous: str, entry: Mapping[str, Any]) -> str:
    """The hash of an entry that comes after the one with the hash `previous`."""
    fields = [entry[name] for name in ("chain", "number", "at", "actor", "action", "detail")]
    return hashlib.sha256(previous.encode() + encode(fields)).hexdigest()


def append(
    connection: Connection, *, at: int, actor: str, action: str, detail: Mapping[str, Any]
) -> None:
    """Add an entry to the study's chain."""
    connection.execute(LOCK_STUDY)
    last = connection.execute(_LAST).first()
    number, previous = (last.number + 1, last.hash) if last else (1, START)
    _insert(connection, STUDY_CHAIN, number, previous, at, actor, action, detail)


def append_for_rater(
    connection: Connection,
    *,
    rater: int,
    number: int,
    previous: str,
    at: int,
    actor: str,
    action: str,
    detail: Mapping[str, Any],
) -> tuple[int, str]:
    """Add an entry to a rater's chain after the last one; its number and hash.

    The caller holds the rater's row, which says what the last one was, and changes it.
    """
    found = _insert(connection, rater, number + 1, previous, at, actor, action, detail)
    return number + 1, found


def row_digest(row: Mapping[str, Any]) -> str:
    """The hash of a row, such as a judgment, that an entry vouches for."""
    return hashlib.sha256(encode(dict(row))).hexdigest()


def _insert(
    connection: Connection,
    chain: int,
    number: int,
    previous: str,
    at: int,
    actor: str,
    action: str,
    detail: Mapping[str, Any],
) -> str:
    entry = {
        "chain": chain,
        "number": number,
        "at": at,
        "actor": actor,
        "action": action,
        "detail": msgspec.json.encode(detail, order="deterministic").decode(),
    }
    found = entry_hash(previous, entry)
    execute_later(connection, _ADD, {**entry, "hash": found})
    return found
