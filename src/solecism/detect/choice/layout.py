"""The layout of context models: the columns of a context, and the features made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from solecism.locate.sentence_columns import Hashes

# As many places as fit the processor's cache with their features.
_BLOCK = 2048


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
        columns = np.asfortranarray(contexts)
        features = [
            tuple(columns[:, self.index[name]] for name in names) for names in self.features
        ]
        return mixed(features).T


def mixed(
    features: Sequence[Sequence[npt.NDArray[np.unsignedinteger]]], *, first_seed: int = 0
) -> Hashes:
    """A hash of each feature (row) at each place (column), with a seed of its own.

    A feature is some columns of numbers. Those with equally many columns are hashed together, which
    is faster where there are few places.
    """
    n_places = len(features[0][0])
    table = np.empty((len(features), n_places), dtype=np.uint32)
    for numbers in _by_length(features):
        seeds = (np.array(numbers, np.uint64) + np.uint64(first_seed + 1)) * np.uint64(0x9E3779B1)
        for first in range(0, n_places, _BLOCK):
            places = slice(first, min(first + _BLOCK, n_places))
            width = places.stop - places.start
            hashes = np.repeat(seeds.astype(np.uint32)[:, None], width, axis=1)
            for columns in zip(*(features[number] for number in numbers), strict=True):
                stacked = np.stack([column[places] for column in columns])
                hashes += stacked.astype(np.uint32, copy=False)
                hashes *= np.uint32(0x85EBCA6B)
                hashes ^= hashes >> np.uint32(13)
                hashes *= np.uint32(0xC2B2AE35)
                hashes ^= hashes >> np.uint32(16)
            table[numbers, places] = hashes
    return table


def _by_length(features: Sequence[Sequence[object]]) -> list[list[int]]:
    """The numbers of the features that have equally many columns."""
    numbers: dict[int, list[int]] = {}
    for number, columns in enumerate(features):
        numbers.setdefault(len(columns), []).append(number)
    return list(numbers.values())
