"""Administrators: names, passwords (hashed with argon2id) and the rights of each role."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update

from solecism.collect.log import audit
from solecism.collect.people.signing import signature
from solecism.collect.store.tables import administrators
from solecism.collect.study import Study
from solecism.errors import ConflictError, DeniedError, InputError, MissingError

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
        connection.execute(audit.LOCK_STUDY)
        same = select(administrators.c.id).where(administrators.c.name == name)
        if connection.execute(same).first():
            raise ConflictError(f"there is already an administrator {name!r}.")
        connection.execute(insert(administrators), row)
        detail = {"name": name, "role": role}
        audit.append(connection, at=now, actor=actor, action="administrator", detail=detail)


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
        connection.execute(audit.LOCK_STUDY)
        row = _administrator_row(connection, number)
        owners = select(func.count()).where(administrators.c.role == OWNER)
        if row.role == OWNER and connection.execute(owners).scalar() == 1:
            raise ConflictError("the last owner cannot be removed. Add another owner first.")
        connection.execute(delete(administrators).where(administrators.c.id == number))
        detail = {"name": row.name, "role": row.role}
        audit.append(connection, at=now, actor=actor, action="dismiss", detail=detail)


def change_password(study: Study, number: int, password: str, *, now: int, actor: str) -> None:
    """Give an administrator a new password; the old one is no longer valid."""
    _check_password(password)
    stored = _hasher().hash(password)
    with study.database.write() as connection:
        row = _administrator_row(connection, number)
        change = update(administrators).where(administrators.c.id == number)
        connection.execute(change.values(password=stored))
        audit.append(connection, at=now, actor=actor, action="password", detail={"name": row.name})


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
