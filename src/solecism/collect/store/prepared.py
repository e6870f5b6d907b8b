"""Statements that run at every judgment: compiled once, and sent to the driver as they are.

What SQLAlchemy does at each call (cache keys, parameters, descriptions of results) takes most of
the time of a short statement. These have numbers, texts and truth values only, which SQLite
gives back as 0 and 1. What goes wrong is told as SQLAlchemy would tell it.

PostgreSQL is asked over a line, and each question costs a way there and back. What needs no
answer waits for the next question, or for the commit, and goes along with it.
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

_UNSENT = "unsent"


@dataclass(frozen=True, slots=True)
class ResultRows:
    """The rows of a result, and how many rows were changed."""

    rows: Sequence[Any]
    rowcount: int

    def first(self) -> Any:
        """The first row, None where there is none."""
        return self.rows[0] if self.rows else None


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A text, the values that are the same every time, the places of values, what makes a row."""

    sql: str
    constants: dict[str, Any]
    places: tuple[str, ...] | None
    row: Callable[[Sequence[Any]], Any] | None


@dataclass(frozen=True, slots=True)
class _BoundStatement:
    """A statement with its values."""

    compiled: _Compiled
    values: Any


def execute(connection: Connection, statement: Executable, values: Mapping[str, Any]) -> ResultRows:
    """The result of a statement for these values of its parameters, or of the row to insert."""
    return execute_all(connection, (statement, values))[0]


def execute_all(
    connection: Connection, *asked: tuple[Executable, Mapping[str, Any]]
) -> list[ResultRows]:
    """The results of several statements, one run after the other."""
    filled = [_bind(connection, *one) for one in asked]
    unsent = connection.info.get(_UNSENT)
    if unsent is None or len(unsent) + len(filled) == 1:
        return [_result_rows(one, _execute(connection, one)) for one in filled]
    unsent += filled
    with _pipeline(connection):
        cursors = _flush(connection, unsent)
    return [_result_rows(*one) for one in zip(filled, cursors[-len(filled) :], strict=True)]


def execute_later(connection: Connection, statement: Executable, values: Mapping[str, Any]) -> None:
    """Run a statement whose result nobody needs, at the latest with the commit."""
    filled = _bind(connection, statement, values)
    unsent = connection.info.get(_UNSENT)
    if unsent is None:
        _execute(connection, filled).close()
    else:
        unsent.append(filled)


@contextmanager
def pipelined(connection: Connection, *, is_kept: bool = True) -> Iterator[None]:
    """A transaction over a line: what is sent waits for what is run, or for the commit."""
    unsent = connection.info[_UNSENT] = []
    try:
        yield
        with _pipeline(connection):
            _flush(connection, unsent)
            if is_kept:
                connection.connection.commit()
    finally:
        connection.info.pop(_UNSENT, None)


def flush(connection: Connection, *_: Any) -> None:
    """Send what waits, before a statement goes another way."""
    if unsent := connection.info.get(_UNSENT):
        with _pipeline(connection):
            _flush(connection, unsent)


@contextmanager
def _pipeline(connection: Connection) -> Iterator[None]:
    raw: Any = connection.connection.driver_connection
    driver = connection.dialect.loaded_dbapi
    try:
        with raw.pipeline():
            yield
    except driver.Error as error:
        # What came after the statement that failed was broken off, which may be told last.
        first = error.__context__ if isinstance(error.__context__, driver.Error) else error
        raise DBAPIError.instance("", (), first, driver.Error) from error


def _flush(connection: Connection, unsent: list[_BoundStatement]) -> list[Any]:
    cursors = [_start(connection, one) for one in unsent]
    unsent.clear()
    return cursors


def _start(connection: Connection, filled: _BoundStatement) -> Any:
    cursor = connection.connection.cursor()
    cursor.execute(filled.compiled.sql, filled.values)
    return cursor


def _execute(connection: Connection, filled: _BoundStatement) -> Any:
    driver = connection.dialect.loaded_dbapi.Error
    try:
        return _start(connection, filled)
    except driver as error:
        raise DBAPIError.instance(filled.compiled.sql, (), error, driver) from error


def _result_rows(filled: _BoundStatement, cursor: Any) -> ResultRows:
    make = filled.compiled.row
    rows = () if make is None else [make(row) for row in cursor.fetchall()]
    found = ResultRows(rows, cursor.rowcount)
    cursor.close()
    return found


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
