"""What the commands that train have in common: a bar on a terminal, and a place to write to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from solecism.errors import InputError

Progress = Callable[[int, int], None]
_Item = TypeVar("_Item")


def check_folder(out: str) -> None:
    """Say before the long work, not after it, that its result could not be written."""
    target = Path(out).resolve()
    if target.is_dir():
        raise InputError(f"{out}: is a directory. Give the name of a file to write.")
    if not target.parent.is_dir():
        raise InputError(f"{out}: there is no folder {target.parent}. Make it first.")


class Folder(MutableMapping[str, bytes]):
    """A folder of files by name, made where it is not there yet."""

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


@contextmanager
def progress_bar(before: str, during: str) -> Iterator[Progress | None]:
    """A bar on a terminal, nothing elsewhere; it says `during` from the first call on."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True)) as bar:
        task = bar.add_task(before, total=None)
        yield lambda done, total: bar.update(task, description=during, completed=done, total=total)


def counted(items: list[_Item], progress: Progress | None) -> Iterable[_Item]:
    """The same items; the bar moves on with each hundred that are taken."""
    if progress is None:
        return items
    return _counted(items, progress)


def _counted(items: list[_Item], progress: Progress) -> Iterator[_Item]:
    for number, item in enumerate(items, 1):
        yield item
        if number % 100 == 0 or number == len(items):
            progress(number, len(items))
