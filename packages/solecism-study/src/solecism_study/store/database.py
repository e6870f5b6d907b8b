"""A study's database: SQLite in a folder of its own, or PostgreSQL.

SQLite has one writer at a time. Writers that queue are faster than writers that retry, so the
writers of this process queue at a lock before they begin. An acknowledged judgment survives a
power failure: no write returns before it is on the disk.

SQLite would wait for the disk at each commit while all other writers queue. Here a commit goes
into the write-ahead log and the next writer begins; the first one waits outside the lock until the
log is on the disk. One call is enough for all commits before it (group commit).

Statements that run at every judgment: compiled once, then passed directly to the driver.

What SQLAlchemy does at each call (cache keys, parameters, descriptions of results) takes most of
the time of a short statement. These statements have numbers, texts and booleans only; SQLite
returns booleans as 0 and 1. Errors are raised as SQLAlchemy would raise them.

With PostgreSQL each statement costs a round trip. A statement without a result waits for the next
one that has a result, or for the commit, and is sent together with it.
"""

from __future__ import annotations

import os
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Executable, Insert, create_engine, event
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    PendingRollbackError,
    ResourceClosedError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from solecism.errors import InputError, StoreError
from solecism.system.installation import explain_missing

FILE = "study.sqlite"
P = ParamSpec("P")
T = TypeVar("T")
_TRIES = 4
# PostgreSQL: deadlock detected, serialization failure.
_DEADLOCK_CODES = ("40P01", "40001")
_BUSY_MS = 10_000
_POOL = 40
# The write-ahead log is moved into the database when it is this large, and again after so much more
# where a reader was in the way.
_MAX_LOG_BYTES, _MORE_LOG_BYTES = 4 << 20, 1 << 19
_CHECKPOINT_MS = 100
_IS_EFFECTIVE = os.access in os.supports_effective_ids
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # `GroupCommit` writes commits to the disk, many at once.
    "PRAGMA synchronous = NORMAL",
    # `Database` itself moves the log into the database: SQLite would never make the file smaller.
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA foreign_keys = ON",
    # Each connection has a cache of its own, and the operating system has one for all of them.
    "PRAGMA cache_size = -2000",
)


class DeadlockError(StoreError):
    """Two transactions waited for each other, and the database aborted one of them."""


