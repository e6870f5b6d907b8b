"""The state in which a new rater begins: excluded, before screening, in practice, or active."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, exists, literal, select

from solecism.collect.item import PRACTICE
from solecism.collect.people.signing import signature
from solecism.collect.store.people_tables import exclusions
from solecism.collect.store.tables import openings
from solecism.collect.study import Study

# These are no people who come to take part, or they were asked elsewhere.
_NOT_SCREENED = frozenset({"simulated", "import", "warm-up"})
_HAS_PRACTICE = select(exists().where(openings.c.pool == literal(PRACTICE)))


def first_state(
    connection: Connection, study: Study, *, origin: str, external: str
) -> Literal["excluded", "screening", "practice", "active"]:
    """Return the state of a rater who joins now."""
    if origin not in _NOT_SCREENED:
        known = exclusions.c.digest == excluded_digest(study, external)
        if connection.execute(select(exclusions.c.digest).where(known)).first():
            return "excluded"
        if study.configuration.screening:
            return "screening"
    return working_state(connection)


def working_state(connection: Connection) -> Literal["practice", "active"]:
    """Return the state in which work begins: practice where there are practice items."""
    return "practice" if connection.execute(_HAS_PRACTICE).scalar() else "active"


def excluded_digest(study: Study, external: str) -> str:
    """Return the keyed hash by which the list of exclusions knows an id."""
    return signature(study.secret, "excluded", external)
