"""Group commit: the commits of many writers reach the disk in one step.

SQLite would wait for the disk at each commit while all other writers queue. Here a commit goes
into the write-ahead log and the next writer begins; the first one waits outside the lock until the
log is on the disk. One call is enough for all commits before it.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

from solecism.errors import StoreError

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
