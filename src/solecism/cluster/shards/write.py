"""Shards as bytes: Parquet, or JSON Lines with one object per row; same rows, same bytes."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import msgspec

from solecism.cluster.shards.plan import JSON_LINES, PARQUET
from solecism.cluster.shards.read import FIELDS

OUTPUTS = (PARQUET, JSON_LINES)
_ROWS_PER_GROUP = 100_000


def format_shard(table: Any, output: str, *, source: str, added: Collection[str]) -> bytes:
    """The rows in an output format; `source` is the input's, `added` names the new columns.

    Rows that come from JSON Lines and go there have their own fields again.
    """
    if output == PARQUET:
        return _parquet(table)
    rows = table.to_pylist()
    if source == JSON_LINES:
        rows = [_own_fields(row, added) for row in rows]
    return b"".join(_json(row) + b"\n" for row in rows)


def _parquet(table: Any) -> bytes:
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


def _json(row: dict[str, Any]) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False, default=_encodable).encode()
    except UnicodeEncodeError:
        return json.dumps(row, default=_encodable).encode()


def _encodable(value: Any) -> Any:
    """Dates, decimals and bytes of Parquet as JSON has them."""
    return msgspec.to_builtins(value)
