"""Payments: what each person is owed, by their id at the platform or invitation.

The list of payments has ids and no pseudonyms, so it does not reveal who answered what. The list
of identities connects the two; the log records who asked for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism.formats.crowd.spreadsheets import long_line
from solecism_study import audit_log
from solecism_study.configuration import UNIT
from solecism_study.exchange.imports import IMPORTED
from solecism_study.people.platforms import shown_codes
from solecism_study.people.raters import SIMULATED, Rater, all_raters
from solecism_study.status.progress import progress
from solecism_study.study import Study
from solecism_study.units import HOUR, MINUTE, plain_amount

_CENT = UNIT // 100
_COLUMNS = "origin id code outcome answers surplus active_minutes earned bonus currency".split()


@dataclass(frozen=True, slots=True)
class Payment:
    """What a person is owed: all answers are paid, void and surplus ones included.

    `code` is the completion code that they were shown last, and `outcome` what it is for; both are
    empty for raters who have seen none. `earned` is in millionths of the currency,
    and so is `bonus`: the rest of it after what the platform itself pays each rater.
    """

    origin: str
    id: str
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


def payments(study: Study, *, now: int, paid_already: int = 0) -> list[Payment]:
    """Return what people have earned so far, in the order of their ids, without simulated raters.

    `paid_already` is what the platform itself pays each rater, in millionths.
    """
    so_far = progress(study, now=now)
    work_of = {one.pseudonym: one for one in so_far.raters}
    codes = shown_codes(study)
    owed = []
    for rater in _people(study):
        work = work_of[rater.pseudonym]
        n_answers = work.n_answered + work.n_surplus + work.n_void
        bonus = max(0, work.earned - paid_already)
        last = codes[rater.id][-1] if rater.id in codes else None
        owed.append(
            Payment(
                origin=rater.origin,
                id=rater.external,
                code=last.code if last else "",
                n_answers=n_answers,
                n_surplus=work.n_surplus,
                active_ms=work.active_ms,
                earned=work.earned,
                bonus=bonus,
                currency=so_far.currency,
                outcome=last.outcome if last else "",
            )
        )
    return sorted(owed, key=lambda one: (one.origin, one.id))


def identities(study: Study, *, now: int, actor: str) -> list[Identity]:
    """Return the person behind each pseudonym, in the order of ids; log who asked for it."""
    people = [Identity(one.pseudonym, one.origin, one.external) for one in _people(study)]
    with study.database.write() as connection:
        detail = {"raters": len(people)}
        audit_log.append(connection, at=now, actor=actor, action="identities", detail=detail)
    return sorted(people, key=lambda one: (one.origin, one.id))


def _people(study: Study) -> list[Rater]:
    return [
        rater
        for rater in all_raters(study)
        if rater.origin not in (SIMULATED, IMPORTED) and rater.n_answered
    ]


def format_payments(owed: Iterable[Payment]) -> Iterator[str]:
    """Yield CSV with a header and one line per person; no cell begins a formula."""
    yield long_line(_COLUMNS)
    for one in owed:
        counts = str(one.n_answers), str(one.n_surplus), f"{one.active_ms / MINUTE:.1f}"
        amounts = plain_amount(one.earned), plain_amount(one.bonus)
        yield long_line(
            [one.origin, one.id, one.code, one.outcome, *counts, *amounts, one.currency]
        )


def format_bonuses(owed: Iterable[Payment]) -> Iterator[str]:
    """Yield a line `id,amount` per person with a bonus, in whole cents, as platforms import it."""
    for one in owed:
        cents = -(-one.bonus // _CENT)
        if cents:
            yield long_line([one.id, f"{cents // 100}.{cents % 100:02}"])


def format_identities(people: Iterable[Identity]) -> Iterator[str]:
    """Yield CSV with a header and one line per person; no cell begins a formula."""
    yield long_line(("pseudonym", "origin", "id"))
    for one in people:
        yield long_line([one.pseudonym, one.origin, one.id])
