"""Erasure: what ties a person to a study is removed, and the log still verifies.

A rater's id, pseudonym, times, keys of requests, reasons, screening answers, devices, sessions and
completion codes are erased; their answers too, where that is wanted. The amounts paid stay, since
they were spent, and so do the answers otherwise, under a new random pseudonym. A keyed hash of the
id stays on the list of exclusions, tied to nothing, so that nobody takes part twice by withdrawing.

The entries of the log that name the person lose their time, name and detail, with the random salt
in it, so their hashes can no longer be used to try out what they said. The hashes stay: the chain
goes on from them. A new entry says which entries and rows were erased, and holds a digest of what
is left of them, so that nothing of that can be changed unnoticed either.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from solecism.collect.configuration import encode
from solecism.collect.log import audit
from solecism.collect.log.audit import ERASED, STUDY_CHAIN
from solecism.collect.people.first_state import excluded_digest
from solecism.collect.people.raters import Rater, log_rater, rater_in, save_rater
from solecism.collect.people.sessions import RATER
from solecism.collect.screening.exclusions import add_digests
from solecism.collect.store.people_tables import devices, reminders, revocations, screenings
from solecism.collect.store.tables import (
    assignments,
    browsers,
    completions,
    contests,
    judgments,
    log,
    raters,
    sessions,
    tokens,
)
from solecism.collect.study import Study
from solecism.collect.work.judgment_rows import COLUMNS

_N_NAME_BYTES = 8
# What the detail of an erased entry keeps: numbers that say nothing of a person.
_KEPT_DETAILS = ("chain", "judgment", "version")


def erase_in(
    connection: Connection,
    study: Study,
    number: int,
    *,
    with_answers: bool,
    now: int,
    actor: str | None,
    reason: str,
) -> str:
    """Erase a rater within a transaction; return their new pseudonym.

    The caller has ended their work. Without an `actor` it was the rater who asked for it.
    """
    rater = rater_in(connection, number, is_locked=True)
    name = f"r-{secrets.token_hex(_N_NAME_BYTES)}"
    if not is_erased(rater):
        add_digests(connection, {excluded_digest(study, rater.external)}, now=now)
    _erase_judgments(connection, rater, with_answers=with_answers)
    _erase_rest(connection, rater, with_answers=with_answers)
    rater = _rename(connection, rater, name)
    rater = _erase_chain(connection, rater, now=now)
    save_rater(connection, rater)
    _erase_study_entries(
        connection, number, now=now, actor=actor or name, reason=reason, with_answers=with_answers
    )
    return name


def is_erased(rater: Rater) -> bool:
    """Whether the id of a rater is erased."""
    return rater.external.startswith(f"{ERASED}-")


def rows_digest(rows: Sequence[Any]) -> str:
    """Return one digest of several rows of judgments in their order."""
    digests = [audit.row_digest({name: row._mapping[name] for name in COLUMNS}) for row in rows]
    return hashlib.sha256(encode(digests)).hexdigest()


def entries_digest(entries: Sequence[Any]) -> str:
    """Return one digest of what is left of erased entries, with their hashes."""
    fields = ("chain", "number", "at", "actor", "action", "detail", "hash")
    return hashlib.sha256(
        encode([[entry._mapping[name] for name in fields] for entry in entries])
    ).hexdigest()


def judgments_of(connection: Connection, rater: int) -> Sequence[Any]:
    """Return all rows of judgments of a rater, in their order."""
    query = select(judgments).where(judgments.c.rater == rater).order_by(judgments.c.id)
    return connection.execute(query).all()


def _erase_judgments(connection: Connection, rater: Rater, *, with_answers: bool) -> None:
    for row in judgments_of(connection, rater.id):
        values: dict[str, Any] = {"at": 0, "active_ms": None, "wall_ms": None}
        values["request"] = f"{ERASED}:{row.id}"
        if with_answers:
            values |= {"answer": None, "shown": None}
        connection.execute(update(judgments).where(judgments.c.id == row.id).values(values))
    own = update(assignments).where(assignments.c.rater == rater.id)
    connection.execute(own.values(leased=0, expires=0))


def _erase_rest(connection: Connection, rater: Rater, *, with_answers: bool) -> None:
    own = contests.c.rater == rater.id
    connection.execute(update(contests).where(own).values(reason=ERASED, at=0))
    for table in (devices, tokens, browsers, completions, reminders):
        connection.execute(delete(table).where(table.c.rater == rater.id))
    connection.execute(delete(revocations).where(revocations.c.name == rater.external))
    whose = sessions.c.kind == RATER, sessions.c.subject == rater.id
    connection.execute(delete(sessions).where(*whose))
    left: dict[str, Any] = {"answers": None, "held_until": 0}
    if with_answers:
        # Whoever takes their answers along no longer counts in a quota.
        left["places"] = "[]"
    connection.execute(update(screenings).where(screenings.c.rater == rater.id).values(left))


def _rename(connection: Connection, rater: Rater, name: str) -> Rater:
    values = {
        "pseudonym": name,
        "external": f"{ERASED}-{secrets.token_hex(_N_NAME_BYTES)}",
        "joined": 0,
        "staged": None,
        "last": None,
    }
    own = raters.c.id == rater.id
    connection.execute(update(raters).where(own).values(values))
    return rater_in(connection, rater.id)


def _erase_chain(connection: Connection, rater: Rater, *, now: int) -> Rater:
    """Erase the rater's own chain, and add an entry that says so and holds what is left."""
    query = select(log).where(log.c.chain == rater.id).order_by(log.c.number)
    for entry in connection.execute(query).all():
        _erase_entry(connection, entry)
    rows = judgments_of(connection, rater.id)
    detail = {
        "entries": rater.chain,
        "digest": entries_digest(connection.execute(query).all()),
        "judgments": len(rows),
        "rows": rows_digest(rows),
    }
    return log_rater(connection, rater, now=now, action="erase", detail=detail)