def retry_on_deadlock(work: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function that is called again where the database aborted its transaction."""

    @wraps(work)
    def retried(*arguments: P.args, **options: P.kwargs) -> T:
        for _ in range(_TRIES - 1):
            try:
                return work(*arguments, **options)
            except DeadlockError:
                continue
        return work(*arguments, **options)

    return retried


class Database:
    """Transactions on a study's database; only exceptions of `solecism.errors` reach the caller."""

    def __init__(self, engine: Engine, *, name: str, commits: GroupCommit | None = None) -> None:
        self.engine, self.name = engine, name
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._writing = threading.Lock()
        self._commits = commits
        self._log_limit = _MAX_LOG_BYTES
        # With PostgreSQL the begin and the end of a transaction would each be a round trip.
        autocommit = {} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._single = engine.execution_options(**autocommit)
        self.is_closed = False

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading."""
        with _translated_errors(self.name), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def read_once(self) -> Iterator[Connection]:
        """A connection for one query, without a transaction around it."""
        with _translated_errors(self.name), self._single.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection in a transaction: all changes are committed at the end, or none."""
        with _translated_errors(self.name):
            if self._commits is not None:
                with self._writing, self.engine.connect() as connection:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                    with _committed_or_rolled_back(connection):
                        yield connection
                    commit = self._commits.committed()
                    self._shorten_log(connection, self._commits.log_bytes())
                self._commits.wait_for(commit)
            else:
                with self.engine.begin() as connection, pipelined(connection):
                    yield connection

    @contextmanager
    def erasing(self) -> Iterator[Connection]:
        """The same for changes that erase something: SQLite overwrites it, in its log as well."""
        with self.write() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
            yield connection
        if self.is_sqlite:
            with self.read() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def warm_up(self, work: Callable[[Connection], None], n: int) -> None:
        """Do some work on each of n connections and roll it back."""
        with _translated_errors(self.name), ExitStack() as stack:
            opened = [stack.enter_context(self.engine.connect()) for _ in range(n)]
            for connection in opened:
                with pipelined(connection, commits=False):
                    work(connection)
                connection.rollback()

    def _shorten_log(self, connection: Connection, n_bytes: int) -> None:
        """Move SQLite's write-ahead log into the database if it is large, and empty its file.

        The caller holds the lock of writers. Readers of the log are not waited for: it is tried
        again when the log has grown some more.
        """
        if n_bytes <= self._log_limit:
            return
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {_CHECKPOINT_MS}")
        is_busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {_BUSY_MS}")
        self._log_limit = n_bytes + _MORE_LOG_BYTES if is_busy else _MAX_LOG_BYTES

    def close(self) -> None:
        """Close all connections."""
        self.is_closed = True
        self.engine.dispose()


def open_database(location: str, *, is_new: bool = False) -> Database:
    """Return the database at a location: a folder, or the URL of a PostgreSQL database."""
    if location.startswith(("postgresql:", "postgres:", "postgresql+psycopg:")):
        return _postgresql(location)
    folder = Path(location)
    path = folder / FILE
    if is_new:
        _create_file(folder, path)
    elif not path.is_file():
        raise InputError(
            f"{location}: there is no study here. Create one with `solecism study new`."
        )
    engine = create_engine(
        f"sqlite:///{path.resolve()}",
        pool_size=_POOL,
        max_overflow=_POOL,
        # The connection used last has the newest pages in its cache, and few are in use at a time.
        pool_use_lifo=True,
        connect_args={"timeout": _BUSY_MS / 1000, "check_same_thread": False},
    )
    event.listen(engine, "connect", _configure_sqlite)
    return Database(engine, name=location, commits=GroupCommit(Path(f"{path}-wal")))


def check_writable(location: str) -> None:
    """Raise InputError where a study's folder or its files cannot be written to."""
    folder = Path(location)
    for path in (folder, *folder.glob(f"{FILE}*")):
        if folder.is_dir() and not os.access(path, os.W_OK, effective_ids=_IS_EFFECTIVE):
            raise InputError(
                f"{path}: is read-only, so no answer could be saved. Check its owner and "
                "permissions, and those of the disk."
            )


def _create_file(folder: Path, path: Path) -> None:
    if path.exists():
        raise InputError(f"{folder}: there is already a study here. Give another name.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise InputError(f"{folder}: cannot be created: {error.strerror or error}.") from error


def remove_files(location: str) -> None:
    """Remove the files of a study that could not be created, and its folder if it is empty then."""
    folder = Path(location)
    for ending in ("", "-wal", "-shm", "-journal"):
        (folder / f"{FILE}{ending}").unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


def _postgresql(url: str) -> Database:
    _, _, rest = url.partition(":")
    shown = "postgresql:" + rest.rpartition("@")[2]
    try:
        with explain_missing():
            engine = create_engine(
                f"postgresql+psycopg:{rest}",
                pool_size=_POOL,
                max_overflow=_POOL,
                # The connection used last has most statements prepared.
                pool_use_lifo=True,
                connect_args={"prepare_threshold": 0},
            )
    except SQLAlchemyError as error:
        raise InputError(f"{shown}: is not the URL of a database: {error}.") from error
    event.listen(engine, "connect", _configure_postgresql)
    event.listen(engine, "before_cursor_execute", flush)
    return Database(engine, name=shown)


def _configure_postgresql(connection: Any, record: Any) -> None:
    # Our statements use indexes whatever their values, so one generic plan is enough.
    connection.execute("SET plan_cache_mode = force_generic_plan")
    # A plan is kept while a table grows: one that reads the whole of a small table, because pages
    # were dear, would go on to read the whole of a large one. Here they are in memory.
    connection.execute("SET random_page_cost = 1.1")
    connection.commit()


def _configure_sqlite(connection: Any, record: Any) -> None:
    # `write` begins transactions: the driver would begin them too late, and not IMMEDIATE.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma).fetchall()


@contextmanager
def _committed_or_rolled_back(connection: Connection) -> Iterator[None]:
    try:
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        if connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]  # open
            connection.exec_driver_sql("ROLLBACK")
        raise


@contextmanager
def _translated_errors(name: str) -> Iterator[None]:
    try:
        yield
    except PoolTimeoutError as error:
        raise StoreError(f"{name}: too many requests at once. Try again.") from error
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) in _DEADLOCK_CODES:
            raise DeadlockError(f"{name}: too many changes at once. Try again.") from error
        raise StoreError(f"{name}: {_explanation(error)}") from error
    except (PendingRollbackError, ResourceClosedError) as error:
        raise StoreError(f"{name}: the connection to the database was lost.") from error
    except (DataError, OverflowError) as error:
        raise InputError("a text or number cannot be stored. Remove unusual characters.") from error
    except DBAPIError as error:
        if isinstance(error, InterfaceError) and "closed" in str(error.orig):
            raise StoreError(f"{name}: the connection was lost: {error.orig}.") from error
        if "readonly" in str(error.orig) or "not a database" in str(error.orig):
            raise StoreError(f"{name}: {error.orig}.") from error
        raise


def _explanation(error: DBAPIError) -> str:
    message = str(error.orig).strip().splitlines()[0] if error.orig else str(error)
    if "disk is full" in message or "No space left" in message:
        return "the disk is full. The last step was not saved: free some space and repeat it."
    if "locked" in message or "busy" in message:
        return "another program has locked the database. Stop it and repeat the last step."
    if "readonly" in message:
        return "the database is read-only. Check its owner and permissions."
    return f"the database does not answer: {message}."


# `fdatasync` skips metadata that is not needed to read the file; not all systems have it.
_to_disk = getattr(os, "fdatasync", os.fsync)


class GroupCommit:
    """Waits until a commit is on the disk."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._n_committed = self._n_safe = 0
        self._is_broken = False
        self._writing = threading.Lock()

    def committed(self) -> int:
        """Return the number of a commit just made; the caller still holds the write lock."""
        self._n_committed += 1
        return self._n_committed

    def log_bytes(self) -> int:
        """Return the size of the log in bytes."""
        try:
            return self._log.stat().st_size
        except FileNotFoundError:
            return 0

    def wait_for(self, commit: int) -> None:
        """Wait until this commit is on the disk; StoreError where it may never be."""
        with self._writing:
            if self._n_safe >= commit:
                return
            if self._is_broken:
                # A disk that failed once may report success the next time, and be wrong.
                raise StoreError(
                    f"{self._log}: the disk failed. Stop the server and verify the study."
                )
            n_committed = self._n_committed
            self._write()
            self._n_safe = n_committed

    def _write(self) -> None:
        # Without a log, everything is already in the database and on the disk.
        with suppress(FileNotFoundError):
            file = os.open(self._log, os.O_RDWR)
            try:
                _to_disk(file)
            except OSError as error:
                self._is_broken = True
                raise StoreError(f"{self._log}: the disk failed: {error.strerror}.") from error
            finally:
                os.close(file)


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
    # A connection that is lost has no `info` any more.
    info = connection.info
    pending = info[_PENDING] = []
    try:
        yield
        with _pipeline(connection):
            _flush(connection, pending)
            if commits:
                connection.connection.commit()
    finally:
        info.pop(_PENDING, None)


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
