"""How many people came, were turned away and why, and how full the quotas are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, func, select

from solecism.collect.log.audit import STUDY_CHAIN
from solecism.collect.screening.places import places_taken
from solecism.collect.store.people_tables import exclusions, screenings
from solecism.collect.store.tables import log, raters
from solecism.collect.study import Study

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