def _erase_study_entries(
    connection: Connection, number: int, *, now: int, actor: str, reason: str, with_answers: bool
) -> None:
    """Erase the entries of the study's chain that name the rater, and add one that says so."""
    named = _entries_about(connection, number)
    for entry in named:
        _erase_entry(connection, entry)
    numbers = [entry.number for entry in named]
    detail = {
        "chain": number,
        "entries": numbers,
        "digest": entries_digest(study_entries(connection, numbers)),
        "answers": with_answers,
        "reason": reason,
    }
    audit.append(connection, at=now, actor=actor, action="erase", detail=detail)


def study_entries(connection: Connection, numbers: Sequence[int]) -> Sequence[Any]:
    """Return these entries of the study's chain, in their order."""
    query = select(log).where(log.c.chain == STUDY_CHAIN, log.c.number.in_(numbers))
    return connection.execute(query.order_by(log.c.number)).all()


def _entries_about(connection: Connection, number: int) -> list[Any]:
    """The entries of the study's chain that name a rater: by the entry with which they joined."""
    joined = _join_entry(connection, number)
    if joined is None or joined.actor == ERASED:
        return []
    name = joined.actor
    query = select(log).where(
        log.c.chain == STUDY_CHAIN,
        or_(log.c.actor == name, log.c.detail.contains(name, autoescape=True)),
        log.c.action != "erase",
    )
    return list(connection.execute(query.order_by(log.c.number)).all())


def _join_entry(connection: Connection, number: int) -> Any:
    query = select(log).where(
        log.c.chain == STUDY_CHAIN,
        log.c.action == "join",
        log.c.detail.contains(f'"chain":{number},', autoescape=True),
    )
    return connection.execute(query).first()


def _erase_entry(connection: Connection, entry: Any) -> None:
    detail = msgspec.json.decode(entry.detail)
    left = {name: value for name, value in detail.items() if name in _KEPT_DETAILS}
    values = {"at": 0, "actor": ERASED, "detail": encode(left).decode()}
    connection.execute(update(log).where(log.c.id == entry.id).values(values))
