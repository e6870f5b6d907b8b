"""Empty databases on a PostgreSQL server."""

from __future__ import annotations

import itertools

import psycopg
from psycopg.sql import SQL, Identifier

_NUMBERS = itertools.count()


def new_database(address: str) -> str:
    """The address of an empty database on the server."""
    name = f"study{next(_NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return address.replace("/postgres?", f"/{name}?")
