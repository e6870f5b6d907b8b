"""Bounded memories: values by key, of which those not asked for longest are forgotten.

Some are kept while a program runs, others in a folder of the user's between runs.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Values of together at most `max_size`; several threads may use them.

    >>> recent = BoundedCache[str, int](max_size=2)
    >>> [recent.value(key, lambda: len(key), size=1) for key in ("a", "bb", "ccc", "bb")]
    [1, 2, 3, 2]
    >>> len(recent)
    2
    """

    def __init__(self, *, max_size: int) -> None:
        self._max_size = max_size
        self._size = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def value(self, key: K, make: Callable[[], V], *, size: int) -> V:
        """The value of a key, made if it is not known; two threads may both make it."""
        with self._lock:
            known = self._values.get(key)
            if known is not None:
                self._values.move_to_end(key)
                return known[0]
        made = make()
        with self._lock:
            if key in self._values:
                return self._values[key][0]
            self._values[key] = made, size
            self._size += size
            while self._size > self._max_size and len(self._values) > 1:
                _, (_, its_size) = self._values.popitem(last=False)
                self._size -= its_size
        return made


class IdentityCache(Generic[V]):
    """Values that are kept for the very same objects, which need no hash and are not compared.

    >>> recent, word = IdentityCache[int](max_size=10), ["solecism"]
    >>> [recent.value((word,), lambda: n, size=1) for n in (1, 2)]
    [1, 1]
    """

    def __init__(self, *, max_size: int) -> None:
        # The objects are kept as well: while they are, no other object has their number.
        self._values = BoundedCache[tuple[int, ...], tuple[tuple[object, ...], V]](
            max_size=max_size
        )

    def value(self, objects: tuple[object, ...], make: Callable[[], V], *, size: int) -> V:
        """The value of some objects, made if it is not known."""
        key = tuple(map(id, objects))
        return self._values.value(key, lambda: (objects, make()), size=size)[1]


def user_cache(*, max_size: int = 64_000_000) -> FolderCache:
    """What is kept for this user between runs: in $SOLECISM_CACHE, or where caches are kept."""
    own = os.environ.get("SOLECISM_CACHE")
    if own:
        return FolderCache(Path(own), max_size=max_size)
    return FolderCache(_folder_of_caches() / "solecism", max_size=max_size)


def _folder_of_caches() -> Path:
    """Where programs of this system keep what they can make again."""
    asked = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # By the XDG specification, a relative path does not count.
    if asked.is_absolute():
        return asked
    try:
        home = Path.home()
    except RuntimeError:
        # A user without a home: nothing can be written there, so nothing is kept.
        return Path(os.devnull)
    folders = {"win32": "AppData/Local", "darwin": "Library/Caches"}
    return home / folders.get(sys.platform, ".cache")


@dataclass(frozen=True, slots=True)
class FolderCache:
    """Bytes by key that are kept in a folder between runs; together at most `max_size` bytes.

    What was not asked for longest is removed first. A damaged file, and a folder that cannot be
    read or written, are as good as nothing: whoever asks makes the value again.
    """

    folder: Path
    max_size: int

    def read(self, key: str) -> bytes | None:
        """The bytes of a key as they were written; None if they are not there."""
        path = self.folder / key
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        value = data[_DIGEST_SIZE:]
        return value if data[:_DIGEST_SIZE] == _digest(key, value) else None

    def write(self, key: str, value: bytes) -> None:
        """Keep the bytes of a key, whose file appears whole or not at all."""
        temporary = self.folder / f"{key}.{os.urandom(8).hex()}"
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                temporary.write_bytes(_digest(key, value) + value)
                temporary.replace(self.folder / key)
            finally:
                temporary.unlink(missing_ok=True)
            self._remove_oldest()

    def _remove_oldest(self) -> None:
        """Remove files until a tenth of the room is free, if there is too much."""
        with os.scandir(self.folder) as entries:
            files = [(each.stat(), each.path) for each in entries if each.is_file()]
        size = sum(status.st_size for status, _ in files)
        if size <= self.max_size:
            return
        for status, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
            if size <= 0.9 * self.max_size:
                break
            Path(path).unlink(missing_ok=True)
            size -= status.st_size


_DIGEST_SIZE = 16


def _digest(key: str, value: bytes) -> bytes:
    digest = blake2b(key.encode(), digest_size=_DIGEST_SIZE)
    digest.update(value)
    return digest.digest()
