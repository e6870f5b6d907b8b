"""Models of which choice is probable in its context: maximum entropy, a window network, both.

A context is a row of hashed words and tags, whose columns a `ContextLayout` names. Maximum entropy
is multinomial logistic regression over hashed features; only useful features and weights are
stored, in 8 bits. The network concatenates the vectors of words and heads of phrases, plus those of
their tags; one layer of hidden units and a linear layer score the choices: the window approach of
Collobert et al. (2011), with squares of rectified sums (So et al. 2021).

Each was trained alone, on the same text. Maximum entropy has counted which words occur together;
the network generalises to words that are used alike. Where both are fairly sure, that means more
than either alone: they are combined as a product of experts (Hinton 2002), with weights that were
chosen on examples that neither was trained on. The network is slower, so it can be restricted to
the contexts where maximum entropy gives what was written a low probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from solecism.locate.sentence_columns import Hashes
from solecism.numeric import Bools, Floats32, Ints, UInts8, log_softmax

# As many places as fit the processor's cache with their features.
_HASH_BLOCK = 2048
_FIRST_FACTOR, _SECOND_FACTOR = np.uint32(0x85EBCA6B), np.uint32(0xC2B2AE35)
_FIRST_SHIFT, _SECOND_SHIFT = np.uint32(13), np.uint32(16)


@dataclass(frozen=True)
class ContextLayout:
    """The columns of contexts by name, and their use.

    `seen` are columns of words, whose tags are in the columns of the same name with a t before;
    the network has vectors for both, and for the `n_categories` numbers in column `category`.
    Each of the `features` joins some columns. There are `n_classes` choices.
    """

    names: tuple[str, ...]
    seen: tuple[str, ...]
    category: str
    n_categories: int
    features: tuple[tuple[str, ...], ...]
    n_classes: int

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each column."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def word_columns(self) -> list[int]:
        """The numbers of the columns of words that the network sees."""
        return [self.index[name] for name in self.seen]

    @cached_property
    def tag_columns(self) -> list[int]:
        """The numbers of the columns of their tags."""
        return [self.index[f"t{name}"] for name in self.seen]

    @property
    def n_places(self) -> int:
        """The number of vectors that the network concatenates; that of the category is the last."""
        return len(self.seen) + 1

    @property
    def width(self) -> int:
        """The number of weights per feature, a multiple of four, which processors add faster."""
        return -(-self.n_classes // 4) * 4

    def hashed(self, contexts: Hashes) -> Hashes:
        """A hash of each feature (column) of each context (row)."""
        columns = np.ascontiguousarray(contexts.T)
        return mixed(columns, self._plan).T

    @cached_property
    def _plan(self) -> HashPlan:
        return HashPlan.of([[self.index[name] for name in names] for names in self.features])


@dataclass(frozen=True, slots=True, eq=False)
class HashPlan:
    """Which columns each feature joins: features with equally many are hashed together.

    Per number of columns: the numbers of the features, their seeds, and the numbers of the columns
    of each (first, second and so on).
    """

    n_features: int
    groups: tuple[tuple[Ints, Hashes, Ints], ...]

    @classmethod
    def of(cls, features: Sequence[Sequence[int]], *, first_seed: int = 0) -> HashPlan:
        """The plan for features that are given by the numbers of their columns."""
        by_length: dict[int, list[int]] = {}
        for number, joined in enumerate(features):
            by_length.setdefault(len(joined), []).append(number)
        groups = []
        for numbers in map(np.array, by_length.values()):
            seeds = (numbers.astype(np.uint64) + np.uint64(first_seed + 1)) * np.uint64(0x9E3779B1)
            joined_columns = np.array([features[number] for number in numbers]).T
            groups.append((numbers, seeds.astype(np.uint32)[:, None], joined_columns))
        return cls(len(features), tuple(groups))


def mixed(columns: Hashes, plan: HashPlan) -> Hashes:
    """A hash of each feature (row) at each place (column), with a seed of its own.

    `columns` has one row per column of the contexts.
    """
    n_places = columns.shape[1]
    table = np.empty((plan.n_features, n_places), dtype=np.uint32)
    for first in range(0, n_places, _HASH_BLOCK):
        places = slice(first, min(first + _HASH_BLOCK, n_places))
        for numbers, seeds, joined_columns in plan.groups:
            hashes = np.repeat(seeds, places.stop - places.start, axis=1)
            for joined in joined_columns:
                hashes += columns[joined, places]
                hashes *= _FIRST_FACTOR
                hashes ^= hashes >> _FIRST_SHIFT
                hashes *= _SECOND_FACTOR
                hashes ^= hashes >> _SECOND_SHIFT
            table[numbers, places] = hashes
    return table


# How many bits are set: of every number of 8 bits, and of every one of 16.
_BITS_SET_IN_BYTE = np.array([number.bit_count() for number in range(256)], dtype=np.uint8)
_BITS_SET = np.add.outer(_BITS_SET_IN_BYTE, _BITS_SET_IN_BYTE).reshape(-1)
# This many marks at a time stay in the processor's cache.
_MAXENT_BLOCK = 1 << 18
# The weights of so many contexts are gathered all at once, those of more feature by feature.
_FEW = 32


@dataclass(frozen=True, eq=False)
class Maxent:
    """Weights of features, which are identified by the last `bits` bits of their hash.

    The features that have weights are `kept`, in ascending order. Each has a row in `table`, from
    the second on, which times `scale` is its weights; the first row is zero.
    """

    layout: ContextLayout
    bits: int
    kept: npt.NDArray[np.integer]
    table: npt.NDArray[np.int8]
    scale: float
    _is_kept: npt.NDArray[np.uint16] = field(init=False, repr=False)
    _n_before: npt.NDArray[np.int32] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.table.shape != (len(self.kept) + 1, self.layout.width):
            raise ValueError(f"{len(self.kept)} features have a table of {self.table.shape}")
        is_kept, n_each = _marked(self.kept, max(1 << self.bits, 16))
        n_before = np.cumsum(n_each, dtype=np.int32)
        n_before -= n_each
        object.__setattr__(self, "_is_kept", is_kept)
        object.__setattr__(self, "_n_before", n_before)

    def rows(self, contexts: Hashes) -> npt.NDArray[np.int32]:
        """The row of weights of each feature; the first row, which is zero, for unknown ones."""
        place = self.layout.hashed(contexts) & np.uint32((1 << self.bits) - 1)
        # Transposed, each feature is contiguous in memory, and `take` is much faster.
        place = place.T
        word, bit = place >> np.uint32(4), (place & np.uint32(15)).astype(np.uint16)
        # The mark of the feature becomes the highest bit; those of higher features are shifted out.
        marks = self._is_kept.take(word)
        marks <<= np.uint16(15) - bit
        row = self._n_before.take(word)
        row += _BITS_SET.take(marks)
        row *= marks >> np.uint16(15)
        return np.asarray(row.T)

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """One row per context, one column per choice."""
        n_classes = self.layout.n_classes
        if not len(contexts):
            return np.zeros((0, n_classes), dtype=np.float32)
        return log_softmax(self._sums(contexts)[:, :n_classes] * np.float32(self.scale))

    def _sums(self, contexts: Hashes) -> npt.NDArray[np.int16]:
        """The sums of the weights of all features."""
        rows = self.rows(contexts)
        if len(rows) <= _FEW:
            return np.asarray(self.table[rows].sum(axis=1, dtype=np.int16))
        first, *others = rows.T
        sums: npt.NDArray[np.int16] = self.table.take(first, axis=0).astype(np.int16)
        for each in others:
            sums += self.table.take(each, axis=0)
        return sums

    def screened_log_probabilities(self, contexts: Hashes, written: UInts8) -> Floats32:
        """The same, whatever was written."""
        return self.log_probabilities(contexts)


def _marked(
    ascending: npt.NDArray[np.integer], size: int
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """One bit per number below `size`, set for those given, and the number set in each 16 bits."""
    words, n_each = np.empty(size // 16, dtype="<u2"), np.empty(size // 16, dtype=np.uint8)
    marks = np.empty(min(size, _MAXENT_BLOCK), dtype=bool)
    starts = np.arange(0, size, _MAXENT_BLOCK, dtype=ascending.dtype)
    parts = np.split(ascending, np.searchsorted(ascending, starts[1:]))
    for start, part in zip(starts.tolist(), parts, strict=True):
        marks[:] = False
        marks[part - start] = True
        block = slice(start // 16, (start + _MAXENT_BLOCK) // 16)
        words[block] = np.packbits(marks, bitorder="little").view("<u2")
        n_each[block] = _BITS_SET.take(words[block])
    return words, n_each


NOTHING, UNKNOWN, N_RESERVED = 0, 1, 2
# Hashes of words are looked up by this many of their first bits.
_FIRST_BITS = 17
# This many contexts at a time stay in the processor's cache.
_NETWORK_BLOCK = 512


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The hashes of known words and of tags, each in ascending order."""

    layout: ContextLayout
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
    layout: ContextLayout = field(init=False, repr=False)
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
        shape = min(_NETWORK_BLOCK, len(contexts)), self.layout.n_places, self.word_vectors.shape[1]
        inputs = np.empty(shape, dtype=np.float32)
        for start in range(0, len(contexts), _NETWORK_BLOCK):
            block = contexts[start : start + _NETWORK_BLOCK]
            self._fill(inputs[: len(block)], block)
            scores[start : start + _NETWORK_BLOCK] = self._outputs(inputs[: len(block)])
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


