"""Verification of a study: whether its log is complete, and all rows are those that it records.

Rows that an entry records (designs, amendments, adjudications) are unchanged; each erasure is
recorded, and what it left is unchanged. The entries are also read here for administrators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select

from solecism_study import audit_log
from solecism_study.audit_log import ERASED, START, STUDY_CHAIN, entry_hash, row_digest
from solecism_study.configuration import decode_configuration
from solecism_study.people.erasure import entries_digest, judgments_of, rows_digest, study_entries
from solecism_study.store.tables import (
    adjudications,
    amendments,
    assignments,
    designs,
    judgments,
    log,
    openings,
    raters,
    studies,
)
from solecism_study.study import Study
from solecism_study.work.judgment_rows import ANSWER, COLUMNS
from solecism_study.work.reservations import ANSWERED, LEASED, VOID

_STEP = 1000


@dataclass(frozen=True, slots=True)
class Verification:
    """How many entries and judgments were checked, and the problems, if there are any."""

    n_entries: int
    n_judgments: int
    problems: tuple[str, ...]


def verify_study(study: Study) -> Verification:
    """Check all chains, compare the judgments with the log, and the counts with the judgments."""
    with study.database.read() as connection:
        heads: dict[int, tuple[int, str]] = {}
        recorded: dict[int, str | None] = {}
        joined: set[int] = set()
        n_entries = 0
        erasures, problems = read_erasures(connection)
        for entry in _rows(connection, select(log).order_by(log.c.chain, log.c.number)):
            n_entries += 1
            problems += _entry_problems(entry, heads.get(entry.chain, (0, START)), erasures)
            heads[entry.chain] = (entry.number, entry.hash)
            detail = msgspec.json.decode(entry.detail)
            if "judgment" in detail:
                recorded[detail["judgment"]] = detail.get("digest")
            if entry.chain == STUDY_CHAIN and entry.action == "join":
                joined.add(detail["chain"])
        n_judgments = len(recorded)
        problems += _judgment_problems(connection, recorded)
        problems += _rater_problems(connection, heads, joined)
        problems += _assignment_problems(connection)
        problems += _count_problems(connection)
        problems += _configuration_problems(connection)
        problems += record_problems(connection)
    return Verification(n_entries, n_judgments, tuple(problems))


def _rows(connection: Connection, query: Any) -> Iterator[Any]:
    return iter(connection.execution_options(yield_per=_STEP).execute(query))


def _entry_problems(entry: Any, before: tuple[int, str], erasures: Erasures) -> list[str]:
    number, previous = before
    name = f"log, chain {entry.chain}, entry {entry.number}"
    if entry.number != number + 1:
        return [f"{name}: the entry before it is missing."]
    if entry.actor == ERASED:
        return [] if erasures.covers(entry) else [f"{name}: was erased without a record of it."]
    if entry_hash(previous, entry._mapping) != entry.hash:
        return [f"{name}: this entry or an earlier one was changed."]
    return []


def _judgment_problems(connection: Connection, recorded: dict[int, str | None]) -> Iterator[str]:
    """Rows that differ from the log; erased entries do not tell what their rows held."""
    left = dict(recorded)
    for row in _rows(connection, select(judgments).order_by(judgments.c.id)):
        if row.id not in left:
            yield f"judgment {row.id}: is not in the log."
            continue
        digest = left.pop(row.id)
        if digest is not None and digest != row_digest(
            {name: row._mapping[name] for name in COLUMNS}
        ):
            yield f"judgment {row.id}: differs from the log."
    yield from (f"judgment {number}: is in the log, but missing." for number in left)


def _rater_problems(
    connection: Connection, heads: dict[int, tuple[int, str]], joined: set[int]
) -> Iterator[str]:
    known = set()
    for row in connection.execute(select(raters)):
        known.add(row.id)
        if heads.get(row.id, (0, START)) != (row.chain, row.head):
            yield f"rater {row.pseudonym}: the last entries of their chain are missing."
        if row.id not in joined:
            yield f"rater {row.pseudonym}: is not in the log."
    yield from (f"rater number {number}: is in the log, but missing." for number in joined - known)


def _assignment_problems(connection: Connection) -> Iterator[str]:
    """Assignments that point to no answer, or to the answer of another assignment."""
    query = (
        select(assignments.c.id, judgments.c.assignment, judgments.c.action)
        .outerjoin(judgments, judgments.c.id == assignments.c.judgment)
        .where(assignments.c.state.in_((ANSWERED, VOID)))
    )
    for row in _rows(connection, query):
        if row.assignment != row.id or row.action != ANSWER:
            yield f"assignment {row.id}: does not point to its answer."


def _count_problems(connection: Connection) -> Iterator[str]:
    """Openings whose counts differ from their assignments."""
    held: Counter[tuple[int, str]] = Counter()
    columns = select(assignments.c.opening, assignments.c.state, assignments.c.is_surplus)
    for row in _rows(connection, columns):
        if not row.is_surplus or row.state == LEASED:
            held[row.opening, row.state] += 1
    for row in _rows(connection, select(openings)):
        counted = (held[row.id, ANSWERED], held[row.id, LEASED])
        if counted != (row.n_answered, row.n_leased):
            yield f"opening {row.id}: counts {(row.n_answered, row.n_leased)}, but has {counted}."
        if sum(counted) > row.wanted:
            yield f"opening {row.id}: {sum(counted)} judgments, but {row.wanted} were wanted."


def _configuration_problems(connection: Connection) -> Iterator[str]:
    row = connection.execute(select(studies)).one()
    if decode_configuration(row.configuration).digest != row.digest:
        yield "the configuration was changed after the study was created."


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


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log: who did what and when, and the hash that the next entry includes."""

    number: int
    at: int
    actor: str
    action: str
    detail: dict[str, Any]
    hash: str


def log_entries(study: Study, *, before: int | None = None, limit: int = 50) -> list[LogEntry]:
    """Return the last entries of the study's chain, the newest first, or those before a number."""
    query = select(log).where(log.c.chain == STUDY_CHAIN).order_by(log.c.number.desc())
    if before is not None:
        query = query.where(log.c.number < before)
    with study.database.read() as connection:
        rows = connection.execute(query.limit(limit)).all()
    return [
        LogEntry(
            row.number,
            row.at,
            row.actor,
            row.action,
            msgspec.json.decode(row.detail, type=dict[str, Any]),
            row.hash,
        )
        for row in rows
    ]


def results_version(study: Study) -> tuple[int, int]:
    """Return a value that changes whenever the results may: last judgment and last log entry."""
    last_entry = select(func.max(log.c.number)).where(log.c.chain == STUDY_CHAIN)
    with study.database.read() as connection:
        judgment = connection.execute(select(func.max(judgments.c.id))).scalar() or 0
        return judgment, connection.execute(last_entry).scalar() or 0


def log_invitations(study: Study, n: int, *, expires: int, now: int, actor: str) -> None:
    """Log that n invitation links were made; the names stay private."""
    with study.database.write() as connection:
        detail = {"n": n, "expires": expires}
        audit_log.append(connection, at=now, actor=actor, action="invite", detail=detail)
