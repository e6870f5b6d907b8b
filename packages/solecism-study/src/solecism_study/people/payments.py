"""Payments: what each person is owed, by their id at the platform or invitation, and by code.

The list of payments has ids and no pseudonyms, so it does not reveal who answered what. The list
of identities connects the two; the log records who asked for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from solecism.formats.crowd.spreadsheets import long_line
from solecism_study import audit_log
from solecism_study.configuration import UNIT
from solecism_study.exchange.imports import IMPORTED
from solecism_study.people.platforms import shown_codes
from solecism_study.people.raters import SIMULATED, Rater, all_raters
from solecism_study.store.tables import assignments, judgments
from solecism_study.study import Study
from solecism_study.units import HOUR, MINUTE, plain_amount
from solecism_study.work.judgment_rows import ANSWER, UNDO

_CENT = UNIT // 100
_COLUMNS = (
    "origin id stage code outcome answers surplus active_minutes earned bonus currency".split()
)


@dataclass(frozen=True, slots=True)
class Payment:
    """What a person is owed for a stage, up to one outcome that they reached there.

    All answers are paid, void and surplus ones included. `code` is the completion code that they
    were shown for the `outcome`; both are empty for work that has led to none. `earned` is in
    millionths of the currency, and so is `bonus`: the rest of it after what the platform itself
    pays each rater for the stage, counted from 1.
    """

    origin: str
    id: str
    stage: int
    code: str
    n_answers: int
    n_surplus: int
    active_ms: int
    earned: int
    bonus: int
    currency: str
    outcome: str = ""

    @property
    def hourly(self) -> float | None:
        """Pay per hour of active work, in millionths; None where no time is known."""
        return self.earned / self.active_ms * HOUR if self.active_ms else None


@dataclass(frozen=True, slots=True)
class Identity:
    """The person behind a pseudonym."""

    pseudonym: str
    origin: str
    id: str


@dataclass(slots=True)
class _Line:
    """The work that a code is for; without a code, the work at a stage where none was shown."""

    code: str = ""
    outcome: str = ""
    until: float = math.inf
    n_answers: int = 0
    n_surplus: int = 0
    active_ms: int = 0
    earned: int = 0


def payments(study: Study, *, paid_already: Mapping[int, int] | None = None) -> list[Payment]:
    """Return what people have earned so far, in the order of their ids, without simulated raters.

    Each person has a line per stage and outcome: what they earned at the stage until the code was
    shown, and after the code before it; the last line has all the rest. `paid_already` is what the
    platform itself pays each rater, in millionths, by stage; it covers the first lines first.
    """
    lines = _lines(study)
    currency = study.configuration.pay.currency
    owed = []
    for rater in _people(study, lines):
        for stage in sorted(lines[rater.id]):
            left = (paid_already or {}).get(stage, 0)
            for one in lines[rater.id][stage]:
                covered = min(left, one.earned)
                left -= covered
                owed.append(_payment(rater, stage, one, one.earned - covered, currency))
    return sorted(owed, key=lambda one: (one.origin, one.id, one.stage))


def _payment(rater: Rater, stage: int, line: _Line, bonus: int, currency: str) -> Payment:
    return Payment(
        origin=rater.origin,
        id=rater.external,
        stage=stage,
        code=line.code,
        n_answers=line.n_answers,
        n_surplus=line.n_surplus,
        active_ms=line.active_ms,
        earned=line.earned,
        bonus=bonus,
        currency=currency,
        outcome=line.outcome,
    )


def _lines(study: Study) -> dict[int, dict[int, list[_Line]]]:
    """The lines by rater and stage, in the order in which codes were shown."""
    lines: dict[int, dict[int, list[_Line]]] = {}
    for rater, codes in shown_codes(study).items():
        for one in codes:
            new = _Line(one.code, one.outcome, one.at)
            lines.setdefault(rater, {}).setdefault(one.stage, []).append(new)
    query = (
        select(judgments, assignments.c.judgment, assignments.c.is_surplus.label("late"))
        .join(assignments, assignments.c.id == judgments.c.assignment)
        .order_by(judgments.c.id)
    )
    # What is undone is taken from the line that has it.
    line_of: dict[int, _Line] = {}
    with study.database.read() as connection:
        for row in connection.execute(query):
            of_stage = lines.setdefault(row.rater, {}).setdefault(row.stage + 1, [_Line()])
            line = next((one for one in of_stage if row.at <= one.until), of_stage[-1])
            if row.action == UNDO:
                line = line_of[row.assignment]
            elif row.action == ANSWER:
                line_of[row.assignment] = line
            _add(line, row)
    return lines


def _add(line: _Line, row: Any) -> None:
    line.n_answers += {ANSWER: 1, UNDO: -1}.get(row.action, 0)
    line.n_surplus += bool(row.late and row.id == row.judgment)
    line.active_ms += row.active_ms or 0
    line.earned += row.paid


def identities(study: Study, *, now: int, actor: str) -> list[Identity]:
    """Return the person behind each pseudonym, in the order of ids; log who asked for it."""
    people = [Identity(one.pseudonym, one.origin, one.external) for one in _people(study)]
    with study.database.write() as connection:
        detail = {"raters": len(people)}
        audit_log.append(connection, at=now, actor=actor, action="identities", detail=detail)
    return sorted(people, key=lambda one: (one.origin, one.id))


def _people(study: Study, lines: Mapping[int, object] | None = None) -> list[Rater]:
    """The raters who answered, and those who have one of these lines."""
    return [
        rater
        for rater in all_raters(study)
        if rater.origin not in (SIMULATED, IMPORTED)
        and (rater.n_answered or rater.id in (lines or ()))
    ]


def format_payments(owed: Iterable[Payment]) -> Iterator[str]:
    """Yield CSV with a header and one line per payment; no cell begins a formula."""
    yield long_line(_COLUMNS)
    for one in owed:
        counts = str(one.n_answers), str(one.n_surplus), f"{one.active_ms / MINUTE:.1f}"
        amounts = plain_amount(one.earned), plain_amount(one.bonus)
        who = one.origin, one.id, str(one.stage), one.code, one.outcome
        yield long_line([*who, *counts, *amounts, one.currency])


def format_bonuses(owed: Iterable[Payment]) -> Iterator[str]:
    """Yield a line `id,amount` per person with a bonus, in whole cents, as platforms import it."""
    bonuses: dict[tuple[str, str], int] = {}
    for one in owed:
        who = one.origin, one.id
        bonuses[who] = bonuses.get(who, 0) + one.bonus
    for (_, name), bonus in bonuses.items():
        cents = -(-bonus // _CENT)
        if cents:
            yield long_line([name, f"{cents // 100}.{cents % 100:02}"])


def format_identities(people: Iterable[Identity]) -> Iterator[str]:
    """Yield CSV with a header and one line per person; no cell begins a formula."""
    yield long_line(("pseudonym", "origin", "id"))
    for one in people:
        yield long_line([one.pseudonym, one.origin, one.id])
