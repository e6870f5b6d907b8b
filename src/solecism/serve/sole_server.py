"""One server a study in SQLite: raters who queue in one process do better than processes that race.

The lock is a database of its own that is held open: it is gone with the process, however that
ends, on every system.
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
    """Be the one who serves this study; InputError where somebody does already."""
    if not study.database.is_sqlite:
        yield
        return
    path = Path(study.database.name) / FILE
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise InputError(
                f"{study.database.name}: is served by another process already. Stop that first."
            ) from error
        yield
