"""Raters as JSON Lines: pseudonym, state, and what they answered before work."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import select

from solecism.collect.configuration import encode
from solecism.collect.people.raters import SIMULATED
from solecism.collect.store.people_tables import screenings
from solecism.collect.store.tables import raters
from solecism.collect.study import Study


def rater_lines(study: Study) -> Iterator[str]:
    """Yield one line per rater, in the order of pseudonyms."""
    query = (
        select(raters.c.pseudonym, raters.c.state, raters.c.origin, screenings.c.answers)
        .outerjoin(screenings, screenings.c.rater == raters.c.id)
        .order_by(raters.c.pseudonym)
    )
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    for row in rows:
        line = {
            "rater": row.pseudonym,
            "state": row.state,
            "answers": msgspec.json.decode(row.answers) if row.answers else {},
        }
        if row.origin == SIMULATED:
            line["simulated"] = True
        yield encode(line).decode() + "\n"
