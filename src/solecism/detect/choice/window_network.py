"""A small network that looks at the words around a choice, by meaning rather than by form.

Words and heads of phrases become vectors, to which their tags add theirs; end to end they go
through one layer of hidden units and a linear layer, which scores the choices: the window approach
of Collobert et al. (2011), with squares of rectified sums (So et al. 2021). What features
have counted too seldom it knows from words that are used alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32, Ints
from solecism.detect.choice.layout import Layout
from solecism.locate.preposition_columns import Hashes

NOTHING, UNKNOWN, N_RESERVED = 0, 1, 2
# Hashes of words are looked up by so many of their first bits.
_FIRST_BITS = 17
# So many contexts at a time stay in the processor's cache.
_BLOCK = 512


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The hashes of known words and of tags, each in ascending order."""

    layout: Layout
    words: Hashes
    tags: Hashes

    @cached_property
    def _starts(self) -> Ints:
        """Where the words begin whose hashes have the same first bits, and the end of all."""
        n_each = np.bincount(self.words >> np.uint32(32 - _FIRST_BITS), minlength=1 << _FIRST_BITS)
        return np.append(0, np.cumsum(n_each))

    def word_rows(self, contexts: Hashes) -> Ints:
        """A row of vectors for each word and head, which are the columns.

        First bits lead to a place or two to look at, several times faster than halving.
        """
        hashes = contexts[:, self.layout.word_columns]
        rows = np.full(hashes.shape, UNKNOWN, dtype=np.int64)
        if len(self.words):
            starts = self._starts
            place = starts[hashes >> np.uint32(32 - _FIRST_BITS)]
            for offset in range(int(np.diff(starts).max())):
                at = np.minimum(place + offset, len(self.words) - 1)
                np.copyto(rows, at + N_RESERVED, where=self.words[at] == hashes)
        rows[hashes == 0] = NOTHING
        return rows

    def tag_rows(self, contexts: Hashes) -> Ints:
        """The same for the tags; the first row is for none."""
        place, is_known = _found(self.tags, contexts[:, self.layout.tag_columns])
        return np.where(is_known, place + 1, 0)


@dataclass(frozen=True, eq=False)
class WindowNetwork:
    """Vectors and weights in 8 bits, each kind of vector and each hidden unit with its unit.

    `vectors` are those of words, of tags and of the category, `units` theirs; `hidden`
    has a row a number of the input and a column a hidden unit, `last` a row a hidden unit and a
    column a choice.
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
        """A row a context, a column a choice: log probabilities but for a constant a row."""
        found = np.empty((len(contexts), len(self.last_bias)), dtype=np.float32)
        shape = min(_BLOCK, len(contexts)), self.layout.n_places, self.word_vectors.shape[1]
        inputs = np.empty(shape, dtype=np.float32)
        for start in range(0, len(contexts), _BLOCK):
            block = contexts[start : start + _BLOCK]
            self._fill(inputs[: len(block)], block)
            found[start : start + _BLOCK] = self._outputs(inputs[: len(block)])
        return found

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


def _found(ascending: Hashes, hashes: Hashes) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Where each hash is, and whether it is there at all."""
    if not len(ascending):
        return np.zeros(hashes.shape, np.int64), np.zeros(hashes.shape, bool)
    place = np.minimum(np.searchsorted(ascending, hashes), len(ascending) - 1)
    return place, ascending[place] == hashes
