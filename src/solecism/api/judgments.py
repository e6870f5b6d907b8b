"""Conversion of arguments: judgments in every form that the API accepts, as panels."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from solecism.errors import InputError
from solecism.judgment import UNKNOWN, Judgment
from solecism.panel import Panel, from_matrix, in_label_order
from solecism.panels import Coded, Duplicates, Panels, from_codes, panels

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Judgments: TypeAlias = (
        str
        | os.PathLike[str]
        | Panel
        | Panels
        | Iterable[Judgment]
        | Sequence[Sequence[object]]
        | NDArray[Any]
        | Mapping[str, Sequence[object]]
        | pd.DataFrame
    )

Rows = Literal["raters", "items"]
_COLUMNS = {
    "item": ("site", "item", "task", "unit", "question"),
    "rater": ("rater", "worker", "annotator", "coder"),
    "answer": ("answer", "label", "judgment"),
}
_FORMS = (
    "a path, a list of answers per rater, an array, columns named item, rater and answer "
    "(a data frame or a dictionary), or judgments"
)


def panels_of(
    data: Judgments,
    *,
    rows: Rows = "raters",
    by: str | None = None,
    within: str | None = None,
    cluster: str | None = None,
    labels: Sequence[object] = (),
    ignored: Sequence[str] = (UNKNOWN,),
    duplicates: Duplicates = "error",
) -> Panels:
    """The panels of judgments in any accepted form; TypeError for other data."""
    names = tuple(map(_name, labels))
    judgments = _judgments(data)
    if judgments is not None:
        return panels(
            judgments,
            by=by,
            within=within,
            cluster=cluster,
            labels=names,
            ignored=ignored,
            duplicates=duplicates,
        )
    if by or within or cluster:
        raise InputError(
            "by, within and cluster name fields of judgments, which this data does not have. "
            "Give judgments, or the path of a file of them."
        )
    if isinstance(data, Panels):
        return data
    panel = _panel(data, rows=rows, labels=names, duplicates=duplicates)
    nothing = panel.select(np.zeros(len(panel), dtype=bool))
    nothing = replace(nothing, truth=np.zeros(0, dtype=np.int32))
    return Panels(data=panel, parts={}, gold=nothing)


def judgments_of(data: Judgments, *, rows: Rows = "raters") -> Iterable[Judgment]:
    """Judgments in any accepted form, one by one."""
    judgments = _judgments(data)
    if judgments is not None:
        return judgments
    panel = panels_of(data, rows=rows).data
    columns = zip(panel.item.tolist(), panel.rater.tolist(), panel.answer.tolist(), strict=True)
    return (
        Judgment(panel.items[item], panel.raters[rater], panel.labels[answer])
        for item, rater, answer in columns
    )


def _judgments(data: Any) -> Iterable[Judgment] | None:
    """The judgments of a file or of an iterable of them; None for other forms."""
    if isinstance(data, str | os.PathLike):
        return _read(os.fspath(data))
    if isinstance(data, Judgment):
        raise TypeError("expected many judgments, not one. Give a list.")
    if isinstance(data, Panel | Panels | Mapping) or hasattr(data, "columns"):
        return None
    if not isinstance(data, Iterable) or isinstance(data, bytes | np.ndarray):
        return None
    if isinstance(data, Sequence):
        return data if data and isinstance(data[0], Judgment) else None
    stream = iter(data)
    first = next(stream, None)
    return chain([first], stream) if isinstance(first, Judgment) else None


def _read(path: str) -> Iterable[Judgment]:
    from solecism.formats import files, jsonl
    from solecism.formats.crowd import long

    if files.unpacked(path).suffix in (".csv", ".tsv"):
        return long.parse(files.read_lines(path), file=files.shown_name(path))
    return jsonl.read(path, Judgment)


def _panel(data: Any, *, rows: Rows, labels: tuple[str, ...], duplicates: Duplicates) -> Panel:
    if isinstance(data, Panel):
        return data
    if isinstance(data, Mapping) or hasattr(data, "columns"):
        return from_codes(*_columns(data), labels=labels, duplicates=duplicates)
    return _matrix_panel(_matrix(data), rows=rows, labels=labels)


def _columns(data: Any) -> list[Coded]:
    """The columns of items, raters and answers, without rows that have no answer."""
    present = [str(name) for name in (data if isinstance(data, Mapping) else data.columns)]
    chosen = []
    for field, names in _COLUMNS.items():
        name = next((name for name in names if name in present), None)
        if name is None:
            raise TypeError(
                f"the columns {', '.join(present)} do not say which is the {field}. "
                "Call them item, rater and answer, or give an array with rows='items'."
            )
        chosen.append(_coded(data[name]))
    if len({len(codes) for _, codes in chosen}) > 1:
        raise TypeError("the columns of items, raters and answers differ in length.")
    is_there = chosen[2][1] >= 0
    return [(names, codes[is_there]) for names, codes in chosen]


def _coded(values: Iterable[Any]) -> Coded:
    """The names of values, and each value's place among them; -1 for None and NaN."""
    array = np.asarray(values if hasattr(values, "dtype") else list(values))
    if array.dtype.kind not in "iufb":
        number: dict[Any, int] = {}
        array = np.array([number.setdefault(value, len(number)) for value in array.tolist()])
        distinct, codes = list(number), array.astype(np.int32)
    else:
        unique, inverse = np.unique(array, return_inverse=True)
        distinct, codes = unique.tolist(), inverse.astype(np.int32)
    names = list(dict.fromkeys(name for name in map(_name, distinct) if name))
    place = {name: index for index, name in enumerate(names)}
    code = np.array([place.get(_name(value), -1) for value in distinct] or [0], dtype=np.int32)
    return names, code[codes]


