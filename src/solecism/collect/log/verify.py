"""Verification: whether the log is complete and the judgments are those that it records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from solecism.collect.configuration import decode
from solecism.collect.log.audit import ERASED, START, STUDY_CHAIN, entry_hash, row_digest
from solecism.collect.log.erased import Erasures, read_erasures
from solecism.collect.log.records import record_problems
from solecism.collect.store.tables import assignments, judgments, log, openings, raters, studies
from solecism.collect.study import Study
from solecism.collect.work.assignment_state import ANSWERED, LEASED, VOID
from solecism.collect.work.judgment_rows import ANSWER, COLUMNS

_STEP = 1000


@dataclass(frozen=True, slots=True)
class Verification:
    """How many entries and judgments were checked, and the problems, if there are any."""

    n_entries: int
    n_judgments: int
    problems: tuple[str, ...]


def verify(study: Study) -> Verification:
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
    if decode(row.configuration).digest != row.digest:
        yield "the configuration was changed after the study was created."
