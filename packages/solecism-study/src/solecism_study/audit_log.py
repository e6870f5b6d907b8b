"""The audit log of a study: chains of entries, each with a hash of the entry before it.

A hash is of an entry's content and of the hash before. Changing, inserting or leaving out an entry
breaks its chain from there on. The study has one chain and each rater has one, so that raters need
not wait for one another. The entry of a rater who joins connects their chain to the study's.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from solecism_study.configuration import canonical_json
from solecism_study.store.database import execute_later
from solecism_study.store.tables import log, studies

STUDY_CHAIN = 0
START = ""
ERASED = "erased"
"""The actor of an entry that was erased."""

_N_SALT_BYTES = 9
_INSERT = insert(log)
_LAST = (
    select(log.c.number, log.c.hash)
    .where(log.c.chain == STUDY_CHAIN)
    .order_by(log.c.number.desc())
    .limit(1)
)
LOCK_STUDY = select(studies.c.id).with_for_update(key_share=True)


def entry_hash(previous: str, entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry that follows the one with the hash `previous`."""
    fields = [entry[name] for name in ("chain", "number", "at", "actor", "action", "detail")]
    return hashlib.sha256(previous.encode() + canonical_json(fields)).hexdigest()


def append(
    connection: Connection, *, at: int, actor: str, action: str, detail: Mapping[str, Any]
) -> None:
    """Append an entry to the study's chain."""
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
    """Append an entry to a rater's chain; return its number and hash.

    The caller has locked the rater's row, which holds number and hash of the last entry, and
    saves the new ones there.
    """
    digest = _insert(connection, rater, number + 1, previous, at, actor, action, detail)
    return number + 1, digest


def salt() -> str:
    """Return random text that goes into the entries about a person.

    Without it, the hash of an entry that was erased could still be used to try out what it said.
    """
    return secrets.token_urlsafe(_N_SALT_BYTES)


def row_digest(row: Mapping[str, Any]) -> str:
    """Return the hash of a row, such as a judgment, that an entry of the log records."""
    return hashlib.sha256(canonical_json(dict(row))).hexdigest()


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
    digest = entry_hash(previous, entry)
    execute_later(connection, _INSERT, {**entry, "hash": digest})
    return digest
