"""Arguments of the API: texts, flags, judgments, keys and trees in every form that people have."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from glob import escape, glob, has_magic
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from solecism.errors import InputError
from solecism.judgment import UNKNOWN, Judgment
from solecism.panel import (
    Coded,
    Duplicates,
    Panel,
    Panels,
    from_codes,
    from_matrix,
    in_label_order,
    panels,
)
from solecism.sample_key import Key
from solecism.sentence import Sentence
from solecism.site import Flag
from solecism.system.caches import FolderCache
from solecism.tree import Tree

if TYPE_CHECKING:
    from solecism.sampling.draw import Sample

    AnyPath: TypeAlias = str | os.PathLike[str]
    Texts: TypeAlias = AnyPath | Sentence | Iterable[str] | Iterable[Sentence]
    Lines: TypeAlias = AnyPath | Iterable[str]
    Flags: TypeAlias = AnyPath | Iterable[Flag]
    KeyLike: TypeAlias = AnyPath | Key | Sample
    Trees: TypeAlias = AnyPath | Tree | Iterable[Tree] | Iterable[Sentence]

TEXT = "text"
# A text of one word that is longer is not taken for the name of a file.
_LONGEST_NAME = 1_000


def sentences_of(data: Texts) -> Iterator[Sentence]:
    """The sentences of a text, of a file (a Path), of several texts, or sentences themselves."""
    if isinstance(data, os.PathLike):
        return read_sentences(os.fspath(data))
    if isinstance(data, Sentence):
        return iter([data])
    first, items = _with_first(data, what="text")
    return items if isinstance(first, Sentence) else _split(items)


def named_texts(data: str | Iterable[str]) -> Iterator[tuple[str, str]]:
    """The texts of a string or of several, each with a name."""
    _, texts = _with_first(data, what="text")
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise TypeError(f"expected text, not {described(text)}.")
        _refuse_file_name(text)
        yield TEXT if isinstance(data, str) else f"{TEXT}{number}", text


def read_sentences(path: str) -> Iterator[Sentence]:
    """The sentences of a file, in the format of its name, else of plain text."""
    from solecism.formats import registry

    return registry.read_any([path])


def lines_of(data: Lines) -> tuple[str, Iterator[str]]:
    """A name, and the lines of a file or of a list of sentences."""
    from solecism.formats import files

    if isinstance(data, str | os.PathLike):
        path = os.fspath(data)
        return files.document_name(path), files.read_lines(path)
    _, items = _with_first(data, what="sentences")
    return TEXT, (f"{line.rstrip()}\n" for line in items)


def flags_of(data: Flags) -> Iterable[Flag]:
    """The flags of a file of JSON Lines, or flags themselves."""
    from solecism.formats import jsonl

    if isinstance(data, str | os.PathLike):
        return jsonl.read(os.fspath(data), Flag)
    first, items = _with_first(data, what="flags")
    if not isinstance(first, Flag | None):
        raise TypeError(f"expected flags or the path of a file of them, not {described(first)}.")
    return items


def key_of(data: KeyLike) -> Key:
    """The key of a sample, from the sample itself or from the file that holds it."""
    from solecism import sample_key as keys
    from solecism.formats import files

    if isinstance(data, Key):
        return data
    if isinstance(data, str | os.PathLike):
        path = os.fspath(data)
        return keys.parse(files.read_lines(path), file=path)
    key = getattr(data, "key", None)
    if not isinstance(key, Key):
        raise TypeError(f"expected a sample, its key or the key's path, not {described(data)}.")
    return key


def trees_of(data: Trees) -> list[Sentence]:
    """Sentences with trees: of a file, of a string in Penn brackets, or trees themselves."""
    from solecism.formats import penn

    if isinstance(data, str) and data.lstrip().startswith("("):
        return list(penn.parse(data.splitlines(keepends=True), document="tree", file=TEXT))
    if isinstance(data, str | os.PathLike):
        return list(read_sentences(os.fspath(data)))
    first, items = _with_first(data, what="trees")
    if isinstance(first, Sentence):
        return list(items)
    if not isinstance(first, Tree):
        raise TypeError(f"expected trees or the path of a file of them, not {described(first)}.")
    return [penn.sentence_of([tree], id=f"tree.{n}") for n, tree in enumerate(items, 1)]


def described(value: object) -> str:
    """A description of a value, for an error message."""
    return "nothing" if value is None else type(value).__name__


def _with_first(data: Any, *, what: str) -> tuple[Any, Iterator[Any]]:
    """The first item of an iterable, and an iterator over all; a string or a tree is one item."""
    if isinstance(data, str | Tree):
        return data, iter([data])
    if isinstance(data, bytes) or not isinstance(data, Iterable):
        raise TypeError(f"{what} cannot be read from {described(data)}.")
    stream = iter(data)
    first = next(stream, None)
    return first, stream if first is None else chain([first], stream)


def _split(texts: Iterable[Any]) -> Iterator[Sentence]:
    from solecism.formats import text

    for number, each in enumerate(texts, 1):
        if not isinstance(each, str):
            raise TypeError(f"expected text, not {described(each)}.")
        _refuse_file_name(each)
        lines = each.splitlines(keepends=True)
        yield from text.parse(lines, document=f"{TEXT}{number}", file=TEXT)


def _refuse_file_name(text: str) -> None:
    """Raise TypeError for a text that is the name of a file, which must be given as a Path."""
    if len(text) < _LONGEST_NAME and not any(map(str.isspace, text)) and Path(text).is_file():
        raise TypeError(f"{text!r} is the name of a file. Give Path({text!r}) to read it.")


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
    from solecism.formats.crowd import spreadsheets

    if files.unpacked(path).suffix in (".csv", ".tsv"):
        return spreadsheets.parse_long(files.read_lines(path), file=files.shown_name(path))
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


if TYPE_CHECKING:
    from solecism.formats.hypotheses import Edits

    Hypothesis: TypeAlias = AnyPath | Iterable[str] | Iterable[Flag] | Iterable[Sentence]
    Hypotheses: TypeAlias = Hypothesis | Mapping[str, Hypothesis]

SYSTEM = "system"


def source_of(data: Lines) -> tuple[str, Iterator[tuple[str, ...]]]:
    """A name, and the words of each sentence of a file or of a list of sentences."""
    from solecism.formats import hypotheses

    if isinstance(data, str | os.PathLike):
        return os.fspath(data), hypotheses.read_source(os.fspath(data))
    name, lines = lines_of(data)
    return name, hypotheses.words_of_lines(lines)


def named_files(data: object) -> Any:
    """The files of a folder or of a pattern such as `outputs/*.txt`, by name; else the data."""
    from solecism.formats.files import document_name

    if not isinstance(data, str | os.PathLike) or Path(data).is_file():
        return data
    path = str(data)
    is_folder = Path(path).is_dir()
    pattern = f"{escape(path)}/*" if is_folder else path
    found = sorted(glob(pattern))  # noqa: PTH207 - Path.glob refuses patterns with a root
    files = [each for each in found if Path(each).is_file()]
    if not files:
        if is_folder or has_magic(path):
            raise InputError(f"{path}: there is no file. Give the files of systems.")
        return data
    named = {document_name(each): each for each in files}
    if len(named) < len(files):
        raise InputError(f"{path}: two files have the same name. Rename one.")
    return named


def edits_of(
    data: Hypotheses, sentences: Sequence[Sentence], *, cache: FolderCache | None = None
) -> dict[str, Edits]:
    """The edits of one system or several, by name; a folder or a pattern has several."""
    data = named_files(data)
    if not isinstance(data, Mapping):
        return _edits_of_one(data, sentences, name=None, cache=cache)
    systems: dict[str, Edits] = {}
    for name, each in data.items():
        systems |= _edits_of_one(each, sentences, name=name, cache=cache)
    return systems


def _edits_of_one(
    data: Any, sentences: Sequence[Sentence], *, name: str | None, cache: FolderCache | None
) -> dict[str, Edits]:
    """The edits of one input, under `name` if it is one system's."""
    from solecism.formats import hypotheses

    if isinstance(data, str | os.PathLike):
        systems = hypotheses.read(os.fspath(data), sentences, cache=cache)
    else:
        systems = _edits_of_items(list(data), sentences, name=name or SYSTEM, cache=cache)
    if name is not None and len(systems) == 1:
        [edits] = systems.values()
        return {name: edits}
    return systems


def _edits_of_items(
    items: list[Any], sentences: Sequence[Sentence], *, name: str, cache: FolderCache | None
) -> dict[str, Edits]:
    """The edits of flags, of annotated sentences or of corrected lines."""
    from solecism.formats import hypotheses

    first = items[0] if items else ""
    if isinstance(first, Flag):
        return hypotheses.edits_of_flags(items, sentences, file=name)
    if isinstance(first, Sentence):
        return {name: hypotheses.edits_of_annotated(items, sentences, file=name)}
    if not isinstance(first, str):
        raise TypeError(f"a hypothesis is lines, flags or sentences, not {described(first)}.")
    lines = (f"{line.rstrip()}\n" for line in items)
    return {name: hypotheses.edits_of_lines(lines, sentences, file=name, cache=cache)}
