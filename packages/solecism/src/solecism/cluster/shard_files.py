"""Shards read as tables and written as files, and the results of a job read again.

What is wrong with a row is said beside it. Output is Parquet, or JSON Lines with one object per
row; the same rows give the same bytes.
"""

from __future__ import annotations

import io
import json
import lzma
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from solecism.cluster import shards
from solecism.cluster.shards import CSV, JSON_LINES, PACKED, PARQUET, FilePart, Shard
from solecism.cluster.storage import StoragePath, explain_storage_errors
from solecism.errors import InputError
from solecism.formats.files import MAX_LINE_BYTES

# Where rows of JSON Lines keep what is not the text, and lines of text where they come from.
FIELDS, FILE, BYTE = "fields", "file", "byte"
_BLOCK = 1 << 16


class Rows(NamedTuple):
    """The rows of a shard, and why each cannot be worked on, or None."""

    table: Any
    problems: list[str | None]


def read_shard(place: StoragePath, shard: Shard, format: str, column: str) -> Rows:
    """The rows of a shard of an input in a format, in order."""
    import pyarrow

    system, _ = place.open()
    reader = {PARQUET: _read_parquet, JSON_LINES: _read_json_lines, CSV: _read_csv}.get(
        format, _read_text
    )
    with explain_storage_errors(place.address):
        every = [reader(system, piece, column) for piece in shard.pieces]
        table = pyarrow.concat_tables([rows.table for rows in every])
    return Rows(table, [problem for rows in every for problem in rows.problems])


def _read_parquet(system: Any, piece: FilePart, column: str) -> Rows:
    from pyarrow import parquet

    with parquet.ParquetFile(piece.path, filesystem=system) as opened:
        group = opened.read_row_group(piece.group)
    table = group.slice(piece.start, piece.stop - piece.start)
    return Rows(table, [None] * table.num_rows)


def _read_text(system: Any, piece: FilePart, column: str) -> Rows:
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


def _read_json_lines(system: Any, piece: FilePart, column: str) -> Rows:
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


def _read_csv(system: Any, piece: FilePart, column: str) -> Rows:
    import pyarrow as pa

    names = shards.csv_header(system, piece.path, piece.name)
    if column not in names:
        raise InputError(f"{piece.name}: has no column {column!r}. There are {', '.join(names)}.")
    text = _between(system, piece).decode("utf-8", "surrogateescape")
    records = list(shards.csv_records(text))[0 if piece.start else 1 :]
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


def _lines(system: Any, piece: FilePart) -> Iterator[tuple[int, bytes]]:
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


def _whole(system: Any, piece: FilePart) -> bytes:
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


def _between(system: Any, piece: FilePart, n_before: int = 0) -> bytes:
    """The bytes of a piece, and some before it where there are any; those of a file unpacked."""
    if piece.name.endswith(PACKED):
        return _unpacked(system, piece)
    first = max(0, piece.start - n_before)
    with system.open_input_file(piece.path) as stream:
        data: bytes = stream.read_at(piece.stop - first, first)
    return data


def _unpacked(system: Any, piece: FilePart) -> bytes:
    is_xz = piece.name.endswith(".xz")
    with system.open_input_stream(piece.path, compression=None if is_xz else "detect") as stream:
        data: bytes = stream.readall()
    try:
        return lzma.decompress(data) if is_xz else data
    except lzma.LZMAError as error:
        raise InputError(f"{piece.name}: is damaged: {error}.") from error


OUTPUTS = (PARQUET, JSON_LINES)
_ROWS_PER_GROUP = 100_000


def format_shard(table: Any, output: str, *, source: str, added: Collection[str]) -> bytes:
    """The rows in an output format; `source` is the input's, `added` names the new columns.

    Rows that come from JSON Lines and go there have their own fields again.
    """
    if output == PARQUET:
        return _format_parquet(table)
    rows = table.to_pylist()
    if source == JSON_LINES:
        rows = [_own_fields(row, added) for row in rows]
    return b"".join(_format_json(row) + b"\n" for row in rows)


def _format_parquet(table: Any) -> bytes:
    import pyarrow
    from pyarrow import parquet

    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink, row_group_size=_ROWS_PER_GROUP, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _own_fields(row: dict[str, Any], added: Collection[str]) -> dict[str, Any]:
    fields = json.loads(row.pop(FIELDS))
    # A line that could not be read, or that has fields of the same names, stays as it is.
    if not isinstance(fields, dict) or any(name in fields for name in added):
        return {**row, FIELDS: fields}
    return {**row, **fields}


def _format_json(row: dict[str, Any]) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False, default=_encodable).encode()
    except UnicodeEncodeError:
        return json.dumps(row, default=_encodable).encode()


def _encodable(value: Any) -> Any:
    """Dates, decimals and bytes of Parquet as JSON has them."""
    return msgspec.to_builtins(value)


def result_rows(target: str, column: str) -> Iterator[tuple[str, list[Any]]]:
    """Each row of a job's folder by name, with what one of the new columns has; failed rows none.

    The name of a row is that of its shard with its number from 1, such as part-00003.17.
    """
    folder = StoragePath.of(target)
    for file in folder.files():
        name, _, ending = file.name.rpartition(".")
        if name.startswith("part-"):
            data = folder.read(file.name) or b""
            values = (
                _parquet_results(data, column) if ending == PARQUET else _json_results(data, column)
            )
            for number, value in enumerate(values, 1):
                yield f"{name}.{number}", value or []


def _parquet_results(data: bytes, column: str) -> list[Any]:
    from pyarrow import parquet

    values: list[Any] = parquet.read_table(io.BytesIO(data), columns=[column])[column].to_pylist()
    return values


def _json_results(data: bytes, column: str) -> Iterator[Any]:
    return (json.loads(line)[column] for line in data.splitlines())
