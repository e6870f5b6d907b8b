"""The results of a job, read again from its folder."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

from solecism.cluster.shards.places import Place
from solecism.cluster.shards.plan import PARQUET


def result_rows(target: str, column: str) -> Iterator[tuple[str, list[Any]]]:
    """Each row of a job's folder by name, with what one of the new columns has; failed rows none.

    The name of a row is that of its shard with its number from 1, such as part-00003.17.
    """
    folder = Place.of(target)
    for file in folder.files():
        name, _, ending = file.name.rpartition(".")
        if name.startswith("part-"):
            data = folder.read(file.name) or b""
            values = _parquet(data, column) if ending == PARQUET else _json_lines(data, column)
            for number, value in enumerate(values, 1):
                yield f"{name}.{number}", value or []


def _parquet(data: bytes, column: str) -> list[Any]:
    from pyarrow import parquet

    values: list[Any] = parquet.read_table(io.BytesIO(data), columns=[column])[column].to_pylist()
    return values


def _json_lines(data: bytes, column: str) -> Iterator[Any]:
    return (json.loads(line)[column] for line in data.splitlines())