# From this log probability on, what was written is taken to be right without asking the network.
_CONFIDENT = float(np.log(0.9))


class ContextModel(Protocol):
    """A model of how probable each choice is in a context."""

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """One row per context, one column per choice."""

    def screened_log_probabilities(self, contexts: Hashes, written: UInts8) -> Floats32:
        """The same, but computed roughly where what was written is clearly right."""


@dataclass(frozen=True, slots=True, eq=False)
class ContextEnsemble:
    """Both models, and the weights of their log probabilities."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """One row per context, one column per choice."""
        return self.combined(self.maxent.log_probabilities(contexts), contexts)

    def screened_log_probabilities(self, contexts: Hashes, written: UInts8) -> Floats32:
        """The same, but by maximum entropy alone where it finds what was written probable."""
        log_p = self.maxent.log_probabilities(contexts)
        is_uncertain = log_p[np.arange(len(written)), written] < _CONFIDENT
        log_p[is_uncertain] = self.combined(log_p[is_uncertain], contexts[is_uncertain])
        return log_p

    def combined(self, log_p: Floats32, contexts: Hashes) -> Floats32:
        """The log probabilities of the ensemble, given those of maximum entropy."""
        of_maxent, of_network = self.weights
        scores = np.float32(of_network) * self.network.scores(contexts)
        scores += np.float32(of_maxent) * log_p
        return log_softmax(scores)


def weights_of(stored: Any) -> tuple[float, float]:
    """The two weights that a file has."""
    of_maxent, of_network = stored
    weights = float(of_maxent), float(of_network)
    if not np.isfinite(weights).all():
        raise ValueError(f"the weights {weights}")
    return weights
