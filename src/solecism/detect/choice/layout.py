"""The layout of context models: the columns of a context, and the features made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from solecism.locate.sentence_columns import Hashes


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
        shape = len(contexts), len(self.features)
        table = np.empty(shape, dtype=np.uint32, order="F")
        for number, names in enumerate(self.features):
            table[:, number] = mixed(number, *(columns[:, self.index[name]] for name in names))
        return table


def mixed(seed: int, *parts: npt.NDArray[np.unsignedinteger]) -> Hashes:
    """One hash per row of several columns of numbers, different for each seed."""
    hashes = np.full(len(parts[0]), (seed + 1) * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
    for part in parts:
        hashes += part.astype(np.uint32, copy=False)
        hashes *= np.uint32(0x85EBCA6B)
        hashes ^= hashes >> np.uint32(13)
        hashes *= np.uint32(0xC2B2AE35)
        hashes ^= hashes >> np.uint32(16)
    return hashes
