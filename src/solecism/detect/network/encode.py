"""Sentences encoded for the network: numbers of pieces, their case, and where words begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solecism.detect.network.pieces import Pieces, case_of
from solecism.numeric.arrays import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """Sentences one after another, each between a start piece and an end piece.

    `firsts` has the place of each word's first piece, and after a sentence's last word that of its
    end piece: the network classifies the word and the gap before it there. `offsets` has the first
    piece of each sentence, `places` the first of its firsts.
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
    """Encodes sentences one by one, and gives all of them together."""

    def __init__(self, pieces: Pieces) -> None:
        self._known = pieces
        self._pieces: list[int] = []
        self._cases: list[int] = []
        self._offsets, self._firsts, self._places = [0], list[int](), [0]

    def add(self, words: Sequence[str], masked: Collection[int] = ()) -> None:
        """Add a sentence in which some words are masked."""
        known, pieces, cases, firsts = self._known, self._pieces, self._cases, self._firsts
        pieces.append(known.start)
        cases.append(0)
        for number, word in enumerate(words):
            firsts.append(len(pieces))
            if number in masked:
                pieces.append(known.mask)
                cases.append(0)
                continue
            of_word = known.of(word)
            pieces.extend(of_word)
            cases.extend([case_of(word)] * len(of_word))
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
    """Numbers of sentences in batches of similar length, of at most `max_pieces` with padding."""
    order = np.argsort(lengths, kind="stable")
    sorted_lengths = lengths[order]
    numbers = []
    start = 0
    while start < len(order):
        following = sorted_lengths[start : start + max_pieces // max(1, sorted_lengths[start]) + 1]
        sizes = np.arange(1, len(following) + 1) * following
        end = start + max(1, int(np.searchsorted(sizes, max_pieces, side="right")))
        numbers.append(order[start:end])
        start = end
    return numbers


def even_batches(lengths: Ints, *, max_pieces: int) -> list[Ints]:
    """Numbers of sentences in batches of one length each, of at most `max_pieces`."""
    order = np.argsort(lengths, kind="stable")
    is_first = np.diff(lengths[order], prepend=0) > 0
    bounds = [*np.flatnonzero(is_first).tolist(), len(order)]
    numbers = []
    for start, end in pairwise(bounds):
        size = max(1, max_pieces // int(lengths[order[start]]))
        numbers += [order[first : min(first + size, end)] for first in range(start, end, size)]
    return numbers
