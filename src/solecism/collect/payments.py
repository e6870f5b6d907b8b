"""Payments: what each person is owed, by their id where they come from.

This is the one list with ids in it, so it has no pseudonyms: it does not tell who answered what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism.collect.configuration import UNIT
from solecism.collect.imports import ORIGIN as IMPORTED
from solecism.collect.people.platforms import own_code
from solecism.collect.progress import progress
from solecism.collect.raters import SIMULATED, all_raters
from solecism.collect.study import Study
from solecism.formats.crowd.long import line

_COLUMNS = ("origin", "id", "code", "answers", "active_minutes", "earned", "currency")


@dataclass(frozen=True, slots=True)
class Payment:
    """Who is owed what: answers of all kinds are paid, void and surplus ones as well.

    `code` is the rater's own, which they have if they stopped before the end or were sent away,
    or where the platform has none for all; `earned` is in millionths of the currency.
    """

    origin: str
    id: str
    code: str
    n_answers: int
    active_ms: int
    earned: int
    currency: str


def payments(study: Study, *, now: int) -> list[Payment]:
    """What people have earned so far, in the order of their ids; nobody made up is among them."""
    found = progress(study, now=now)
    work = {one.pseudonym: one for one in found.raters}
    owed = []
    for rater in all_raters(study):
        if rater.origin in (SIMULATED, IMPORTED) or not rater.n_answered:
            continue
        mine = work[rater.pseudonym]
        n_answers = mine.n_answered + mine.n_surplus + mine.n_void
        code = own_code(study, rater)
        owed.append(
            Payment(
                *(rater.origin, rater.external, code, n_answers),
                *(mine.active_ms, mine.earned, found.currency),
            )
        )
    return sorted(owed, key=lambda one: (one.origin, one.id))


def format(owed: Iterable[Payment]) -> Iterator[str]:
    """A header and a line for each, as CSV without formulas."""
    yield line(_COLUMNS)
    for one in owed:
        minutes, earned = f"{one.active_ms / 60_000:.1f}", f"{one.earned / UNIT:.6f}"
        yield line(
            [*(one.origin, one.id, one.code, str(one.n_answers)), minutes, earned, one.currency]
        )
