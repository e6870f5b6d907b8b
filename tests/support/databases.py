"""Databases for tests: empty ones on a PostgreSQL server, and tables that are made faster."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import event

from solecism_study.store.database import Database

_NUMBERS = itertools.count()
# What the migrations told an empty database of each kind to do.
_STATEMENTS: dict[str, list[str]] = {}


def new_database(address: str) -> str:
    """The address of an empty database on the server."""
    name = f"study{next(_NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return address.replace("/postgres?", f"/{name}?")


@contextmanager
def tables_made_again() -> Iterator[None]:
    """Let new studies have the tables that migrations made before in this process.

    To walk through all migrations takes most of the time of a small study, and every study of a
    test begins with it. Their statements are kept the first time, and then executed as they are.
    """
    from solecism_study.store import schema

    with patch.object(schema, "migrate", partial(_migrate_again, schema.migrate)):
        yield


def _migrate_again(migrate: Callable[[Database], list[str]], database: Database) -> list[str]:
    """Do what `migrate` does; by its own statements where there are no tables yet."""
    from solecism_study.store.schema import REVISIONS, current_revision

    with database.read() as connection:
        is_empty = current_revision(connection, name=database.name) is None
    if not is_empty:
        return migrate(database)
    kind = database.engine.dialect.name
    if kind not in _STATEMENTS:
        with _noted(database) as statements:
            steps = migrate(database)
        _STATEMENTS[kind] = statements
        return steps
    with database.write() as connection:
        for statement in _STATEMENTS[kind]:
            connection.exec_driver_sql(statement)
    return list(REVISIONS)


@contextmanager
def _noted(database: Database) -> Iterator[list[str]]:
    """The statements that change something in a database while this is entered."""
    noted: list[str] = []

    def note(connection: object, cursor: object, statement: str, *values: object) -> None:
        if statement.split(None, 1)[0] in ("CREATE", "ALTER", "DROP", "INSERT", "UPDATE"):
            if values[0]:
                raise ValueError(f"a migration has values beside its statement: {statement}")
            noted.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield noted
    finally:
        event.remove(database.engine, "before_cursor_execute", note)
