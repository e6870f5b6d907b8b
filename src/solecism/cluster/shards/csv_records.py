"""Records of CSV files, which may have line ends inside quotation marks: where they can be cut."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from solecism.errors import InputError

_BLOCK = 1 << 20
# Texts may be as long as lines of other formats.
_LONGEST_FIELD = 4_000_000


def cuts(system: Any, path: str, size: int) -> list[int]:
    """Bytes at which records begin, about `size` apart, with the first byte and the end.

    A line end is between two records if an even number of quotation marks stands before it.
    """
    found, done, n_quotes = [0], 0, 0
    with system.open_input_stream(path) as stream:
        while block := stream.read(_BLOCK):
            start = max(0, found[-1] + size - done)
            counted = 0
            while start < len(block) and (end := block.find(b"\n", start)) >= 0:
                n_quotes += block.count(b'"', counted, end)
                counted = start = end + 1
                if n_quotes % 2 == 0:
                    found.append(done + start)
                    start = max(start, found[-1] + size - done)
            n_quotes += block.count(b'"', counted)
            done += len(block)
    return found if found[-1] == done else [*found, done]


def header(system: Any, path: str, name: str) -> list[str]:
    """The names of the columns: the first record."""
    with system.open_input_stream(path, compression="detect") as stream:
        first = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
        names = next(csv.reader(first), None)
    if not names:
        raise InputError(f"{name}: is empty. A CSV file has the names of its columns above.")
    if len(set(names)) < len(names):
        raise InputError(f"{name}: two columns have the same name. Rename one of them.")
    return names


def records(text: str) -> Iterator[list[str]]:
    """The records of a piece of a CSV file; blank lines are none."""
    text = text.removeprefix("\ufeff")
    # The limit is one for the whole process.
    usual = csv.field_size_limit(_LONGEST_FIELD)
    try:
        yield from filter(None, csv.reader(io.StringIO(text, newline="")))
    finally:
        csv.field_size_limit(usual)
