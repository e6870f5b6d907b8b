"""Texts, flags, keys and trees in whatever form people have them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solecism.errors import InputError
from solecism.flag import Flag
from solecism.key import Key
from solecism.sentence import Sentence
from solecism.tree import Tree

if TYPE_CHECKING:
    from solecism.sample.draw import Sample

    PathOrText = str | os.PathLike[str]
    Texts = str | os.PathLike[str] | Iterable[str] | Iterable[Sentence] | Sentence
    Flags = str | os.PathLike[str] | Iterable[Flag]
    Trees = str | os.PathLike[str] | Tree | Iterable[Tree] | Iterable[Sentence]

TEXT = "text"


def sentences_of(data: Texts) -> Iterator[Sentence]:
    """The sentences of a text, a file (a Path), several texts, or sentences themselves."""
    if isinstance(data, os.PathLike):
        return _read_sentences(os.fspath(data))
    if isinstance(data, Sentence):
        return iter([data])
    first, items = _opened(data, what="text")
    if isinstance(first, Sentence):
        return items
    return _split_texts(items)


def texts_of(data: str | Iterable[str]) -> list[str]:
    """The texts of a string or of several."""
    first, items = _opened(data, what="text")
    if not isinstance(first, str | None):
        raise TypeError(f"expected text, not {type(first).__name__}.")
    return list(items)


def flags_of(data: Flags) -> Iterable[Flag]:
    """The flags of a file of JSON Lines, or flags themselves."""
    from solecism.formats import jsonl

    if isinstance(data, str | os.PathLike):
        return jsonl.read(os.fspath(data), Flag)
    first, items = _opened(data, what="flags")
    if not isinstance(first, Flag | None):
        raise TypeError(f"expected flags or the path of a file of them, not {_described(first)}.")
    return items


def key_of(data: Key | Sample | str | os.PathLike[str]) -> Key:
    """The key of a sample, from the sample itself, or from the file that `sample` wrote."""
    from solecism.formats import files
    from solecism.formats import key as keys

    if isinstance(data, Key):
        return data
    if isinstance(data, str | os.PathLike):
        path = os.fspath(data)
        return keys.parse(files.read_lines(path), file=path)
    key = getattr(data, "key", None)
    if not isinstance(key, Key):
        raise TypeError(f"expected a sample, its key or the key's path, not {_described(data)}.")
    return key


def trees_of(data: Trees) -> list[Sentence]:
    """Sentences with trees: of a file, a string in Penn brackets, or trees themselves."""
    from solecism.formats import penn

    if isinstance(data, str) and data.lstrip().startswith("("):
        return list(penn.parse(data.splitlines(keepends=True), document="tree", file="text"))
    if isinstance(data, str | os.PathLike):
        return list(_read_sentences(os.fspath(data)))
    first, items = _opened(data, what="trees")
    if isinstance(first, Sentence):
        return list(items)
    if not isinstance(first, Tree):
        raise TypeError(f"expected trees or the path of a file of them, not {_described(first)}.")
    lines = [penn.format_tree(tree) + "\n" for tree in items]
    return list(penn.parse(lines, document="tree", file="trees"))


def _opened(data: Any, *, what: str) -> tuple[Any, Iterator[Any]]:
    """The first item of an iterable, and an iterator over all; a string is one item."""
    if isinstance(data, str | Tree):
        return data, iter([data])
    if isinstance(data, bytes) or not isinstance(data, Iterable):
        raise TypeError(f"{what} cannot be read from {_described(data)}.")
    stream = iter(data)
    first = next(stream, None)
    return first, stream if first is None else chain([first], stream)


def _split_texts(texts: Iterable[object]) -> Iterator[Sentence]:
    from solecism.formats import text

    for number, each in enumerate(texts, 1):
        if not isinstance(each, str):
            raise TypeError(f"expected text, not {_described(each)}.")
        refuse_file_name(each)
        lines = each.splitlines(keepends=True)
        yield from text.parse(lines, document=f"{TEXT}{number}", file=TEXT)


def refuse_file_name(text: str) -> None:
    """TypeError where a text is the name of a file, which is given as a Path instead."""
    if len(text) < 1_000 and "\n" not in text and " " not in text and Path(text).is_file():
        raise TypeError(f"{text!r} is the name of a file. Give Path({text!r}) to read it.")


def _read_sentences(path: str) -> Iterator[Sentence]:
    from solecism.formats import registry

    if Path(path).is_dir():
        raise InputError(f"{path}: is a folder. Give a file.")
    return registry.read([path], registry.format_of(path) or registry.FORMATS["text"])


def _described(value: object) -> str:
    return "nothing" if value is None else type(value).__name__
