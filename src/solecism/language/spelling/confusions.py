"""How probable a writing is for an intended word: the letters that learners confuse.

A noisy channel (Kernighan, Church and Gale 1990): every letter of the intended word is written as
it is, replaced or left out, letters are added, and neighbours change places. Doubled letters have
costs of their own, because they are what writers are least sure of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.numeric.arrays import Floats32

LETTERS = "abcdefghijklmnopqrstuvwxyz'"
# The number of a letter is its place among LETTERS, counted from 1; 0 is padding.
N_LETTERS = len(LETTERS) + 1
_NUMBERS = {letter: number for number, letter in enumerate(LETTERS, 1)}
_NEVER = 99.0

Letters = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Confusions:
    """Costs, the negative logarithms of probabilities, by number of letter.

    `replaced` has one row per written letter and one column per intended one; `omitted` and
    `added` have two rows, the second for letters that stand twice in a row.
    """

    replaced: Floats32
    omitted: Floats32
    added: Floats32
    swapped: float

    def costs(self, written: Letters, intended: Letters) -> Floats32:
        """The cost of a writing for each intended word, one per row, padded with zeros."""
        table = self.table(written, intended)
        lengths = (intended > 0).sum(axis=1)
        return np.asarray(table[-1][np.arange(len(intended)), lengths])

    def table(self, written: Letters, intended: Letters) -> list[Floats32]:
        """The costs of each beginning of the writing (list) for each beginning of the words."""
        omitted = self.omitted[_repeats(intended).astype(np.intp), intended]
        up_to = np.zeros((len(intended), intended.shape[1] + 1), np.float32)
        np.cumsum(omitted, axis=1, out=up_to[:, 1:])
        added = self.added[_repeats(written[None])[0].astype(np.intp), written]
        rows = [up_to]
        for number, letter in enumerate(written):
            row = rows[-1] + added[number]
            changed = rows[-1][:, :-1] + self.replaced[letter][intended]
            np.minimum(row[:, 1:], changed, out=row[:, 1:])
            if number and intended.shape[1] > 1:
                self._swap(row, rows[-2], intended, written[number - 1], letter)
            # A letter may be left out after any other: the least of all numbers of these.
            row = np.minimum.accumulate(row - up_to, axis=1) + up_to
            rows.append(row)
        return rows

    def _swap(
        self, row: Floats32, before: Floats32, intended: Letters, first: int, second: int
    ) -> None:
        is_swapped = (intended[:, :-1] == second) & (intended[:, 1:] == first) & (first != second)
        swapped = np.where(is_swapped, before[:, :-2] + np.float32(self.swapped), _NEVER)
        np.minimum(row[:, 2:], swapped, out=row[:, 2:])


def numbered(words: Sequence[str], *, width: int = 0) -> Letters:
    """The letters of words as numbers, one row per word, padded with zeros to a width.

    >>> numbered(["ab", "z"]).tolist(), numbered(["z"], width=3).tolist()
    ([[1, 2], [26, 0]], [[26, 0, 0]])
    """
    width = max([width, *map(len, words)])
    joined = "".join(word.ljust(width, "\0") for word in words)
    codes = np.frombuffer(joined.encode("utf-32-le"), np.uint32)
    return _CODES[np.minimum(codes, len(_CODES) - 1)].reshape(len(words), width)


_CODES = np.zeros(129, np.uint8)
for _letter, _number in _NUMBERS.items():
    _CODES[ord(_letter)] = _number


def _repeats(letters: Letters) -> npt.NDArray[np.bool_]:
    """Whether each letter is the same as the one before or after it."""
    repeats = np.zeros(letters.shape, np.bool_)
    is_same = letters[:, 1:] == letters[:, :-1]
    repeats[:, 1:] |= is_same
    repeats[:, :-1] |= is_same
    return repeats


def uniform() -> Confusions:
    """Costs of 1 for every change, to begin learning with."""
    replaced = np.ones((N_LETTERS, N_LETTERS), np.float32)
    np.fill_diagonal(replaced, 0)
    ones = np.ones((2, N_LETTERS), np.float32)
    return Confusions(replaced, ones, ones, 1.0)
