"""Statements that run at every judgment: compiled once, then passed directly to the driver.

What SQLAlchemy does at each call (cache keys, parameters, descriptions of results) takes most of
the time of a short statement. These statements have numbers, texts and booleans only; SQLite
returns booleans as 0 and 1. Errors are raised as SQLAlchemy would raise them.

With PostgreSQL each statement costs a round trip. A statement without a result waits for the next
one that has a result, or for the commit, and is sent together with it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Executable, Insert
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError

_PENDING = "pending statements"


@dataclass(frozen=True, slots=True)
class ResultRows:
    """The rows of a result, and the number of rows that were changed."""

    rows: Sequence[Any]
    rowcount: int

    def first(self) -> Any:
        """The first row, None where there is none."""
        return self.rows[0] if self.rows else None


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The SQL text, its constant values, the order of its parameters, and the row type."""

    sql: str
    constants: dict[str, Any]
    places: tuple[str, ...] | None
    row: Callable[[Sequence[Any]], Any] | None


@dataclass(frozen=True, slots=True)
class _BoundStatement:
    """A compiled statement with its values."""

    compiled: _Compiled
    values: Any


def execute(connection: Connection, statement: Executable, values: Mapping[str, Any]) -> ResultRows:
    """Return the result of a statement with these parameters, or with this row to insert."""
    return execute_all(connection, (statement, values))[0]


def execute_all(
    connection: Connection, *statements: tuple[Executable, Mapping[str, Any]]
) -> list[ResultRows]:
    """Return the results of several statements, executed one after the other."""
    bound = [_bind(connection, *one) for one in statements]
    pending = connection.info.get(_PENDING)
    if pending is None or len(pending) + len(bound) == 1:
        return [_result_rows(one, _execute(connection, one)) for one in bound]
    pending += bound
    with _pipeline(connection):
        cursors = _flush(connection, pending)
    return [_result_rows(*one) for one in zip(bound, cursors[-len(bound) :], strict=True)]


def execute_later(connection: Connection, statement: Executable, values: Mapping[str, Any]) -> None:
    """Execute a statement without a result, at the latest with the commit."""
    bound = _bind(connection, statement, values)
    pending = connection.info.get(_PENDING)
    if pending is None:
        _execute(connection, bound).close()
    else:
        pending.append(bound)


@contextmanager
def pipelined(connection: Connection, *, commits: bool = True) -> Iterator[None]:
    """A transaction whose statements without results are sent in groups, then committed."""
    pending = connection.info[_PENDING] = []
    try:
        yield
        with _pipeline(connection):
            _flush(connection, pending)
            if commits:
                connection.connection.commit()
    finally:
        connection.info.pop(_PENDING, None)


def flush(connection: Connection, *_: Any) -> None:
    """Send the pending statements, before a statement is executed by SQLAlchemy."""
    if pending := connection.info.get(_PENDING):
        with _pipeline(connection):
            _flush(connection, pending)


@contextmanager
def _pipeline(connection: Connection) -> Iterator[None]:
    raw: Any = connection.connection.driver_connection
    driver = connection.dialect.loaded_dbapi
    try:
        with raw.pipeline():
            yield
    except driver.Error as error:
        # Statements after the failed one are aborted, and that error may be raised last.
        first = error.__context__ if isinstance(error.__context__, driver.Error) else error
        raise DBAPIError.instance("", (), first, driver.Error) from error


def _flush(connection: Connection, pending: list[_BoundStatement]) -> list[Any]:
    cursors = [_start(connection, one) for one in pending]
    pending.clear()
    return cursors


def _start(connection: Connection, bound: _BoundStatement) -> Any:
    cursor = connection.connection.cursor()
    cursor.execute(bound.compiled.sql, bound.values)
    return cursor


def _execute(connection: Connection, bound: _BoundStatement) -> Any:
    driver = connection.dialect.loaded_dbapi.Error
    try:
        return _start(connection, bound)
    except driver as error:
        raise DBAPIError.instance(bound.compiled.sql, (), error, driver) from error


def _result_rows(bound: _BoundStatement, cursor: Any) -> ResultRows:
    make = bound.compiled.row
    rows = () if make is None else [make(row) for row in cursor.fetchall()]
    result = ResultRows(rows, cursor.rowcount)
    cursor.close()
    return result


def _bind(
    connection: Connection, statement: Executable, values: Mapping[str, Any]
) -> _BoundStatement:
    is_row = isinstance(statement, Insert) and statement.select is None
    columns = tuple(values) if is_row else None
    compiled = _compiled(statement, connection.dialect, columns)
    given: Any = {**compiled.constants, **values}
    if compiled.places is not None:
        given = [given[name] for name in compiled.places]
    return _BoundStatement(compiled, given)


@lru_cache(256)
def _compiled(
    statement: Executable, dialect: Dialect, columns: tuple[str, ...] | None
) -> _Compiled:
    made: Any = statement.compile(dialect=dialect, column_keys=columns)  # type: ignore[attr-defined]  # a clause
    places = None if made.positiontup is None else tuple(made.positiontup)
    return _Compiled(str(made), dict(made.params), places, _row_type(statement))


def _row_type(statement: Any) -> Callable[[Sequence[Any]], Any] | None:
    names = tuple(statement.exported_columns.keys())
    if not names:
        return None
    made: Any = namedtuple("Row", names)  # type: ignore[misc]  # the names come with the statement
    make: Callable[[Sequence[Any]], Any] = made._make
    return make
