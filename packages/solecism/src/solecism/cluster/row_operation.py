"""An operation on rows of text, in the forms of batches that Ray, Dask and Spark use.

A batch is a dictionary of columns, a pyarrow table or a pandas data frame; what comes back has the
same form. Neither pyarrow nor pandas is imported where nobody uses it. A row that fails has its
error beside it, and the others go on.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError, SolecismError

ERROR = "error"
# Enough that the detectors' own batches are full, few enough that memory stays small.
_BATCH_WORDS = 50_000
_MOST_CHARACTERS = 4_000_000

# The values of the new columns of one row.
Values = tuple[Any, ...]
# The same, or an error.
RowResult = tuple[Values | None, str | None]


class RowOperation(ABC):
    """Adds columns to batches of rows, by what it makes of their text.

    An instance can be sent to other processes: models are loaded there at the first call, once per
    process. What a row gets does not depend on the others.
    """

    name: ClassVar[str]
    # The new columns, without that of errors; the first has a list per row.
    columns: ClassVar[tuple[str, ...]]

    def __init__(self, column: str) -> None:
        self.column = column

    @abstractmethod
    def types(self) -> dict[str, Any]:
        """The new columns with their types for pyarrow."""

    @abstractmethod
    def settings(self) -> dict[str, Any]:
        """Everything that the results depend on beside the text, as values of JSON."""

    @abstractmethod
    def load(self) -> None:
        """Load the models now, so that what is wrong with them is found before anything else."""

    @abstractmethod
    def values_of(self, texts: Sequence[str]) -> Iterable[Values]:
        """The values of the new columns for each text; the texts are read together."""

    def __call__(self, batch: Any) -> Any:
        """The batch with the new columns and the column `error`."""
        new_columns(batch, (*self.columns, ERROR))
        results = self.results(column_of(batch, self.column))
        return with_columns(batch, self._arranged(results), self.all_types)

    def on_table(self, table: Any, problems: Sequence[str | None]) -> Any:
        """The same for a table whose rows have these problems, or None, already."""
        new_columns(table, (*self.columns, ERROR))
        texts = column_of(table, self.column)
        results = self.results(
            [text for text, problem in zip(texts, problems, strict=True) if problem is None]
        )
        made = iter(results)
        every = [next(made) if problem is None else (None, problem) for problem in problems]
        return with_columns(table, self._arranged(every), self.all_types)

    def all_types(self) -> dict[str, Any]:
        """The new columns and that of errors with their types for pyarrow."""
        import pyarrow

        return {**self.types(), ERROR: pyarrow.string()}

    def _arranged(self, results: Sequence[RowResult]) -> Mapping[str, list[Any]]:
        """The results of rows as columns."""
        columns = {
            name: [None if values is None else values[number] for values, _ in results]
            for number, name in enumerate(self.columns)
        }
        return {**columns, ERROR: [error for _, error in results]}

    def results(self, texts: Sequence[Any]) -> list[RowResult]:
        """The result of each text, in batches of about as many words."""
        problems = [_problem(text) for text in texts]
        good = [text for text, problem in zip(texts, problems, strict=True) if problem is None]
        made = iter([result for batch in by_words(good) for result in self._together(batch)])
        return [next(made) if problem is None else (None, problem) for problem in problems]

    def _together(self, texts: Sequence[str]) -> list[RowResult]:
        try:
            return [(values, None) for values in self.values_of(texts)]
        # Whatever one text raises, a bug among it, must not lose the work on a billion others.
        except Exception as error:  # noqa: BLE001 - see above
            if len(texts) == 1:
                return [(None, _error_text(error))]
        return [result for text in texts for result in self._together([text])]


def by_words(texts: Iterable[str], n_words: int = _BATCH_WORDS) -> Iterator[list[str]]:
    """The texts in batches of at least so many words, of which the last may have fewer.

    >>> list(by_words(["a b c", "d", "e f", "g"], 4))
    [['a b c', 'd'], ['e f', 'g']]
    """
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text.split())
        if size >= n_words:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _problem(text: object) -> str | None:
    """Why a value is no text that can be read, None if it is one."""
    if is_missing(text):
        return "has no text."
    if not isinstance(text, str):
        return f"is no text but {type(text).__name__}: {str(text)[:40]!r}."
    if len(text) > _MOST_CHARACTERS:
        return f"has {len(text):,} characters; at most {_MOST_CHARACTERS:,} are read. Divide it."
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"character {error.start} is half of a surrogate pair. Remove it."
    return None


def _error_text(error: Exception) -> str:
    return str(error) if isinstance(error, SolecismError) else f"{type(error).__name__}: {error}"


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
