"""Reads rankings of any format by the path of their file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from solecism.errors import InputError
from solecism.formats import files, jsonl
from solecism.formats.rankings import appraise, comparisons
from solecism.formats.rankings.judged import rankings_of_judgments
from solecism.judgment import Judgment
from solecism.ranking import Ranking


def read(path: str) -> Iterator[Ranking]:
    """The rankings of a file: Appraise XML, a table of comparisons, otherwise JSON Lines.

    The lines are rankings, or judgments as a ranking study exports them.
    """
    parse = _PARSERS.get(files.unpacked(path).suffix, _parse_jsonl)
    is_empty = True
    for ranking in parse(files.read_lines(path), file=files.shown_name(path)):
        is_empty = False
        yield ranking
    if is_empty:
        raise InputError(f"{files.shown_name(path)}: contains no rankings. Is the file complete?")


def _parse_jsonl(lines: Iterator[str], *, file: str) -> Iterator[Ranking]:
    """The rankings of JSON Lines, the first of which says whether they are judgments."""
    before = []
    for line in lines:
        before.append(line)
        if line.strip():
            break
    every = chain(before, lines)
    if before and jsonl.type_of(before[-1], file=file, number=len(before)) is Judgment:
        return rankings_of_judgments(jsonl.parse(every, Judgment, file=file))
    return jsonl.parse(every, Ranking, file=file)


_PARSERS = {".xml": appraise.parse, ".csv": comparisons.parse, ".tsv": comparisons.parse}