def _matrix(data: Any) -> NDArray[Any]:
    """The answers as an array of two dimensions, of floats or of names; NaN or "" for none."""
    if isinstance(data, str | bytes) or not isinstance(data, Iterable):
        raise TypeError(f"judgments cannot be read from {type(data).__name__}. Give {_FORMS}.")
    if isinstance(data, np.ndarray) and data.dtype.kind in "iuf":
        return data.astype(np.float64)
    rows = list(data)
    if not rows or any(
        isinstance(row, str | bytes) or not isinstance(row, Iterable) for row in rows
    ):
        raise TypeError(f"judgments cannot be read from {_described(rows)}. Give {_FORMS}.")
    lists = [list(row) for row in rows]
    if len({len(row) for row in lists}) > 1:
        sizes = ", ".join(str(len(row)) for row in lists[:8])
        raise TypeError(
            f"the rows have different lengths ({sizes}). Put None where an answer is missing."
        )
    if all(map(_is_number, chain(*lists))):
        return np.array(lists, dtype=np.float64)
    return np.array([[_name(value) for value in row] for row in lists], dtype=object)


def _is_number(value: object) -> bool:
    """Whether a value is a number, or None, which becomes NaN."""
    return value is None or (
        isinstance(value, int | float | np.number) and not isinstance(value, bool | np.bool_)
    )


def _described(rows: list[Any]) -> str:
    return "an empty list" if not rows else f"a list of {type(rows[0]).__name__}"


def _matrix_panel(answers: NDArray[Any], *, rows: Rows, labels: tuple[str, ...]) -> Panel:
    if rows not in ("raters", "items"):
        raise InputError(f"rows is {rows!r}. It says what a row is: 'raters' or 'items'.")
    if answers.ndim != 2:
        raise TypeError(f"the answers have {answers.ndim} dimensions. Give two: raters and items.")
    table = answers.T if rows == "raters" else answers
    is_there = ~np.isnan(table) if table.dtype == np.float64 else table != ""
    values = np.unique(table[is_there]).tolist()
    names = [_name(value) for value in values]
    order = labels or in_label_order(names)
    for name in names:
        if name not in order:
            raise InputError(f"unknown answer {name!r}. The labels are {', '.join(order)}.")
    code = {value: order.index(name) for value, name in zip(values, names, strict=True)}
    codes = np.full(table.shape, -1, dtype=np.int64)
    for value, number in code.items():
        codes[table == value] = number
    return from_matrix(codes, labels=order)


def _name(value: object) -> str:
    """The name of an item, a rater or an answer; empty where there is none.

    >>> _name(1.0), _name(2), _name("ok"), _name(None), _name(float("nan"))
    ('1', '2', 'ok', '', '')
    """
    if value is None or (isinstance(value, float | np.floating) and math.isnan(value)):
        return ""
    if isinstance(value, float | np.floating):
        return f"{value:.17g}" if value % 1 else str(int(value))
    return str(value)
