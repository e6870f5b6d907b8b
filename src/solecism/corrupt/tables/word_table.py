"""Tables of words that ship with the package: lines of columns, with a heading of # lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.errors import ModelError
from solecism.system.bundled import model_path, read_model


def bundled_text(name: str) -> str:
    """The text of a bundled table."""
    return text_of(read_model(model_path(name)), file=name)


def text_of(data: bytes, *, file: str) -> str:
    """The text of the bytes of a table."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ModelError(f"{file}: is damaged: {error}. Reinstall solecism.") from error


def bundled_lines(name: str) -> list[str]:
    """The lines of a bundled table."""
    return bundled_text(name).split("\n")


def count_of(text: str, *, file: str, most: int = 1 << 53) -> int:
    """The count that a column has."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= most):
        raise ModelError(f"{file}: {text[:60]!r} is not a count. Reinstall solecism.")
    return int(text)


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
