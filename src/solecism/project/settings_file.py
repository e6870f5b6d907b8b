"""The file with the settings of a project: where it is, and its table as TOML has it."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from solecism.errors import InputError
from solecism.formats import files, toml

NAME = ".solecism.toml"
PYPROJECT = "pyproject.toml"
# Larger files are refused before they are read.
MOST_BYTES = 16_000_000

# What changes when a file is written again: its inode, time and size.
Stamp = tuple[int, int, int]


def locate(path: str | Path) -> Path | None:
    """The settings file that holds for a file or folder, None if there is none.

    Folders are searched upwards to the root of the repository or the home folder. In each of them
    `.solecism.toml` goes before a `pyproject.toml` with a table `tool.solecism`.
    """
    for folder in folders_above(path):
        own, shared = folder / NAME, folder / PYPROJECT
        if os.path.lexists(own):
            return own
        if os.path.lexists(shared) and table_of(shared) is not None:
            return shared
    return None


def folders_above(path: str | Path) -> list[Path]:
    """The folder of a file, or a folder itself, and those above, up to repository or home."""
    start = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow a link elsewhere
    home = Path.home()
    folders: list[Path] = []
    for folder in [start, *start.parents] if start.is_dir() else start.parents:
        folders.append(folder)
        if folder == home or os.path.lexists(folder / ".git"):
            break
    return folders


def table_of(file: Path) -> dict[str, Any] | None:
    """The table of settings in a file; None for a `pyproject.toml` without settings."""
    return _table(file, stamp(file))


def read_text(file: Path) -> str:
    """The text of a file that has to do with settings; InputError if it cannot be read."""
    stamp(file)
    try:
        return files.read_bytes(str(file)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8. Save the file as UTF-8.") from error


def stamp(file: Path) -> Stamp:
    """What changes when the file is written again; InputError if it is no file to read."""
    try:
        status = file.stat()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}.") from error
    if not file.is_file():
        raise InputError(f"{file}: is not a file. Settings are read from an ordinary file.")
    if status.st_size > MOST_BYTES:
        raise InputError(f"{file}: has {status.st_size:,} bytes. Settings may have {MOST_BYTES:,}.")
    return status.st_ino, status.st_mtime_ns, status.st_size


@lru_cache(maxsize=64)
def _table(file: Path, _: Stamp) -> dict[str, Any] | None:
    text = read_text(file)
    if file.name != PYPROJECT:
        return toml.parse(text, file=str(file))
    if "solecism" not in text:
        return None
    tools = toml.parse(text, file=str(file)).get("tool")
    table = tools.get("solecism") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise InputError(f"{file}: tool.solecism is not a table. Write [tool.solecism].")
    return table
