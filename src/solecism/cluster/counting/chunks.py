"""Native files in chunks of whole documents, which are read apart from one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from solecism.formats import files
from solecism.sentence import Sentence
from solecism.train.texts import document_sentences

CHUNK_BYTES = 16_000_000
_MARK = "\ufeff".encode()

# Which documents are used, given lines and the number of the first document.
Selection = Callable[[Iterable[str], int], Iterable[list[str]]]


class Chunk(NamedTuple):
    """The bytes `start` to `stop` of a file, or all of a compressed one if `stop` is -1.

    `first` is the number of its first document in the file.
    """

    path: str
    start: int
    stop: int
    first: int

    def sentences(self, selection: Selection) -> Iterator[Sentence]:
        """The sentences of the documents that are selected."""
        documents = selection(self._lines(), self.first)
        return document_sentences(documents, files.document_name(self.path))

    def _lines(self) -> Iterator[str]:
        if self.stop < 0:
            yield from files.read_lines(self.path)
            return
        with Path(self.path).open("rb") as stream:
            stream.seek(self.start)
            yield from stream.read(self.stop - self.start).decode().split("\n")


def chunks_of(path: str, size: int = CHUNK_BYTES) -> list[Chunk]:
    """The chunks of a file, of at least `size` bytes each except for the last.

    Whatever is wrong with the file is told here.
    """
    if files.unpacked(path) != Path(path):
        return [Chunk(path, 0, -1, 0)]
    chunks: list[Chunk] = []
    start = place = _begin(path)
    first = number = 0
    is_inside = False
    for line in files.read_lines(path):
        if line.strip():
            if not is_inside and place - start >= size:
                chunks.append(Chunk(path, start, place, first))
                start, first = place, number
            number += not is_inside
            is_inside = True
        else:
            is_inside = False
        place += len(line.encode())
    return [*chunks, Chunk(path, start, place, first)]


def _begin(path: str) -> int:
    """The first byte after the mark that some programs put at the beginning of a file."""
    try:
        with Path(path).open("rb") as stream:
            return len(_MARK) if stream.read(len(_MARK)) == _MARK else 0
    except OSError:
        # What is wrong is told by whoever reads it.
        return 0


def all_chunks(ray: Any, paths: Iterable[str], size: int) -> list[Chunk]:
    """The chunks of all files, which are looked through at the same time."""
    task = ray.remote(max_retries=-1)(chunks_of)
    whole = [str(Path(path).absolute()) for path in paths]
    return [
        chunk for each in ray.get([task.remote(path, size) for path in whole]) for chunk in each
    ]
