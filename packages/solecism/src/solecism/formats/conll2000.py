"""CoNLL-2000: one line per word with its tag and its chunk, a blank line after each sentence.

Tjong Kim Sang & Buchholz (2000), Introduction to the CoNLL-2000 shared task: chunking.

    We PRP B-NP
    met VBD B-VP
    them PRP B-NP

The format does not mark the head of a chunk, which is derived from the tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solecism.errors import FormatError, InputError
from solecism.language.chunker import head
from solecism.sentence import Chunk, Sentence, from_words

OUTSIDE = "O"
BEGIN, INSIDE = "B-", "I-"
N_COLUMNS = 3


def parse(lines: Iterable[str], *, document: str, file: str) -> Iterator[Sentence]:
    """The sentences with tags and chunks, numbered in order."""
    rows: list[list[str]] = []
    count = 0
    for number, line in enumerate(lines, 1):
        if columns := _columns(line):
            _check(columns, line, file=file, number=number)
            rows.append(columns)
        elif rows:
            count += 1
            yield _sentence(f"{document}.{count}", rows)
            rows = []
    if rows:
        yield _sentence(f"{document}.{count + 1}", rows)


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One block of lines per sentence, which must have tags."""
    for sentence in sentences:
        if not sentence.tags:
            raise InputError(f"{sentence.id}: has no tags, which CoNLL-2000 needs. Tag it first.")
        rows = zip(sentence.words, sentence.tags, _labels(sentence), strict=True)
        yield "".join(_line(row, sentence.id) for row in rows) + "\n"


def _columns(line: str) -> list[str]:
    """The columns of a line, separated by spaces or tabs; words may contain other white space."""
    return [column for column in line.rstrip("\r\n").replace("\t", " ").split(" ") if column]


def _check(columns: Sequence[str], line: str, *, file: str, number: int) -> None:
    shown = repr(line.strip()[:60])
    if len(columns) != N_COLUMNS:
        problem = f"{shown} has {len(columns)} columns, not a word, its tag and its chunk."
        raise FormatError(file, number, problem)
    label = columns[-1]
    if label != OUTSIDE and (not label.startswith((BEGIN, INSIDE)) or len(label) == len(BEGIN)):
        problem = f"the chunk {label[:20]!r} of {shown} is neither O nor like B-NP or I-NP."
        raise FormatError(file, number, problem)


def _sentence(id: str, rows: Sequence[Sequence[str]]) -> Sentence:
    words, tags, labels = zip(*rows, strict=True)
    return replace(from_words(id, words), tags=tags, chunks=tuple(_chunks(labels, tags)))


def _chunks(labels: Sequence[str], tags: Sequence[str]) -> Iterator[Chunk]:
    """The chunks; a chunk may begin with I, as in older files."""
    start, name = 0, ""
    for place, label in enumerate([*labels, OUTSIDE]):
        if label != INSIDE + name:
            if name:
                yield Chunk(name, start, place, head(name, tags, start, place))
            start, name = place, label[len(BEGIN) :]


def _labels(sentence: Sentence) -> list[str]:
    labels = [OUTSIDE] * len(sentence)
    for chunk in sentence.chunks:
        is_free = labels[chunk.start : chunk.end] == [OUTSIDE] * (chunk.end - chunk.start)
        if not chunk.label or not chunk.start < chunk.end or not is_free:
            raise InputError(f"{sentence.id}: CoNLL-2000 cannot hold {chunk} with its others.")
        labels[chunk.start : chunk.end] = [INSIDE + chunk.label] * (chunk.end - chunk.start)
        labels[chunk.start] = BEGIN + chunk.label
    return labels


def _line(row: Sequence[str], id: str) -> str:
    line = " ".join(row)
    if _columns(line) != list(row) or "\n" in line:
        raise InputError(f"{id}: CoNLL-2000 cannot hold the columns {row}.")
    return line + "\n"
