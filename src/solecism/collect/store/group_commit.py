"""Commits of many writers put onto the disk at once, which takes as long as for one of them.

SQLite would wait for the disk at each commit, with all other writers behind it. Here a commit
goes into the write-ahead log, the next writer begins, and whoever committed waits outside until
the log is on the disk: one call is enough for all who came before it.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

from solecism.errors import StoreError

# Metadata that is not needed to read the file back need not be written; some systems do so anyway.
_to_disk = getattr(os, "fdatasync", os.fsync)


class GroupCommit:
    """Says when what was committed is on the disk."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._n_committed = self._n_safe = 0
        self._is_broken = False
        self._writing = threading.Lock()

    def committed(self) -> int:
        """The number of a commit just made, by whoever holds the database still."""
        self._n_committed += 1
        return self._n_committed

    def log_bytes(self) -> int:
        """How long the log is."""
        try:
            return self._log.stat().st_size
        except FileNotFoundError:
            return 0

    def wait_for(self, commit: int) -> None:
        """Come back when this commit is on the disk; StoreError where it may never be."""
        with self._writing:
            if self._n_safe >= commit:
                return
            if self._is_broken:
                # A disk that failed once may say that all is well the next time, and be wrong.
                raise StoreError(
                    f"{self._log}: the disk failed. Stop the server, and look what it has kept."
                )
            n_committed = self._n_committed
            self._write()
            self._n_safe = n_committed

    def _write(self) -> None:
        # Without a log all of it is in the database already, and was made safe there.
        with suppress(FileNotFoundError):
            file = os.open(self._log, os.O_RDWR)
            try:
                _to_disk(file)
            except OSError as error:
                self._is_broken = True
                raise StoreError(f"{self._log}: the disk failed: {error.strerror}.") from error
            finally:
                os.close(file)
