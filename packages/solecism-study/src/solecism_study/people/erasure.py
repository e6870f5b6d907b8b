"""Withdrawal, erasure and retention: what ties a person to a study is removed.

Raters withdraw themselves, administrators erase on request, and retention erases what is due. The
log still verifies.

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

from solecism.errors import ConflictError, InputError, MissingError
from solecism_study import audit_log
from solecism_study.audit_log import ERASED, STUDY_CHAIN
from solecism_study.configuration import canonical_json
from solecism_study.people.raters import (
    Rater,
    all_raters,
    erased_digest,
    log_rater,
    rater_by_pseudonym,
    rater_in,
    save_rater,
    set_state,
)
from solecism_study.people.removal import end_work
from solecism_study.people.sessions import RATER
from solecism_study.screening.admission import add_excluded_digests
from solecism_study.store.database import retry_on_deadlock
from solecism_study.store.tables import (
    assignments,
    browsers,
    completions,
    contests,
    devices,
    judgments,
    log,
    raters,
    reminders,
    revocations,
    screenings,
    sessions,
    tokens,
)
from solecism_study.study import Study
from solecism_study.work.judgment_rows import COLUMNS

DAY = 86_400_000
WITHDRAWAL, RETENTION = "withdrawal", "retention"


def withdraw(
    study: Study,
    rater: int,
    *,
    with_answers: bool,
    now: int,
    actor: str | None = None,
    reason: str = WITHDRAWAL,
) -> Rater:
    """End a rater's part in the study and erase who they are; return them as they are now.

    Their answers stay under a new pseudonym, or are erased as well and asked of others. Without an
    `actor` it was the rater who asked for it. Raises ConflictError where they are erased already.
    """
    _end(study, rater, with_answers=with_answers, now=now, actor=actor)
    erase(study, rater, with_answers=with_answers, now=now, actor=actor, reason=reason)
    with study.database.read() as connection:
        return rater_in(connection, rater)


@retry_on_deadlock
def erase(
    study: Study, rater: int, *, with_answers: bool, now: int, actor: str | None, reason: str
) -> str:
    """Erase who a rater is, in one transaction; return their new pseudonym."""
    with study.database.erasing() as connection:
        return erase_in(
            connection,
            study,
            rater,
            with_answers=with_answers,
            now=now,
            actor=actor,
            reason=reason,
        )


@retry_on_deadlock
def _end(study: Study, rater: int, *, with_answers: bool, now: int, actor: str | None) -> None:
    """Let the rater's leases go, and void their answers where these are erased as well."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if is_erased(person):
            raise ConflictError("this rater is erased already.")
        person = set_state(
            connection,
            person,
            "withdrawn",
            now=now,
            actor=actor or person.pseudonym,
            reason=WITHDRAWAL,
        )
        person = end_work(connection, study, person, voids_answers=with_answers, now=now)
        save_rater(connection, person)


def due_for_erasure(study: Study, *, now: int) -> list[Rater]:
    """Return the raters whose ids and times the study was to keep until now at most."""
    days = study.configuration.retention_days
    if not days:
        return []
    oldest = now - days * DAY
    return [
        rater
        for rater in all_raters(study)
        if not is_erased(rater) and (rater.last or rater.joined) <= oldest
    ]


def apply_retention(study: Study, *, now: int, actor: str) -> int:
    """Erase the ids and times of all raters who are due; return how many there were.

    InputError where the study does not say for how long it keeps them.
    """
    if not study.configuration.retention_days:
        raise InputError(
            "this study does not say for how many days it keeps ids and times. Say it with "
            "`solecism study new --retention`, or erase single raters."
        )
    due = due_for_erasure(study, now=now)
    for rater in due:
        erase(study, rater.id, with_answers=False, now=now, actor=actor, reason=RETENTION)
    return len(due)


def find_rater(study: Study, name: str) -> Rater:
    """Return the rater of this pseudonym, or of this id at their platform or invitation."""
    try:
        return rater_by_pseudonym(study, name)
    except MissingError:
        with study.database.read() as connection:
            query = select(raters.c.id).where(raters.c.external == name)
            numbers = connection.execute(query).scalars().all()
            if len(numbers) != 1:
                problem = "there is no rater" if not numbers else "there are several raters"
                raise MissingError(f"{problem} {name[:60]!r}.") from None
            return rater_in(connection, numbers[0])


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
        add_excluded_digests(connection, {erased_digest(study, rater.external)}, now=now)
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
    digests = [audit_log.row_digest({name: row._mapping[name] for name in COLUMNS}) for row in rows]
    return hashlib.sha256(canonical_json(digests)).hexdigest()


def entries_digest(entries: Sequence[Any]) -> str:
    """Return one digest of what is left of erased entries, with their hashes."""
    fields = ("chain", "number", "at", "actor", "action", "detail", "hash")
    return hashlib.sha256(
        canonical_json([[entry._mapping[name] for name in fields] for entry in entries])
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
    audit_log.append(connection, at=now, actor=actor, action="erase", detail=detail)


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
    values = {"at": 0, "actor": ERASED, "detail": canonical_json(left).decode()}
    connection.execute(update(log).where(log.c.id == entry.id).values(values))
