"""Admission of raters: exclusions, places in quotas, and how many people were turned away.

People who may not take part are excluded by their ids, kept as keyed hashes only. A rater takes a
place in every quota that their answers fit. Places are counted from the raters themselves, while
the study's row is locked, so that no quota is ever exceeded, however many come at once. Whoever has
not answered yet holds a place for a limited time only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from solecism.system.processes import batches
from solecism_study import audit_log
from solecism_study.audit_log import STUDY_CHAIN
from solecism_study.configuration import canonical_json
from solecism_study.people.raters import Rater, excluded_digest, set_state
from solecism_study.screening.rater_rules import Quota, Screening, number_range
from solecism_study.store.tables import exclusions, log, raters, screenings
from solecism_study.study import Study
from solecism_study.units import MINUTE

_AT_ONCE = 500


def exclude(study: Study, ids: Iterable[str], *, source: str, now: int, actor: str) -> int:
    """Add ids to the list of exclusions; return how many are new.

    Whoever has already joined stays. The log says how many were added and where from.
    """
    digests = {excluded_digest(study, one.strip()) for one in ids if one.strip()}
    with study.database.write() as connection:
        n_new = add_excluded_digests(connection, digests, now=now)
        detail = {"source": source, "n": n_new}
        audit_log.append(connection, at=now, actor=actor, action="exclude", detail=detail)
    return n_new


def add_excluded_digests(connection: Connection, digests: Collection[str], *, now: int) -> int:
    """Add hashes to the list within a transaction; return how many are new."""
    connection.execute(audit_log.LOCK_STUDY)
    known: set[str] = set()
    for part in batches(sorted(digests), _AT_ONCE):
        query = select(exclusions.c.digest).where(exclusions.c.digest.in_(part))
        known.update(connection.execute(query).scalars())
    rows = [{"digest": one, "added": now} for one in sorted(set(digests) - known)]
    if rows:
        connection.execute(insert(exclusions), rows)
    return len(rows)


def ids_of_study(study: Study) -> list[str]:
    """Return the ids of all who answered in a study, to exclude them from another one."""
    people = raters.c.origin.not_in(("simulated", "import")), raters.c.n_answered > 0
    with study.database.read() as connection:
        return list(connection.execute(select(raters.c.external).where(*people)).scalars())


def n_excluded(study: Study) -> int:
    """Return how many ids are on the list."""
    with study.database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(exclusions)).scalar_one())


SYSTEM = "solecism"
# Raters who withdraw may leave their answers; those who take them along give up their places.
_COUNTED = ("screening", "practice", "active", "withdrawn")


def fitting_quotas(screening: Screening, answers: Mapping[str, str]) -> list[int]:
    """Return the numbers of the quotas that these answers fit, counted from 0."""
    return [
        number for number, quota in enumerate(screening.quotas) if _fits(screening, quota, answers)
    ]


def have_quotas_room(
    connection: Connection, study: Study, places: Collection[int], *, now: int, but: int
) -> bool:
    """Whether each of these quotas has a place left, not counting the rater `but`.

    The study's row stays locked until the end of the transaction.
    """
    screening = study.configuration.screening
    if not screening or not places:
        return True
    connection.execute(audit_log.LOCK_STUDY)
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
    if not have_quotas_room(connection, study, decoded_places(row.places), now=now, but=rater.id):
        reason = "others took the place meanwhile"
        return set_state(connection, rater, "full", now=now, actor=SYSTEM, reason=reason)
    held = now + screening.hold_minutes * MINUTE
    change = update(screenings).where(screenings.c.rater == rater.id)
    connection.execute(change.values(held_until=held))
    return rater


def encoded_places(places: Collection[int]) -> str:
    """Return the numbers of quotas as the table stores them."""
    return canonical_json(list(places)).decode()


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


TURNED_AWAY = ("screened-out", "full", "excluded")


@dataclass(frozen=True, slots=True)
class QuotaProgress:
    """A quota: the answers that it is about, its places, and how many are taken."""

    where: dict[str, str]
    places: int
    n_taken: int


@dataclass(frozen=True, slots=True)
class Funnel:
    """People by state, the reasons of those turned away, the quotas, and the list of exclusions."""

    states: dict[str, int]
    reasons: dict[str, int]
    quotas: tuple[QuotaProgress, ...]
    n_excluded: int
    answers: dict[str, dict[str, int]]


def funnel(study: Study, *, now: int) -> Funnel:
    """Return the counts as of now."""
    screening = study.configuration.screening
    with study.database.read() as connection:
        states = connection.execute(
            select(raters.c.state, func.count()).group_by(raters.c.state)
        ).all()
        taken = places_taken(connection, now=now)
        n_excluded = connection.execute(select(func.count()).select_from(exclusions)).scalar_one()
        reasons, answers = _reasons(connection), _answers(connection)
    quotas = screening.quotas if screening else ()
    return Funnel(
        {row[0]: int(row[1]) for row in states},
        reasons,
        tuple(
            QuotaProgress(dict(one.where), one.places, taken[number])
            for number, one in enumerate(quotas)
        ),
        int(n_excluded),
        answers,
    )


def _reasons(connection: Connection) -> dict[str, int]:
    """How many people each question or check turned away, the largest number first."""
    query = select(log.c.detail).where(log.c.chain == STUDY_CHAIN, log.c.action == "state")
    counts: Counter[str] = Counter()
    for detail in connection.execute(query).scalars():
        change = msgspec.json.decode(detail)
        if change.get("to") in TURNED_AWAY:
            counts[change.get("reason", "").partition(":")[0]] += 1
    return dict(counts.most_common())


def _answers(connection: Connection) -> dict[str, dict[str, int]]:
    """How many of those admitted gave each answer, by question."""
    query = select(screenings.c.answers).where(screenings.c.answers.is_not(None))
    counts: dict[str, Counter[str]] = {}
    for stored in connection.execute(query).scalars():
        for name, value in msgspec.json.decode(stored, type=dict[str, str]).items():
            counts.setdefault(name, Counter())[value] += 1
    return {name: dict(counter.most_common()) for name, counter in counts.items()}
