"""Sentences to the numbers that a network reads: pieces, their case, and where words begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solecism.arrays import Ints
from solecism.detect.network.pieces import Pieces, case_of


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """Sentences one after another, each between a start and an end.

    `firsts` has the place of each word's first piece, and after a sentence's last word that of
    its end: the places where one asks about a word and the gap before it. `offsets` tells where
    sentences begin among the pieces, `places` where among the firsts.
    """

    pieces: npt.NDArray[np.uint16]
    cases: npt.NDArray[np.uint8]
    offsets: Ints
    firsts: Ints
    places: Ints

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Ints:
        """The number of pieces of each sentence."""
        return np.diff(self.offsets)


class Encoder:
    """Takes sentences one by one, and gives all of them encoded."""

    def __init__(self, pieces: Pieces) -> None:
        self._known = pieces
        self._pieces: list[int] = []
        self._cases: list[int] = []
        self._offsets, self._firsts, self._places = [0], list[int](), [0]

    def add(self, words: Sequence[str], masked: Collection[int] = ()) -> None:
        """One more sentence, in which some words are hidden."""
        known, pieces, cases, firsts = self._known, self._pieces, self._cases, self._firsts
        pieces.append(known.start)
        cases.append(0)
        for number, word in enumerate(words):
            firsts.append(len(pieces))
            if number in masked:
                pieces.append(known.mask)
                cases.append(0)
                continue
            found = known.of(word)
            pieces.extend(found)
            cases.extend([case_of(word)] * len(found))
        firsts.append(len(pieces))
        pieces.append(known.end)
        cases.append(0)
        self._offsets.append(len(pieces))
        self._places.append(len(firsts))

    def encoded(self) -> Encoded:
        """All sentences so far."""
        return Encoded(
            np.array(self._pieces, np.uint16),
            np.array(self._cases, np.uint8),
            np.array(self._offsets, np.int64),
            np.array(self._firsts, np.int64),
            np.array(self._places, np.int64),
        )


def encoded(sentences: Iterable[Sequence[str]], pieces: Pieces) -> Encoded:
    """The words of sentences as numbers."""
    encoder = Encoder(pieces)
    for words in sentences:
        encoder.add(words)
    return encoder.encoded()


def padded_batches(lengths: Ints, *, max_pieces: int) -> list[Ints]:
    """Sentence numbers in batches of like length, each at most so large with its padding."""
    order = np.argsort(lengths, kind="stable")
    sorted_lengths = lengths[order]
    found = []
    start = 0
    while start < len(order):
        sizes = np.arange(1, len(order) - start + 1) * sorted_lengths[start:]
        end = start + max(1, int(np.searchsorted(sizes, max_pieces, side="right")))
        found.append(order[start:end])
        start = end
    return found


def even_batches(lengths: Ints, *, max_pieces: int) -> list[Ints]:
    """Sentence numbers in batches of one length each, and at most so large."""
    order = np.argsort(lengths, kind="stable")
    is_first = np.diff(lengths[order], prepend=0) > 0
    bounds = [*np.flatnonzero(is_first).tolist(), len(order)]
    found = []
    for start, end in pairwise(bounds):
        size = max(1, max_pieces // int(lengths[order[start]]))
        found += [order[first : min(first + size, end)] for first in range(start, end, size)]
    return found
