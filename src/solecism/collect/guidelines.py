"""Versions of the guideline and consent; a judgment records the version its rater had read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from solecism.collect.log import audit
from solecism.collect.store.tables import guidelines
from solecism.errors import InputError


@dataclass(frozen=True, slots=True)
class Guideline:
    """The instructions for raters, and what they agree to before they begin."""

    version: int
    text: str
    consent: str
    digest: str
    created: int


def add_guideline(
    connection: Connection, text: str, *, consent: str = "", now: int, actor: str
) -> int:
    """Make this the current guideline; return its version."""
    if "\x00" in text + consent:
        raise InputError("the guideline contains a NUL character. Remove it.")
    version = (connection.execute(select(func.max(guidelines.c.version))).scalar() or 0) + 1
    digest = hashlib.sha256(f"{text}\x1f{consent}".encode(errors="surrogatepass")).hexdigest()
    row = {"version": version, "text": text, "consent": consent, "digest": digest, "created": now}
    connection.execute(insert(guidelines), row)
    detail = {"version": version, "digest": digest}
    audit.append(connection, at=now, actor=actor, action="guideline", detail=detail)
    return version


def all_guidelines(connection: Connection) -> list[Guideline]:
    """Return all versions, the oldest first."""
    rows = connection.execute(select(guidelines).order_by(guidelines.c.version))
    return [Guideline(**row._mapping) for row in rows]


def current_version(connection: Connection) -> int:
    """Return the number of the current version."""
    return connection.execute(select(func.max(guidelines.c.version))).scalar() or 0
