"""Collocations: which words stand near each other more often than by chance, in native text.

For a word that is put into a sentence they say how well it goes with the words around it: *log* and
*cabin*, *climb* and *mountain*. The strength of a pair is the logarithm of how often it was seen
over how often it would be seen by chance (Church and Hanks 1990), with one added to both, and only
pairs that are seen clearly more often than by chance are kept. There are pairs of neighbours, of
words with one between them, and, in either order, of words that are three to six apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.language.dictionary import joined, plain_form, split
from solecism.numeric import Floats, Floats32, Ints, UInts8
from solecism.system import archive
from solecism.system.archive import check_arrays, check_range, spec
from solecism.system.installation import model_path, read_model

FEATURES = ("beside", "second", "near", "never beside")
BESIDE, SECOND, NEAR, NEVER = range(len(FEATURES))
N_KINDS = NEVER
# The distances of near words; the commonest words say nothing there.
NEAR_DISTANCES = (3, 4, 5, 6)
N_SAYING_NOTHING = 120
# Of two words one must be among so many of the commonest.
N_CONTEXT = 10_000
# Keys of pairs are numbers of 32 bits.
MOST_WORDS = 37_000
STEPS_PER_LOG = 16.0
# A pair that is not listed was seen at most so often, or at most so many times as by chance.
N_UNLISTED, UNLISTED_RATIO = 4.0, 1.5
# Neighbours that were never seen together say no more than if so many had been expected.
_MOST_EXPECTED = 20.0
NUMBER = "0"

BUNDLED_MODEL = model_path("collocations.npz")
VERSION = 1
_FORMS = {
    "words": spec("uint8", "letters of words"),
    "counts": spec("float32", "words"),
    "n_in_text": spec("float64"),
    "sizes": spec("int64", N_KINDS),
    "gaps": spec("uint32", "pairs"),
    "strengths": spec("uint8", "pairs"),
}
_REMEDY = "Make it again with `solecism train collocations`."


@dataclass(frozen=True, slots=True)
class Pairs:
    """Keys of pairs of words in ascending order, and the strength of each in steps."""

    keys: npt.NDArray[np.uint32]
    strengths: UInts8

    def look_up(self, keys: Ints) -> Floats:
        """The strengths of pairs, 0 for those that are not here."""
        if not len(self.keys):
            return np.zeros(len(keys))
        wanted = keys.astype(np.uint32)
        rows = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[rows] == wanted, self.strengths[rows] / STEPS_PER_LOG, 0.0)


class Times(NamedTuple):
    """How often a pair of words was seen, or at most, and how often it would be by chance."""

    n: float
    expected: float
    is_listed: bool


@dataclass(frozen=True)
class Collocations:
    """Words, the commonest first, with counts in a text of so many words, and pairs by kind."""

    words: tuple[str, ...]
    counts: Floats32
    n_in_text: float
    pairs: tuple[Pairs, ...]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def n_words(self) -> float:
        """The size of the text without punctuation."""
        signs = (
            n for word, n in zip(self.words, self.counts, strict=True) if not word[0].isalnum()
        )
        return self.n_in_text - float(sum(signs))

    def number(self, word: str) -> int:
        """The number of a word; -1 if it is too rare to be here."""
        return self._numbers.get(NUMBER if word[:1].isdigit() else plain_form(word), -1)

    def times_beside(self, first: str, second: str) -> Times | None:
        """About how often a word was seen right before another; None if either is too rare."""
        numbers = self.number(first), self.number(second)
        if min(numbers) < 0 or min(numbers) >= N_CONTEXT:
            return None
        one, other = (float(self.counts[number]) for number in numbers)
        expected = one * other / self.n_in_text
        key = np.array([numbers[0] * len(self.words) + numbers[1]], np.int64)
        strength = float(self.pairs[BESIDE].look_up(key)[0])
        if strength:
            return Times(exp(strength) * (expected + 1) - 1, expected, is_listed=True)
        return Times(max(N_UNLISTED, UNLISTED_RATIO * expected), expected, is_listed=False)

    def features(self, words: Sequence[str], number: int, candidates: Sequence[str]) -> Floats:
        """How well each candidate goes with the words around a place: FEATURES, one row each."""
        table = np.zeros((len(candidates), len(FEATURES)))
        if not self.words or not candidates:
            return table
        around = list(self._around(words, number))
        several = [[self.number(part) for part in text.split()] for text in candidates]
        places = [
            (row, kind, (first, other) if is_after else (other, first))
            for row, parts in enumerate(several)
            for kind, is_after, other in around
            # Of two words each has its own side.
            for first in (parts[-1] if is_after else parts[0],)
            if first >= 0
        ]
        if not places:
            return table
        rows, kinds = (
            np.array(each) for each in zip(*(place[:2] for place in places), strict=True)
        )
        pairs = np.array([place[2] for place in places], np.int64)
        pairs[kinds == NEAR] = np.sort(pairs[kinds == NEAR], axis=1)
        keys = pairs[:, 0] * len(self.words) + pairs[:, 1]
        for kind, known in enumerate(self.pairs):
            is_one = kinds == kind
            strengths = known.look_up(keys[is_one])
            np.add.at(table[:, kind], rows[is_one], strengths)
            if kind == BESIDE:
                first, second = pairs[is_one][strengths == 0].T
                expected = self.counts[first].astype(np.float64) * self.counts[second]
                expected = np.minimum(expected / self.n_in_text, _MOST_EXPECTED)
                np.add.at(table[:, NEVER], rows[is_one][strengths == 0], -np.log(expected + 1))
        return table

    def _around(self, words: Sequence[str], number: int) -> Iterator[tuple[int, bool, int]]:
        """The kind of pair that each word around makes, whether it stands after, its number."""
        for distance in (1, 2, *NEAR_DISTANCES):
            kind = min(distance - 1, NEAR)
            for is_after, place in ((False, number - distance), (True, number + distance)):
                if 0 <= place < len(words):
                    other = self.number(words[place])
                    if other >= (N_SAYING_NOTHING if kind == NEAR else 0):
                        yield kind, is_after, other


def format(collocations: Collocations) -> bytes:
    """The bytes of the file of collocations."""
    pairs = collocations.pairs
    return archive.format(
        {
            "words": joined(collocations.words),
            "counts": collocations.counts,
            "n_in_text": np.array(collocations.n_in_text),
            "sizes": np.array([len(each.keys) for each in pairs], np.int64),
            "gaps": np.concatenate([np.diff(each.keys, prepend=np.uint32(0)) for each in pairs]),
            "strengths": np.concatenate([each.strengths for each in pairs]),
        },
        version=VERSION,
    )


def parse(data: bytes, *, file: str) -> Collocations:
    """The collocations in the bytes of their file."""
    arrays = archive.parse(data, names=_FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        check_arrays(arrays, _FORMS)
        check_range("n_in_text", arrays["n_in_text"], 1.0)
        check_range("counts", arrays["counts"], 0.0)
        sizes = arrays["sizes"]
        if sizes.min() < 0 or sizes.sum() != len(arrays["gaps"]):
            raise ValueError("its pairs are not of these sizes")
        bounds = np.cumsum(sizes)[:-1]
        pairs = tuple(
            Pairs(np.cumsum(gaps, dtype=np.uint32), strengths)
            for gaps, strengths in zip(
                np.split(arrays["gaps"], bounds), np.split(arrays["strengths"], bounds), strict=True
            )
        )
        words = tuple(split(arrays["words"]))
        if len(words) != len(arrays["counts"]):
            raise ValueError("it has not one count per word")
        return Collocations(words, arrays["counts"], float(arrays["n_in_text"]), pairs)


@cache
def bundled() -> Collocations:
    """The collocations of the distribution of models, read when first asked for; else none."""
    if not BUNDLED_MODEL.is_file():
        return nothing()
    return parse(read_model(BUNDLED_MODEL), file=BUNDLED_MODEL.name)


def read(path: Path) -> Collocations:
    """The collocations in a file."""
    return parse(read_model(path), file=str(path))


@cache
def nothing() -> Collocations:
    """No collocations: all words go equally well with each other."""
    return Collocations((), np.zeros(0, np.float32), 1.0, ())
