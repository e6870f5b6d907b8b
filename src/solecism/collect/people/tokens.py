"""Tokens for programs: each has the rights of its scopes, and is stored as a hash only."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from solecism.collect.log import audit
from solecism.collect.people.administrators import EXPORT, MANAGE, PEOPLE, RATE, READ
from solecism.collect.store.tables import tokens
from solecism.collect.study import Study
from solecism.errors import DeniedError, InputError, MissingError

SCOPES = (READ, EXPORT, MANAGE, PEOPLE, RATE)
PREFIX = "sol_"
_N_BYTES = 32


@dataclass(frozen=True, slots=True)
class ApiToken:
    """The rights of a token; one with the scope `rate` works as its rater."""

    id: int
    name: str
    scopes: frozenset[str]
    rater: int | None
    expires: int | None = None
    is_revoked: bool = False


def make_token(
    study: Study,
    name: str,
    scopes: Collection[str],
    *,
    now: int,
    expires: int | None = None,
    rater: int | None = None,
    actor: str = "shell",
) -> str:
    """Make a token and return its text, which cannot be shown again."""
    for scope in scopes:
        if scope not in SCOPES:
            raise InputError(f"there is no scope {scope!r}. Choose from {', '.join(SCOPES)}.")
    if not scopes or not name or len(name) > 100:
        raise InputError("a token needs a name and at least one scope.")
    if (RATE in scopes) != (rater is not None):
        raise InputError(
            "a token with the scope rate needs a rater, and no other token may have one."
        )
    text = PREFIX + secrets.token_urlsafe(_N_BYTES)
    row = {
        "name": name,
        "digest": _digest(text),
        "scopes": " ".join(sorted(scopes)),
        "rater": rater,
        "created": now,
        "expires": expires,
    }
    with study.database.write() as connection:
        connection.execute(insert(tokens), row)
        detail = {"name": name, "scopes": sorted(scopes)}
        audit.append(connection, at=now, actor=actor, action="token", detail=detail)
    return text


def read_token(study: Study, text: str, *, now: int) -> ApiToken:
    """Return the token with this text; DeniedError where it is unknown, revoked or expired."""
    with study.database.read() as connection:
        query = select(tokens).where(tokens.c.digest == _digest(text))
        row = connection.execute(query).first()
    if row is None or row.revoked is not None or (row.expires or now + 1) <= now:
        raise DeniedError("this token is unknown, revoked or expired.")
    return ApiToken(row.id, row.name, frozenset(row.scopes.split()), row.rater, row.expires)


def all_tokens(study: Study) -> list[ApiToken]:
    """Return all tokens, without their texts, which are not stored."""
    with study.database.read() as connection:
        rows = connection.execute(select(tokens).order_by(tokens.c.id)).all()
    return [
        ApiToken(
            row.id,
            row.name,
            frozenset(row.scopes.split()),
            row.rater,
            row.expires,
            row.revoked is not None,
        )
        for row in rows
    ]


def revoke_token(study: Study, number: int, *, now: int, actor: str = "shell") -> None:
    """Revoke a token; MissingError where there is none to revoke."""
    with study.database.write() as connection:
        change = update(tokens).where(tokens.c.id == number, tokens.c.revoked.is_(None))
        if not connection.execute(change.values(revoked=now)).rowcount:
            raise MissingError(f"there is no token number {number} to revoke.")
        audit.append(connection, at=now, actor=actor, action="revoke", detail={"token": number})


def _digest(text: str) -> str:
    # A random token needs no slow hash: it is too long to be guessed.
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
