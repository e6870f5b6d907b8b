"""Files and folders on this machine or in an object store, by path or by address (s3://...)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solecism.errors import InputError


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file with its name in the folder that was given, its size, and when it was changed."""

    path: str
    name: str
    size: int
    changed: int


@dataclass(frozen=True, slots=True)
class StoragePath:
    """A file or folder; every machine of a cluster opens it by the same address."""

    address: str

    @classmethod
    def of(cls, given: str) -> StoragePath:
        """The place of a path, which is made absolute, or of an address."""
        return cls(given if "://" in given else str(Path(given).absolute()))

    def open(self) -> tuple[Any, str]:
        """The file system of the place, and the path in it."""
        from pyarrow import fs

        if "://" not in self.address:
            return fs.LocalFileSystem(), self.address
        with explain_storage_errors(self.address):
            system, path = fs.FileSystem.from_uri(self.address)
        return system, path

    def files(self) -> list[StoredFile]:
        """The file, or those in the folder and in its folders by name; none if there is nothing.

        Names that begin with a dot or an underscore are passed over, as other programs do that
        write such folders.
        """
        from pyarrow import fs

        system, path = self.open()
        with explain_storage_errors(self.address):
            [info] = system.get_file_info([path])
            if info.type == fs.FileType.File:
                return [StoredFile(path, info.base_name, info.size, info.mtime_ns)]
            if info.type == fs.FileType.NotFound:
                return []
            every = system.get_file_info(fs.FileSelector(path, recursive=True))
        root = path.rstrip("/") + "/"
        named = (
            StoredFile(each.path, each.path.removeprefix(root), each.size, each.mtime_ns)
            for each in every
            if each.type == fs.FileType.File
        )
        shown = (each for each in named if not _is_hidden(each.name))
        return sorted(shown, key=lambda each: each.name)

    def read(self, name: str) -> bytes | None:
        """The bytes of a file of this folder, None if there is none of this name."""
        from pyarrow import fs

        system, path = self.open()
        with explain_storage_errors(f"{self.address}/{name}"):
            [info] = system.get_file_info([f"{path}/{name}"])
            if info.type != fs.FileType.File:
                return None
            with system.open_input_stream(info.path) as stream:
                data: bytes = stream.readall()
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write a file of this folder, which appears whole or not at all."""
        system, path = self.open()
        unfinished = f"{path}/.{name}.{os.urandom(8).hex()}"
        with explain_storage_errors(f"{self.address}/{name}"):
            system.create_dir(path, recursive=True)
            with system.open_output_stream(unfinished) as stream:
                stream.write(data)
            system.move(unfinished, f"{path}/{name}")

    def remove_unfinished(self) -> None:
        """Remove what processes that were killed have left of files."""
        from pyarrow import fs

        system, path = self.open()
        with explain_storage_errors(self.address):
            for each in system.get_file_info(fs.FileSelector(path, allow_not_found=True)):
                if each.base_name.startswith((".part-", ".manifest.")):
                    system.delete_file(each.path)


@contextmanager
def explain_storage_errors(address: str) -> Iterator[None]:
    """Raise an InputError where a file system raises an error of its own."""
    try:
        yield
    # Those of Arrow are OSError, ValueError or NotImplementedError.
    except (OSError, ValueError, NotImplementedError) as error:
        number = error.errno if isinstance(error, OSError) else None
        problem = (str(error) if number is None else os.strerror(number)).strip()
        first = problem.splitlines()[0] if problem else type(error).__name__
        raise InputError(f"{address}: cannot be used: {first.rstrip('.')}.") from error


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "_")) for part in name.split("/"))
