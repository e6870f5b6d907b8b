"""A small network over the words around a choice, which generalises to words that are used alike.

The vectors of words and heads of phrases, plus those of their tags, are concatenated; one layer of
hidden units and a linear layer score the choices: the window approach of Collobert et al. (2011),
with squares of rectified sums (So et al. 2021).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import Layout
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Bools, Floats32, Ints

NOTHING, UNKNOWN, N_RESERVED = 0, 1, 2
# Hashes of words are looked up by this many of their first bits.
_FIRST_BITS = 17
# This many contexts at a time stay in the processor's cache.
_BLOCK = 512


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The hashes of known words and of tags, each in ascending order."""

    layout: Layout
    words: Hashes
    tags: Hashes

    @cached_property
    def _starts(self) -> Ints:
        """The first word with each value of the first bits, and the number of words."""
        n_each = np.bincount(self.words >> np.uint32(32 - _FIRST_BITS), minlength=1 << _FIRST_BITS)
        return np.append(0, np.cumsum(n_each))

    @cached_property
    def _n_most(self) -> int:
        """The largest number of words with the same first bits."""
        return int(np.diff(self._starts).max())

    def word_rows(self, contexts: Hashes) -> Ints:
        """The rows of the vectors of words and heads: one row per context, one column per word.

        First bits leave one or two places to compare, several times faster than bisection.
        """
        hashes = contexts[:, self.layout.word_columns]
        rows = np.full(hashes.shape, UNKNOWN, dtype=np.int64)
        if len(self.words):
            starts = self._starts
            place = starts[hashes >> np.uint32(32 - _FIRST_BITS)]
            for offset in range(self._n_most):
                at = np.minimum(place + offset, len(self.words) - 1)
                np.copyto(rows, at + N_RESERVED, where=self.words[at] == hashes)
        rows[hashes == 0] = NOTHING
        return rows

    def tag_rows(self, contexts: Hashes) -> Ints:
        """The same for the tags; row 0 stands for no tag."""
        place, is_known = _looked_up(self.tags, contexts[:, self.layout.tag_columns])
        return np.where(is_known, place + 1, 0)


@dataclass(frozen=True, eq=False)
class WindowNetwork:
    """Vectors of words, tags and the category in 8 bits, and the weights of two layers.

    Vectors times `unit` and hidden weights times `hidden_units` are the real numbers. `hidden` has
    one row per number of the input and one column per hidden unit, `last` one row per hidden unit
    and one column per choice.
    """

    vocabulary: Vocabulary
    word_vectors: npt.NDArray[np.int8]
    tag_vectors: npt.NDArray[np.int8]
    choice_vectors: npt.NDArray[np.int8]
    unit: float
    hidden: npt.NDArray[np.int8]
    hidden_units: Floats32
    hidden_bias: Floats32
    last: Floats32
    last_bias: Floats32
    layout: Layout = field(init=False, repr=False)
    _category: int = field(init=False, repr=False)
    _tags: npt.NDArray[np.int16] = field(init=False, repr=False)
    _hidden: Floats32 = field(init=False, repr=False)

    def __post_init__(self) -> None:
        layout = self.vocabulary.layout
        object.__setattr__(self, "layout", layout)
        object.__setattr__(self, "_category", layout.index[layout.category])
        object.__setattr__(self, "_tags", self.tag_vectors.astype(np.int16))
        units = self.hidden_units * np.float32(self.unit)
        object.__setattr__(self, "_hidden", self.hidden * units)

    def scores(self, contexts: Hashes) -> Floats32:
        """One row per context, one column per choice: log probabilities plus a constant per row."""
        scores = np.empty((len(contexts), len(self.last_bias)), dtype=np.float32)
        shape = min(_BLOCK, len(contexts)), self.layout.n_places, self.word_vectors.shape[1]
        inputs = np.empty(shape, dtype=np.float32)
        for start in range(0, len(contexts), _BLOCK):
            block = contexts[start : start + _BLOCK]
            self._fill(inputs[: len(block)], block)
            scores[start : start + _BLOCK] = self._outputs(inputs[: len(block)])
        return scores

    def _fill(self, inputs: Floats32, contexts: Hashes) -> None:
        """Put the vectors of the contexts into `inputs`."""
        vectors = self._tags.take(self.vocabulary.tag_rows(contexts), axis=0)
        vectors += self.word_vectors.take(self.vocabulary.word_rows(contexts), axis=0)
        inputs[:, :-1] = vectors
        inputs[:, -1] = self.choice_vectors.take(contexts[:, self._category], axis=0)

    def _outputs(self, inputs: Floats32) -> Floats32:
        sums = inputs.reshape(len(inputs), -1) @ self._hidden
        sums += self.hidden_bias
        np.maximum(sums, 0, out=sums)
        np.square(sums, out=sums)
        return np.asarray(sums @ self.last + self.last_bias)


def _looked_up(ascending: Hashes, hashes: Hashes) -> tuple[Ints, Bools]:
    """The place of each hash, and whether it is there."""
    if not len(ascending):
        return np.zeros(hashes.shape, np.int64), np.zeros(hashes.shape, bool)
    place = np.minimum(np.searchsorted(ascending, hashes), len(ascending) - 1)
    return place, ascending[place] == hashes
