"""The plan of a job: its input in shards of about the same size.

The plan depends on the input and the size only, neither on the machines nor on what happens to
them, so that the same shards are made every time. Records of CSV files may have line ends inside
quotation marks; they are cut between records.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from solecism.cluster.storage import StoragePath, StoredFile, explain_storage_errors
from solecism.errors import InputError

PARQUET, JSON_LINES, CSV, TEXT = "parquet", "jsonl", "csv", "text"
_ENDINGS = {
    ".parquet": PARQUET,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    ".csv": CSV,
    ".txt": TEXT,
    ".text": TEXT,
    ".md": TEXT,
}
PACKED = (".gz", ".bz2", ".xz", ".zst")
SHARD_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class FilePart:
    """A part of a file: the bytes `start` to `stop`, or rows of the row group `group`.

    A line belongs to the piece in which it begins. A compressed file is one piece.
    """

    path: str
    name: str
    start: int
    stop: int
    group: int = -1


@dataclass(frozen=True, slots=True)
class Shard:
    """Pieces that are read, worked on and written together."""

    number: int
    pieces: tuple[FilePart, ...]

    @property
    def name(self) -> str:
        """The name of the output without its ending."""
        return f"part-{self.number:05}"


@dataclass(frozen=True, slots=True)
class JobInput:
    """The files of an input, which all have the same format; `n_others` have none of ours."""

    place: StoragePath
    files: tuple[StoredFile, ...]
    format: str
    n_others: int = 0

    def fingerprint(self) -> str:
        """A hash of the names of the files, their sizes, and when they were changed."""
        lines = (f"{each.name}\t{each.size}\t{each.changed}\n" for each in self.files)
        return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def find_input(given: str) -> JobInput:
    """The input at a path or address; InputError if there is none that can be read."""
    place = StoragePath.of(given)
    every = place.files()
    if not every:
        raise InputError(f"{given}: there is no such file, or the folder is empty.")
    files = tuple(each for each in every if _format(each.name) is not None)
    formats = sorted({str(_format(each.name)) for each in files})
    if not formats:
        known = ", ".join(_ENDINGS)
        raise InputError(f"{given}: no file has one of the endings {known}. Rename it.")
    if len(formats) > 1:
        raise InputError(f"{given}: has files of several formats, {' and '.join(formats)}.")
    return JobInput(place, files, formats[0], len(every) - len(files))


def _format(name: str) -> str | None:
    for ending in PACKED:
        name = name.removesuffix(ending)
    return next((known for ending, known in _ENDINGS.items() if name.endswith(ending)), None)


def plan_shards(source: JobInput, column: str, size: int = SHARD_BYTES) -> list[Shard]:
    """The shards of an input, each of about `size` bytes of text."""
    with explain_storage_errors(source.place.address):
        sized = [each for file in source.files for each in _file_parts(source, file, column, size)]
    return [Shard(number, pieces) for number, pieces in enumerate(_gathered_parts(sized, size))]


def _gathered_parts(
    sized: Iterable[tuple[int, FilePart]], size: int
) -> Iterator[tuple[FilePart, ...]]:
    """Small pieces together, large ones alone."""
    pieces: list[FilePart] = []
    total = 0
    for n_bytes, piece in sized:
        if pieces and total + n_bytes > size:
            yield tuple(pieces)
            pieces, total = [], 0
        pieces.append(piece)
        total += n_bytes
    if pieces:
        yield tuple(pieces)


def _file_parts(
    source: JobInput, file: StoredFile, column: str, size: int
) -> Iterator[tuple[int, FilePart]]:
    """The pieces of a file, each with its number of bytes."""
    if source.format == PARQUET:
        yield from _row_groups(source, file, column, size)
    elif file.name.endswith(PACKED) or file.size <= size:
        yield file.size, FilePart(file.path, file.name, 0, file.size)
    else:
        system, _ = source.place.open()
        cuts = (
            record_starts(system, file.path, size)
            if source.format == CSV
            else [*range(0, file.size, size), file.size]
        )
        for start, stop in pairwise(cuts):
            yield stop - start, FilePart(file.path, file.name, start, stop)


def _row_groups(
    source: JobInput, file: StoredFile, column: str, size: int
) -> Iterator[tuple[int, FilePart]]:
    """The row groups of a Parquet file, large ones divided by rows."""
    from pyarrow import parquet

    system, _ = source.place.open()
    with (
        explain_storage_errors(file.path),
        parquet.ParquetFile(file.path, filesystem=system) as opened,
    ):
        metadata = opened.metadata
        names = [metadata.schema.column(each).path for each in range(metadata.num_columns)]
        if column not in names:
            known = ", ".join(opened.schema_arrow.names)
            raise InputError(f"{file.name}: has no column {column!r}. There are {known}.")
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            n_bytes = group.column(names.index(column)).total_uncompressed_size
            n_rows = max(1, group.num_rows * size // max(n_bytes, size))
            for start in range(0, group.num_rows, n_rows):
                stop = min(start + n_rows, group.num_rows)
                share = n_bytes * (stop - start) // group.num_rows
                yield share, FilePart(file.path, file.name, start, stop, number)


_BLOCK = 1 << 20
# Texts may be as long as lines of other formats.
_LONGEST_FIELD = 4_000_000


def record_starts(system: Any, path: str, size: int) -> list[int]:
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


def csv_header(system: Any, path: str, name: str) -> list[str]:
    """The names of the columns: the first record."""
    with system.open_input_stream(path, compression="detect") as stream:
        first = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
        names = next(csv.reader(first), None)
    if not names:
        raise InputError(f"{name}: is empty. A CSV file has the names of its columns above.")
    if len(set(names)) < len(names):
        raise InputError(f"{name}: two columns have the same name. Rename one of them.")
    return names


def csv_records(text: str) -> Iterator[list[str]]:
    """The records of a piece of a CSV file; blank lines are none."""
    text = text.removeprefix("\ufeff")
    # The limit is one for the whole process.
    usual = csv.field_size_limit(_LONGEST_FIELD)
    try:
        yield from filter(None, csv.reader(io.StringIO(text, newline="")))
    finally:
        csv.field_size_limit(usual)
