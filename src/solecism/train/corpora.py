"""Corpora for training: documents of running text, and which of them are held out.

The split is the same for every model: of each native file every fiftieth document is held out for
measuring, and a tenth of annotated learner text is for tuning. Of native text another fiftieth is
for tuning the detectors.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

HELD_OUT_EVERY = 50
_TUNING_REST = 24
TUNING_EVERY = 10


def documents(lines: Iterable[str]) -> Iterator[list[str]]:
    """The paragraphs of each document; blank lines stand between documents.

    >>> list(documents(["A cat.\\n", "A dog.\\n", "\\n", "\\n", "Rain.\\n"]))
    [['A cat.', 'A dog.'], ['Rain.']]
    """
    paragraphs: list[str] = []
    for line in lines:
        paragraph = line.strip()
        if paragraph:
            paragraphs.append(paragraph)
        elif paragraphs:
            yield paragraphs
            paragraphs = []
    if paragraphs:
        yield paragraphs


def _is_held_out(number: int) -> bool:
    """Whether a document of a native file, counted from 0, is reserved for measuring."""
    return number % HELD_OUT_EVERY == HELD_OUT_EVERY - 1


def training_documents(lines: Iterable[str], first: int = 0) -> Iterator[list[str]]:
    """The documents of a native file that models may learn from; `first` is the first's number."""
    return (each for number, each in enumerate(documents(lines), first) if not _is_held_out(number))


def held_out_documents(lines: Iterable[str]) -> Iterator[list[str]]:
    """The documents of a native file that no model has seen."""
    return (each for number, each in enumerate(documents(lines)) if _is_held_out(number))


def context_documents(lines: Iterable[str], first: int = 0) -> Iterator[list[str]]:
    """The documents of a native file except those held out and those reserved for tuning.

    `first` is the number of the first one.
    """
    return (
        each
        for number, each in enumerate(documents(lines), first)
        if not _is_held_out(number) and not _is_for_tuning(number)
    )


def tuning_documents(lines: Iterable[str]) -> Iterator[list[str]]:
    """The documents of a native file that are reserved for tuning."""
    return (each for number, each in enumerate(documents(lines)) if _is_for_tuning(number))


def _is_for_tuning(number: int) -> bool:
    return number % HELD_OUT_EVERY == _TUNING_REST


def is_tuning(id: str) -> bool:
    """Whether a sentence (W&I) or document (FCE) of learner text is reserved for tuning.

    >>> [id for id in ("A.train.1", "A.train.2", "A.train.13") if is_tuning(id)]
    ['A.train.1', 'A.train.13']
    """
    return zlib.crc32(id.encode()) % TUNING_EVERY == 0
