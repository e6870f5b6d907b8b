"""Batches of rows in the forms that Ray, Dask and Spark use, with columns read and added.

A batch is a dictionary of columns, a pyarrow table or a pandas data frame; what comes back has the
same form. Neither pyarrow nor pandas is imported where nobody uses it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError

# The values of one column.
Column = Sequence[Any]


def column_of(batch: Any, name: str) -> list[Any]:
    """The values of a column; InputError if there is none of this name."""
    columns = batch.column_names if _is_table(batch) else list(batch.keys())
    if name not in columns:
        known = ", ".join(map(str, columns))
        raise InputError(f"there is no column {name!r}. There are {known}. Name the one to read.")
    values = batch[name]
    if _is_table(batch):
        return list(values.to_pylist())
    listed: list[Any] = values.tolist() if hasattr(values, "tolist") else list(values)
    return listed


def with_columns(
    batch: Any, columns: Mapping[str, Column], types: Callable[[], Mapping[str, Any]]
) -> Any:
    """The batch with further columns; `types` gives their types where the batch is a table."""
    if _is_table(batch):
        import pyarrow

        for name, type in types().items():
            array = pyarrow.array(columns[name], type=type)
            batch = batch.append_column(pyarrow.field(name, type), array)
        return batch
    objects = {name: _objects(values) for name, values in columns.items()}
    return {**batch, **objects} if isinstance(batch, Mapping) else batch.assign(**objects)


def new_columns(batch: Any, names: Iterable[str]) -> None:
    """Raise an InputError if the batch has a column of one of these names already."""
    columns = batch.column_names if _is_table(batch) else list(batch.keys())
    for name in names:
        if name in columns:
            raise InputError(
                f"there is a column {name!r} already, where results are put. Rename it first."
            )


def is_missing(value: object) -> bool:
    """Whether a value stands for none: None, or the NaN of a data frame."""
    return value is None or (isinstance(value, float) and value != value)


def _is_table(batch: Any) -> bool:
    pyarrow = sys.modules.get("pyarrow")
    return pyarrow is not None and isinstance(batch, pyarrow.Table)


def _objects(values: Column) -> npt.NDArray[Any]:
    """An array of objects: numpy would take lists of equal lengths for a second dimension."""
    array = np.empty(len(values), dtype=object)
    for number, value in enumerate(values):
        array[number] = value
    return array
