"""Sentences encoded for the network: words in pieces, as numbers, with their case.

Words are split into pieces of the network's vocabulary (WordPiece: the longest match first).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solecism.numeric import Ints

PADDING, UNKNOWN, START, END, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
SPECIAL = (PADDING, UNKNOWN, START, END, MASK)
N_CASES = 4
_LOWER, _TITLE, _UPPER, _MIXED = range(N_CASES)
CONTINUED = "##"
# Longer words are cut, so that none costs much more than others.
_MAX_LETTERS, _MAX_PIECES = 60, 8
_MAX_CACHED = 1 << 15


class Pieces:
    """A vocabulary of pieces, in lower case and without accents.

    >>> pieces = Pieces([*SPECIAL, "an", "##no", "##y", "cafe", "-", "e", "##e"])
    >>> [pieces.vocabulary[number] for number in pieces.of("Annoy")], pieces.of("café-e")
    (['an', '##no', '##y'], (8, 9, 10))
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.padding, self.unknown, self.start, self.end, self.mask = (
            self._numbers[piece] for piece in SPECIAL
        )
        self._known: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.vocabulary)

    def of(self, word: str) -> tuple[int, ...]:
        """The numbers of a word's pieces, at least one."""
        numbers = self._known.get(word)
        if numbers is None:
            numbers = tuple(self._split(word))[:_MAX_PIECES] or (self.unknown,)
            if len(self._known) < _MAX_CACHED:
                self._known[word] = numbers
        return numbers

    def _split(self, word: str) -> list[int]:
        numbers: list[int] = []
        for part in _parts(word[:_MAX_LETTERS]):
            numbers += self._longest(part)
        return numbers

    def _longest(self, part: str) -> list[int]:
        numbers: list[int] = []
        start = 0
        while start < len(part):
            for end in range(len(part), start, -1):
                piece = part[start:end] if not start else CONTINUED + part[start:end]
                if piece in self._numbers:
                    numbers.append(self._numbers[piece])
                    start = end
                    break
            else:
                return [self.unknown]
        return numbers


def case_of(word: str) -> int:
    """The case of a word: lower, title, upper or mixed, by number.

    >>> [case_of(word) for word in ("dog", "Dog", "DOG", "iPad", "I", "7")]
    [0, 1, 2, 3, 1, 0]
    """
    if word.islower() or not any(map(str.isalpha, word)):
        return _LOWER
    if word[:1].isupper() and (len(word) == 1 or word[1:].islower()):
        return _TITLE
    return _UPPER if word.isupper() else _MIXED


def _parts(word: str) -> list[str]:
    """The word in lower case without accents, cut before and after every sign."""
    plain = unicodedata.normalize("NFD", word.lower())
    parts: list[str] = [""]
    for letter in plain:
        category = unicodedata.category(letter)
        if category == "Mn" or letter.isspace():
            continue
        if category[0] in "PS" or "\u4e00" <= letter <= "\u9fff":
            parts += [letter, ""]
        else:
            parts[-1] += letter
    return [part for part in parts if part]


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
