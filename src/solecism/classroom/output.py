"""The folder of a class's pages: it appears whole or not at all, and replaces only its own kind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from solecism.errors import InputError

# A list of the files that were written, by which the folder is known later.
MANIFEST = ".solecism-class"


def write_folder(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write files, each a path inside the folder and its text, and put the folder in its place.

    A folder that this function has written is replaced; InputError for any other that is not empty,
    and for one to which other files were added.
    """
    target = folder.resolve()
    _check_replaceable(folder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name[:40]}.") as work:
            new = Path(work, "new")
            new.mkdir()
            _write(new, files)
            _replace(target, new, Path(work, "old"))
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror or error}.") from error


def check_output(output: Path, *, folder: Path) -> None:
    """InputError if pages cannot be written to a folder, or not about this class folder."""
    target, source = output.resolve(), folder.resolve()
    if target.is_relative_to(source) or source.is_relative_to(target):
        raise InputError(
            f"{output}: lies in the folder of the texts, or around it. Choose a folder beside it."
        )
    _check_replaceable(output)


def _check_replaceable(folder: Path) -> None:
    """InputError for a path that is neither free, nor an empty folder, nor one written here."""
    target = folder.resolve()
    if not target.exists():
        return
    if not target.is_dir():
        raise InputError(f"{folder}: is a file. Give the name of a folder to write.")
    try:
        there = {
            path.relative_to(target).as_posix() for path in target.rglob("*") if _is_kept(path)
        }
        ours = (target / MANIFEST).read_text(encoding="utf-8").splitlines() if there else []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{folder}: exists already, and was not written by this command. Choose another folder."
        ) from error
    if others := sorted(there.difference(ours, [MANIFEST])):
        raise InputError(
            f"{folder}: contains {others[0]!r}, which was not written by this command. Move it, or "
            "choose another folder."
        )


def _is_kept(path: Path) -> bool:
    return path.is_symlink() or not path.is_dir()


def _write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    names: list[str] = []
    for name, text in files:
        path = folder / PurePosixPath(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        names.append(name)
    (folder / MANIFEST).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


def _replace(target: Path, new: Path, old: Path) -> None:
    """Put the new folder in the place of the old one, which comes back if that fails."""
    had_old = target.exists()
    if had_old:
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if had_old:
            old.rename(target)
        raise
