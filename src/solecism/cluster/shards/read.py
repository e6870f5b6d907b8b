"""Shards read as tables; what is wrong with a row is said beside it."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from solecism.cluster.shards import csv_records
from solecism.cluster.shards.places import Place, explained
from solecism.cluster.shards.plan import CSV, JSON_LINES, PACKED, PARQUET, Piece, Shard
from solecism.errors import InputError
from solecism.formats.files import MAX_LINE_BYTES

# Where rows of JSON Lines keep what is not the text, and lines of text where they come from.
FIELDS, FILE, BYTE = "fields", "file", "byte"
_BLOCK = 1 << 16


class Rows(NamedTuple):
    """The rows of a shard, and why each cannot be worked on, or None."""

    table: Any
    problems: list[str | None]


def read_shard(place: Place, shard: Shard, format: str, column: str) -> Rows:
    """The rows of a shard of an input in a format, in order."""
    import pyarrow

    system, _ = place.open()
    reader = {PARQUET: _parquet, JSON_LINES: _json_lines, CSV: _csv}.get(format, _text)
    with explained(place.address):
        every = [reader(system, piece, column) for piece in shard.pieces]
        table = pyarrow.concat_tables([rows.table for rows in every])
    return Rows(table, [problem for rows in every for problem in rows.problems])


def _parquet(system: Any, piece: Piece, column: str) -> Rows:
    from pyarrow import parquet

    with parquet.ParquetFile(piece.path, filesystem=system) as opened:
        group = opened.read_row_group(piece.group)
    table = group.slice(piece.start, piece.stop - piece.start)
    return Rows(table, [None] * table.num_rows)


def _text(system: Any, piece: Piece, column: str) -> Rows:
    import pyarrow as pa

    places, texts, problems = [], [], []
    for place, line in _lines(system, piece):
        text, problem = _decoded(line)
        if problem is None and not text.strip():
            continue
        places.append(place)
        texts.append(text)
        problems.append(problem)
    names = pa.array([piece.name] * len(texts), pa.string())
    columns = {
        FILE: names,
        BYTE: pa.array(places, pa.int64()),
        column: pa.array(texts, pa.string()),
    }
    return Rows(pa.table(columns), problems)


def _json_lines(system: Any, piece: Piece, column: str) -> Rows:
    import pyarrow as pa

    texts, others, problems = [], [], []
    for place, line in _lines(system, piece):
        written, problem = _decoded(line)
        if problem is None and not written.strip():
            continue
        text, fields, problem = (
            _json_row(written, column, f"{piece.name}, byte {place}")
            if problem is None
            else (None, json.dumps(written), problem)
        )
        texts.append(text)
        others.append(fields)
        problems.append(problem)
    columns = {column: pa.array(texts, pa.string()), FIELDS: pa.array(others, pa.string())}
    return Rows(pa.table(columns), problems)


def _json_row(written: str, column: str, place: str) -> tuple[str | None, str, str | None]:
    """The text of a line of JSON, its other fields as JSON, and what is wrong with it."""
    try:
        row = json.loads(written)
    except (ValueError, RecursionError) as error:
        return None, json.dumps(written), f"{place}: is no JSON: {error}."
    if not isinstance(row, dict):
        return None, json.dumps(written), f"{place}: is no JSON object."
    text = row.pop(column, None)
    fields = json.dumps(row)
    if text is None:
        return None, fields, f"{place}: has no field {column!r}."
    if not isinstance(text, str):
        return None, json.dumps({**row, column: text}), f"{place}: {column!r} is no text."
    try:
        text.encode()
    except UnicodeEncodeError:
        whole = json.dumps({**row, column: text})
        return None, whole, f"{place}: {column!r} has half of a surrogate pair."
    return text, fields, None


def _csv(system: Any, piece: Piece, column: str) -> Rows:
    import pyarrow as pa

    names = csv_records.header(system, piece.path, piece.name)
    if column not in names:
        raise InputError(f"{piece.name}: has no column {column!r}. There are {', '.join(names)}.")
    text = _between(system, piece).decode("utf-8", "surrogateescape")
    records = list(csv_records.records(text))[0 if piece.start else 1 :]
    rows = [
        dict(zip(names, (_readable(field) for field in record), strict=False)) for record in records
    ]
    schema = pa.schema([(name, pa.string()) for name in names])
    problems = [_misfit(record, len(names)) for record in records]
    return Rows(pa.Table.from_pylist(rows, schema=schema), problems)


def _readable(field: str) -> str:
    """The field with escapes for bytes that are not UTF-8."""
    if field.isascii():
        return field
    return field.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _misfit(record: Sequence[str], n_columns: int) -> str | None:
    """What is wrong with a record, None if nothing is."""
    n_fields = len(record)
    if n_fields == n_columns:
        bad = next((each for each in record if _readable(each) != each), None)
        return None if bad is None else f"holds bytes that are not UTF-8: {_readable(bad)[:40]!r}."
    more = f", among them {', '.join(map(repr, record[n_columns:]))}" * (n_fields > n_columns)
    return f"has {n_fields} fields{more}; the file has {n_columns} columns."


def _decoded(line: bytes) -> tuple[str, str | None]:
    """A line as text, and what is wrong with it."""
    if len(line) > MAX_LINE_BYTES:
        return "", f"is a line longer than {MAX_LINE_BYTES:,} bytes."
    try:
        return line.decode(), None
    except UnicodeDecodeError as error:
        text = line.decode("utf-8", "backslashreplace")
        return text, f"byte {error.start + 1} is {line[error.start :][:1]!r}, which is not UTF-8."


def _lines(system: Any, piece: Piece) -> Iterator[tuple[int, bytes]]:
    """The lines that begin in a piece, each with the byte of the file at which it begins."""
    data = _whole(system, piece)
    place = piece.start
    if piece.start and data[:1] != b"\n":
        # It has begun in the piece before.
        skipped = data.find(b"\n", 1) + 1 or len(data)
        data, place = data[skipped:], piece.start - 1 + skipped
    elif piece.start:
        data = data[1:]
    for line in data.split(b"\n"):
        shown = line.removeprefix(b"\xef\xbb\xbf") if not place else line
        yield place, shown.removesuffix(b"\r")
        place += len(line) + 1


def _whole(system: Any, piece: Piece) -> bytes:
    """The bytes of a piece, from one before it, to the end of the line that ends it."""
    data = _between(system, piece, n_before=1)
    if piece.name.endswith(PACKED) or data[-1:] == b"\n":
        return data
    parts = [data]
    with system.open_input_file(piece.path) as stream:
        stream.seek(piece.stop)
        for block in iter(partial(stream.read, _BLOCK), b""):
            end = block.find(b"\n")
            parts.append(block if end < 0 else block[: end + 1])
            if end >= 0:
                break
    return b"".join(parts)


def _between(system: Any, piece: Piece, n_before: int = 0) -> bytes:
    """The bytes of a piece, and some before it where there are any; those of a file unpacked."""
    if piece.name.endswith(PACKED):
        return _unpacked(system, piece)
    first = max(0, piece.start - n_before)
    with system.open_input_file(piece.path) as stream:
        data: bytes = stream.read_at(piece.stop - first, first)
    return data


def _unpacked(system: Any, piece: Piece) -> bytes:
    is_xz = piece.name.endswith(".xz")
    with system.open_input_stream(piece.path, compression=None if is_xz else "detect") as stream:
        data: bytes = stream.readall()
    try:
        return lzma.decompress(data) if is_xz else data
    except lzma.LZMAError as error:
        raise InputError(f"{piece.name}: is damaged: {error}.") from error
