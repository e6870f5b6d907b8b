"""Conversion of arguments: texts, flags, keys and trees in every form that the API accepts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from solecism.flag import Flag
from solecism.key import Key
from solecism.sentence import Sentence
from solecism.tree import Tree

if TYPE_CHECKING:
    from solecism.sample.draw import Sample

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
    from solecism.formats import files
    from solecism.formats import key as keys

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
