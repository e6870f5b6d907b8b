"""Reads rankings of any format by the path of their file."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.errors import InputError
from solecism.formats import files, jsonl
from solecism.formats.rankings import appraise, comparisons
from solecism.ranking import Ranking

_PARSERS = {".xml": appraise.parse, ".csv": comparisons.parse, ".tsv": comparisons.parse}


def read(path: str) -> Iterator[Ranking]:
    """The rankings of a file: Appraise XML, a table of comparisons, otherwise JSON Lines."""
    parse = _PARSERS.get(files.unpacked(path).suffix)
    if parse is None:
        yield from jsonl.read(path, Ranking)
        return
    is_empty = True
    for ranking in parse(files.read_lines(path), file=files.shown_name(path)):
        is_empty = False
        yield ranking
    if is_empty:
        raise InputError(f"{files.shown_name(path)}: holds no rankings. Is it whole?")
