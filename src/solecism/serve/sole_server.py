"""A lock that lets only one server use a study in SQLite, where several slow one another down.

The lock is an open transaction in a database of its own: it ends with the process, however that
ends, on every operating system.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from solecism.collect.study import Study
from solecism.errors import InputError

FILE = "served.lock"


@contextmanager
def sole_server(study: Study) -> Iterator[None]:
    """Hold the lock of this study; InputError where another server holds it."""
    if not study.database.is_sqlite:
        yield
        return
    path = Path(study.database.name) / FILE
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise InputError(
                f"{study.database.name}: another process serves this study already. Stop it first."
            ) from error
        yield
