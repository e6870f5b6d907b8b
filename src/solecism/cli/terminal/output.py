"""The output of commands: notes, checks of output files, and folders of intermediate results."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from pathlib import Path

import click

from solecism.errors import InputError
from solecism.system.visible import visible


def tell(note: object) -> None:
    """Print a note or an error in one line on standard error."""
    click.echo(f"solecism: {visible(str(note))}", err=True)


def check_output(out: str) -> None:
    """Raise an InputError before the long work if its result cannot be written to this file."""
    target = Path(out).resolve()
    if target.is_dir():
        raise InputError(f"{out}: is a directory. Give the name of a file to write.")
    if not target.parent.is_dir():
        raise InputError(f"{out}: there is no folder {target.parent}. Make it first.")


class WorkFolder(MutableMapping[str, bytes]):
    """The files of a folder by name; the folder is created if it does not exist."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        try:
            self._path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}. Give another folder.") from error

    def __getitem__(self, name: str) -> bytes:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError as error:
            raise KeyError(name) from error

    def __setitem__(self, name: str, data: bytes) -> None:
        from solecism.formats import files

        files.write_bytes(str(self._path / name), data)

    def __delitem__(self, name: str) -> None:
        (self._path / name).unlink()

    def __iter__(self) -> Iterator[str]:
        return (path.name for path in sorted(self._path.iterdir()))

    def __len__(self) -> int:
        return sum(1 for _ in self)
