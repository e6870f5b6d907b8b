"""The parts of a long experiment: each is computed once, and read again by the next run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

import msgspec

from solecism.figure import Figure
from solecism.interval import Interval

# How many parts are done, and of how many.
Progress = Callable[[int, int | None], None]
_Part = TypeVar("_Part")


class SavedParts:
    """Computes parts by name, or takes them from a store such as a work folder.

    `key` holds everything that the parts depend on (a signature with the hash of the input): parts
    of another key are not read.
    """

    def __init__(
        self,
        store: MutableMapping[str, bytes] | None = None,
        *,
        key: str = "",
        n_parts: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._store = {} if store is None else store
        self._key = hashlib.sha256(key.encode()).hexdigest()[:12]
        self._n_parts, self._n_done = n_parts, 0
        self._progress = progress

    def part(self, name: str, kind: type[_Part], compute: Callable[[], _Part]) -> _Part:
        """The part of this name, computed unless it was saved; `kind` is its type.

        Parts consist of dataclasses, lists, dictionaries, strings, numbers and figures.
        """
        file = f"{name}.{self._key}.part"
        value = self._read(file, kind)
        if value is None:
            value = compute()
            self._store[file] = msgspec.msgpack.encode(value, enc_hook=_encoded)
        self._n_done += 1
        if self._progress:
            self._progress(self._n_done, self._n_parts)
        return value

    def is_saved(self, name: str, kind: type[_Part]) -> bool:
        """Whether the part of this name need not be computed."""
        return self._read(f"{name}.{self._key}.part", kind) is not None

    def _read(self, file: str, kind: type[_Part]) -> _Part | None:
        """The saved part; None where there is none, or only a damaged one."""
        try:
            return msgspec.msgpack.decode(self._store[file], type=kind, dec_hook=_decoded)
        except (KeyError, msgspec.DecodeError):
            return None


def _encoded(value: Any) -> Any:
    """A figure with everything it has; msgpack, unlike JSON, holds NaN."""
    if type(value) is not Figure:
        raise NotImplementedError(f"a part cannot hold {type(value).__name__}.")
    interval = value.interval
    ends = [interval.low, interval.high, interval.level, interval.method]
    return [value.value, value.name, value.note, value.se, ends]


def _decoded(kind: type, value: Any) -> Any:
    if kind is not Figure:
        raise NotImplementedError(f"a part cannot hold {kind.__name__}.")
    number, name, note, se, ends = value
    return Figure(number, name=name, note=note, se=se, interval=Interval(*ends))
