"""Places in quotas: how many are taken, and who holds one.

A rater takes a place in every quota that their answers fit. Places are counted from the raters
themselves, while the study's row is locked, so that no quota is ever exceeded, however many come
at once. Whoever has not answered yet holds a place for a limited time only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, select, update

from solecism.collect.configuration import encode
from solecism.collect.durations import MINUTE
from solecism.collect.log import audit
from solecism.collect.people.raters import Rater, set_state
from solecism.collect.screening.definition import Quota, Screening, number_range
from solecism.collect.store.people_tables import screenings
from solecism.collect.store.tables import raters
from solecism.collect.study import Study

SYSTEM = "solecism"
# Raters who withdraw may leave their answers; those who take them along give up their places.
_COUNTED = ("screening", "practice", "active", "withdrawn")


def fitting_quotas(screening: Screening, answers: Mapping[str, str]) -> list[int]:
    """Return the numbers of the quotas that these answers fit, counted from 0."""
    return [
        number for number, quota in enumerate(screening.quotas) if _fits(screening, quota, answers)
    ]


def has_room(
    connection: Connection, study: Study, places: Collection[int], *, now: int, but: int
) -> bool:
    """Whether each of these quotas has a place left, not counting the rater `but`.

    The study's row stays locked until the end of the transaction.
    """
    screening = study.configuration.screening
    if not screening or not places:
        return True
    connection.execute(audit.LOCK_STUDY)
    taken = places_taken(connection, now=now, but=but)
    return all(taken[number] < screening.quotas[number].places for number in places)


def places_taken(connection: Connection, *, now: int, but: int = 0) -> Counter[int]:
    """Return how many places of each quota are taken, by the quota's number."""
    query = (
        select(screenings.c.places)
        .join(raters, raters.c.id == screenings.c.rater)
        .where(raters.c.state.in_(_COUNTED), screenings.c.rater != but)
        .where((raters.c.n_answered > 0) | (screenings.c.held_until > now))
    )
    taken: Counter[int] = Counter()
    for stored in connection.execute(query).scalars():
        taken.update(decoded_places(stored))
    return taken


def decoded_places(stored: str) -> Sequence[int]:
    """Return the numbers of quotas that a row of the table names."""
    return msgspec.json.decode(stored, type=list[int])


def keep_place(connection: Connection, study: Study, rater: Rater, *, now: int) -> Rater:
    """Return the rater with their place held for longer, or turned away where others took it.

    Only raters who have not answered yet can lose a place. The caller saves the rater.
    """
    screening = study.configuration.screening
    if not screening or not screening.quotas:
        return rater
    if rater.n_answered or rater.state not in ("practice", "active"):
        return rater
    row = connection.execute(select(screenings).where(screenings.c.rater == rater.id)).first()
    if row is None or row.held_until > now:
        return rater
    if not has_room(connection, study, decoded_places(row.places), now=now, but=rater.id):
        reason = "others took the place meanwhile"
        return set_state(connection, rater, "full", now=now, actor=SYSTEM, reason=reason)
    held = now + screening.hold_minutes * MINUTE
    change = update(screenings).where(screenings.c.rater == rater.id)
    connection.execute(change.values(held_until=held))
    return rater


def encoded_places(places: Collection[int]) -> str:
    """Return the numbers of quotas as the table stores them."""
    return encode(list(places)).decode()


def _fits(screening: Screening, quota: Quota, answers: Mapping[str, str]) -> bool:
    kinds = {one.name: one.kind for one in screening.questions}
    return all(
        _is_value(answers.get(name, ""), value, is_number=kinds[name] == "number")
        for name, value in quota.where.items()
    )


def _is_value(answer: str, value: str, *, is_number: bool) -> bool:
    if is_number:
        low, high = number_range(value) or (int(value), int(value))
        return low <= int(answer) <= high
    return answer.casefold() == value.casefold()
