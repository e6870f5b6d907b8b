"""The manifest of an output: what it was made from and how, and which shards are finished.

It holds neither times nor names of machines, so that the same job writes the same manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from solecism.cluster.storage import StoragePath
from solecism.errors import InputError

MANIFEST = "manifest.json"
# It is written so often while a job runs, besides at its end.
_TIMES_WRITTEN = 200


class FinishedShard(msgspec.Struct, frozen=True):
    """A finished shard: its file and what is in it."""

    file: str
    rows: int
    words: int
    found: int
    errors: int
    size: int
    sha256: str

    @classmethod
    def of(cls, file: str, data: bytes, **counts: int) -> FinishedShard:
        """The record of a file with these bytes."""
        return cls(file, size=len(data), sha256=hashlib.sha256(data).hexdigest(), **counts)


class ManifestContent(msgspec.Struct):
    """What the file holds: the job, and the finished shards by file."""

    job: dict[str, Any]
    n_shards: int
    finished: list[FinishedShard]


class Manifest:
    """The manifest in a folder, which is read or begun for a job."""

    def __init__(self, folder: StoragePath, job: Mapping[str, Any], n_shards: int) -> None:
        self._folder = folder
        self._n_shards = n_shards
        # As it will be read again: JSON has no tuples.
        self._job: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(job))
        self._finished = {each.file: each for each in self._read()}
        self._n_unwritten = 0

    @property
    def finished(self) -> list[FinishedShard]:
        """The finished shards in order."""
        return [self._finished[file] for file in sorted(self._finished, key=_by_length)]

    def add(self, finished: FinishedShard) -> None:
        """Record a finished shard; the file is written now and then."""
        self._finished[finished.file] = finished
        self._n_unwritten += 1
        if self._n_unwritten * _TIMES_WRITTEN >= self._n_shards:
            self.write()

    def write(self) -> None:
        """Write the file as it stands now."""
        content = ManifestContent(self._job, self._n_shards, self.finished)
        encoded = msgspec.json.format(msgspec.json.encode(content), indent=1)
        self._folder.write(MANIFEST, encoded + b"\n")
        self._n_unwritten = 0

    def _read(self) -> list[FinishedShard]:
        """The shards that are finished already; InputError if the folder is of another job."""
        sizes = {each.name: each.size for each in self._folder.files()}
        data = self._folder.read(MANIFEST)
        if data is None:
            if sizes:
                name = next(iter(sizes))
                raise InputError(
                    f"{self._folder.address}: has files that are not of a job, such as {name}. "
                    "Give an empty folder."
                )
            return []
        content = self._decoded(data)
        if content.finished:
            self._compare(content.job)
        return [each for each in content.finished if sizes.get(each.file) == each.size]

    def _decoded(self, data: bytes) -> ManifestContent:
        try:
            return msgspec.json.decode(data, type=ManifestContent)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InputError(
                f"{self._folder.address}/{MANIFEST}: {error}. Give another folder."
            ) from error

    def _compare(self, other: Mapping[str, Any]) -> None:
        for name in dict.fromkeys((*self._job, *other)):
            now, before = self._job.get(name), other.get(name)
            if now != before:
                raise InputError(
                    f"{self._folder.address}/{MANIFEST}: {_difference(name, before, now)} "
                    "Give the same options to go on, or another folder."
                )


def _difference(name: str, before: object, now: object) -> str:
    if name == "input":
        return "the input has changed since the job began."
    return f"{name} was {_shown(before)} and is {_shown(now)}."


def _shown(value: object) -> str:
    return "not given" if value in (None, [], "") else str(value)


def _by_length(file: str) -> tuple[int, str]:
    # A job of more shards than the usual digits has longer names at its end.
    return len(file), file
