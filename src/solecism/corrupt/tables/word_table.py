"""Tables of words that ship with the package: lines of columns, with a heading of # lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.errors import ModelError
from solecism.system.bundled import MODELS

_FOLDER = MODELS


def bundled_text(name: str) -> str:
    """The text of a bundled table."""
    try:
        return (_FOLDER / name).read_text(encoding="utf-8")
    except OSError as error:
        raise ModelError(f"{name}: missing from this installation. Reinstall solecism.") from error


def bundled_rows(name: str, n_columns: int) -> list[list[str]]:
    """The rows of a bundled table."""
    return list(parse(bundled_text(name).splitlines(), n_columns, file=name))


def parse(lines: Iterable[str], n_columns: int, *, file: str) -> Iterator[list[str]]:
    """The rows of the lines that `format` gives."""
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) != n_columns or "" in row:
            raise ModelError(f"{file}:{number}: {line[:60]!r} is not {n_columns} columns of words.")
        yield row


def format(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A heading and one line per row."""
    yield "# " + "\t".join(columns) + "\n"
    for row in rows:
        yield "\t".join(map(str, row)) + "\n"
