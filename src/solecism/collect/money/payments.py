"""Payments: what each person is owed, by their id where they come from.

This is the one list with ids in it, so it has no pseudonyms: it does not tell who answered what.
Who is who is told apart from it, and the log keeps who asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism.collect.configuration import UNIT
from solecism.collect.exchange.imports import ORIGIN as IMPORTED
from solecism.collect.log import audit
from solecism.collect.people.platforms import own_code
from solecism.collect.people.raters import SIMULATED, Rater, all_raters
from solecism.collect.status.progress import progress
from solecism.collect.study import Study
from solecism.errors import InputError
from solecism.formats.crowd.long import line

_CENT = UNIT // 100
_MINUTE, _HOUR = 60_000, 3_600_000
_MOST = 1_000_000_000
_COLUMNS = "origin id code answers surplus active_minutes earned bonus currency".split()


@dataclass(frozen=True, slots=True)
class Payment:
    """Who is owed what: answers of all kinds are paid, void and surplus ones as well.

    `code` is the rater's own, which they have if they stopped before the end or were sent away,
    or where the platform has none for all. `earned` is in millionths of the currency, and so is
    `bonus`: what is left of it after what the platform pays to each by itself.
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

    @property
    def hourly(self) -> float | None:
        """What an hour of active work earned, in millionths; None where no time was told."""
        return self.earned / self.active_ms * _HOUR if self.active_ms else None


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose pseudonym it is."""

    pseudonym: str
    origin: str
    id: str


def payments(study: Study, *, now: int, paid_already: int = 0) -> list[Payment]:
    """What people have earned so far, in the order of their ids; nobody made up is among them.

    `paid_already` is what the platform pays to each of them by itself, in millionths.
    """
    found = progress(study, now=now)
    work = {one.pseudonym: one for one in found.raters}
    owed = []
    for rater in _people(study):
        mine = work[rater.pseudonym]
        n_answers = mine.n_answered + mine.n_surplus + mine.n_void
        bonus = max(0, mine.earned - paid_already)
        owed.append(
            Payment(
                *(rater.origin, rater.external, own_code(study, rater), n_answers, mine.n_surplus),
                *(mine.active_ms, mine.earned, bonus, found.currency),
            )
        )
    return sorted(owed, key=lambda one: (one.origin, one.id))


def identities(study: Study, *, now: int, actor: str) -> list[Identity]:
    """Who is who, in the order of ids; the log says who asked."""
    people = [Identity(one.pseudonym, one.origin, one.external) for one in _people(study)]
    with study.database.write() as connection:
        detail = {"raters": len(people)}
        audit.append(connection, at=now, actor=actor, action="identities", detail=detail)
    return sorted(people, key=lambda one: (one.origin, one.id))


def _people(study: Study) -> list[Rater]:
    return [
        rater
        for rater in all_raters(study)
        if rater.origin not in (SIMULATED, IMPORTED) and rater.n_answered
    ]


def format(owed: Iterable[Payment]) -> Iterator[str]:
    """A header and a line for each, as CSV without formulas."""
    yield line(_COLUMNS)
    for one in owed:
        counts = str(one.n_answers), str(one.n_surplus), f"{one.active_ms / _MINUTE:.1f}"
        amounts = f"{one.earned / UNIT:.6f}", f"{one.bonus / UNIT:.6f}"
        yield line([one.origin, one.id, one.code, *counts, *amounts, one.currency])


def format_bonuses(owed: Iterable[Payment]) -> Iterator[str]:
    """A line `id,amount` for each who gets one, in whole cents: what platforms take at once."""
    for one in owed:
        cents = -(-one.bonus // _CENT)
        if cents:
            yield line([one.id, f"{cents / 100:.2f}"])


def format_identities(people: Iterable[Identity]) -> Iterator[str]:
    """A header and a line for each, as CSV without formulas."""
    yield line(("pseudonym", "origin", "id"))
    for one in people:
        yield line([one.pseudonym, one.origin, one.id])


def amount(text: str) -> int:
    """The millionths in an amount as people write it; InputError where it is none.

    >>> amount("1.50"), amount("")
    (1500000, 0)
    """
    try:
        value = float(text or 0)
    except ValueError:
        value = -1.0
    # NaN is no amount either.
    if not 0 <= value <= _MOST:
        raise InputError(f"{text[:20]!r} is no amount. Write it like 1.50.")
    return round(value * UNIT)
