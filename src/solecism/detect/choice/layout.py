"""The layout of context models: the columns of a context, and the features made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Ints

# As many places as fit the processor's cache with their features.
_BLOCK = 2048
_FIRST_FACTOR, _SECOND_FACTOR = np.uint32(0x85EBCA6B), np.uint32(0xC2B2AE35)
_FIRST_SHIFT, _SECOND_SHIFT = np.uint32(13), np.uint32(16)


@dataclass(frozen=True)
class Layout:
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
    for first in range(0, n_places, _BLOCK):
        places = slice(first, min(first + _BLOCK, n_places))
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
