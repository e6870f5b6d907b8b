"""Statements that run at every judgment: compiled once, and sent to the driver as they are.

What SQLAlchemy does at each call (cache keys, parameters, descriptions of results) takes most of
the time of a short statement. These have numbers, texts and truth values only, which SQLite
gives back as 0 and 1. What goes wrong is told as SQLAlchemy would tell it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Executable, Insert
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of a result, and how many rows were changed."""

    rows: Sequence[Any]
    rowcount: int

    def first(self) -> Any:
        """The first row, None where there is none."""
        return self.rows[0] if self.rows else None


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A text, the values that are the same every time, and the places of all values."""

    sql: str
    constants: dict[str, Any]
    places: tuple[str, ...] | None


def run(connection: Connection, statement: Executable, values: Mapping[str, Any]) -> Found:
    """The result of a statement for these values of its parameters, or of the row to insert."""
    columns = tuple(values) if isinstance(statement, Insert) else None
    found = _compiled(statement, connection.dialect, columns)
    given: Any = {**found.constants, **values}
    if found.places is not None:
        given = [given[name] for name in found.places]
    cursor = connection.connection.cursor()
    driver = connection.dialect.loaded_dbapi.Error
    try:
        cursor.execute(found.sql, given)
        if cursor.description is None:
            return Found((), cursor.rowcount)
        make = _row_type(tuple(column[0] for column in cursor.description))
        return Found([make(row) for row in cursor.fetchall()], cursor.rowcount)
    except driver as error:
        raise DBAPIError.instance(found.sql, given, error, driver) from error
    finally:
        cursor.close()


@lru_cache(256)
def _compiled(
    statement: Executable, dialect: Dialect, columns: tuple[str, ...] | None
) -> _Compiled:
    made: Any = statement.compile(dialect=dialect, column_keys=columns)  # type: ignore[attr-defined]  # a clause
    places = None if made.positiontup is None else tuple(made.positiontup)
    return _Compiled(str(made), dict(made.params), places)


@lru_cache(256)
def _row_type(names: tuple[str, ...]) -> Callable[[Sequence[Any]], Any]:
    made: Any = namedtuple("Row", names)  # type: ignore[misc]  # the names come with the result
    make: Callable[[Sequence[Any]], Any] = made._make
    return make
