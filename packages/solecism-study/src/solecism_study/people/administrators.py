"""Administrators and access tokens: who may change a study, and the rights of each.

Passwords are hashed with argon2id. A token is for a program: it has the rights of its scopes, and
is stored as a hash only. Nobody can grant rights that they do not have themselves.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update

from solecism.errors import ConflictError, DeniedError, InputError, MissingError
from solecism_study import audit_log
from solecism_study.keyed_hashes import signature
from solecism_study.store.tables import administrators, tokens
from solecism_study.study import Study

READ, EXPORT, MANAGE, PEOPLE, RATE = "read", "export", "manage", "people", "rate"
ROLES = {
    "viewer": frozenset({READ}),
    "manager": frozenset({READ, EXPORT, MANAGE}),
    "owner": frozenset({READ, EXPORT, MANAGE, PEOPLE}),
}
OWNER = "owner"
MIN_PASSWORD = 10
_MAX_PASSWORD = 1000


@dataclass(frozen=True, slots=True)
class Administrator:
    """A person who runs the study."""

    id: int
    name: str
    role: str

    @property
    def scopes(self) -> frozenset[str]:
        """The rights of this role."""
        return ROLES[self.role]


def add_administrator(
    study: Study, name: str, password: str, *, role: str, now: int, actor: str = "shell"
) -> None:
    """Add an administrator who can log in; ConflictError where the name is taken."""
    if role not in ROLES:
        raise InputError(f"there is no role {role!r}. Choose one of {', '.join(ROLES)}.")
    _check_password(password)
    if not name or len(name) > 100 or not name.isprintable():
        raise InputError(f"{name[:40]!r} is not a valid name. Give 1 to 100 printable characters.")
    row = {"name": name, "password": _hasher().hash(password), "role": role, "created": now}
    with study.database.write() as connection:
        connection.execute(audit_log.LOCK_STUDY)
        same = select(administrators.c.id).where(administrators.c.name == name)
        if connection.execute(same).first():
            raise ConflictError(f"there is already an administrator {name!r}.")
        connection.execute(insert(administrators), row)
        detail = {"name": name, "role": role}
        audit_log.append(connection, at=now, actor=actor, action="administrator", detail=detail)


def log_in(study: Study, name: str, password: str) -> Administrator:
    """Return the administrator with this name and password; DeniedError where there is none."""
    with study.database.read() as connection:
        query = select(administrators).where(administrators.c.name == name)
        row = connection.execute(query).first()
    # An unknown name takes as long as a wrong password and gives the same message.
    stored = row.password if row else _dummy_hash()
    try:
        _hasher().verify(stored, password[:_MAX_PASSWORD])
    except (VerificationError, InvalidHashError) as error:
        raise DeniedError("the name or the password is wrong.") from error
    if row is None:
        raise DeniedError("the name or the password is wrong.")
    return Administrator(row.id, row.name, row.role)


def administrator_by_id(study: Study, number: int) -> Administrator | None:
    """Return the administrator of this number, None where there is none."""
    with study.database.read() as connection:
        query = select(administrators).where(administrators.c.id == number)
        row = connection.execute(query).first()
    return Administrator(row.id, row.name, row.role) if row else None


def all_administrators(study: Study) -> list[Administrator]:
    """Return all administrators in the order in which they were added."""
    with study.database.read() as connection:
        rows = connection.execute(select(administrators).order_by(administrators.c.id)).all()
    return [Administrator(row.id, row.name, row.role) for row in rows]


def remove_administrator(study: Study, number: int, *, now: int, actor: str) -> None:
    """Remove an administrator; ConflictError for the last owner."""
    with study.database.write() as connection:
        connection.execute(audit_log.LOCK_STUDY)
        row = _administrator_row(connection, number)
        owners = select(func.count()).where(administrators.c.role == OWNER)
        if row.role == OWNER and connection.execute(owners).scalar() == 1:
            raise ConflictError("the last owner cannot be removed. Add another owner first.")
        connection.execute(delete(administrators).where(administrators.c.id == number))
        detail = {"name": row.name, "role": row.role}
        audit_log.append(connection, at=now, actor=actor, action="dismiss", detail=detail)


def change_password(study: Study, number: int, password: str, *, now: int, actor: str) -> None:
    """Give an administrator a new password; the old one is no longer valid."""
    _check_password(password)
    stored = _hasher().hash(password)
    with study.database.write() as connection:
        row = _administrator_row(connection, number)
        change = update(administrators).where(administrators.c.id == number)
        connection.execute(change.values(password=stored))
        audit_log.append(
            connection, at=now, actor=actor, action="password", detail={"name": row.name}
        )


def password_fingerprint(study: Study, number: int) -> str | None:
    """Return a text that changes with an administrator's password; None for an unknown number."""
    with study.database.read() as connection:
        query = select(administrators.c.password).where(administrators.c.id == number)
        stored = connection.execute(query).scalar()
    return None if stored is None else signature(study.secret, "password", stored)


def _administrator_row(connection: Connection, number: int) -> Any:
    row = connection.execute(select(administrators).where(administrators.c.id == number)).first()
    if row is None:
        raise MissingError(f"there is no administrator number {number}.")
    return row


def _check_password(password: str) -> None:
    if not MIN_PASSWORD <= len(password) <= _MAX_PASSWORD:
        raise InputError(f"a password must have {MIN_PASSWORD} to {_MAX_PASSWORD} characters.")


@lru_cache
def _hasher() -> PasswordHasher:
    # OWASP's parameters for servers with little memory: 19 MiB, two passes.
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


@lru_cache
def _dummy_hash() -> str:
    return _hasher().hash("a password that nobody has")


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
        audit_log.append(connection, at=now, actor=actor, action="token", detail=detail)
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
        audit_log.append(connection, at=now, actor=actor, action="revoke", detail={"token": number})


def _digest(text: str) -> str:
    # A random token needs no slow hash: it is too long to be guessed.
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def check_grant(own: Collection[str], granted: Collection[str]) -> None:
    """Raise DeniedError if a user would grant a scope that they do not have.

    The scope to rate is the exception: no administrator has it, and a token for it belongs to one
    rater.
    """
    excess = sorted(set(granted) - set(own) - {RATE})
    if excess:
        raise DeniedError(f"you cannot grant rights that you do not have: {', '.join(excess)}.")


def check_role_grant(own: Collection[str], role: str) -> None:
    """Raise DeniedError if a user would grant a role with a scope that they do not have."""
    if role not in ROLES:
        raise InputError(f"there is no role {role!r}. Choose one of: {', '.join(ROLES)}.")
    check_grant(own, ROLES[role])
