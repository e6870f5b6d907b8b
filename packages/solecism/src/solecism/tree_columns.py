"""Many trees as arrays, for measures that process all of them at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solecism.numeric import Ints

Codes = NDArray[np.uint64]
MAX_NAME_BYTES = 8


@dataclass(frozen=True, slots=True, eq=False)
class TreeColumns:
    """Phrases in pre-order with the span of overt words of each, and these words.

    Words are counted through all trees: the words of tree i are those from `first_words[i]` to
    `first_words[i + 1]`. Labels (without functions) and tags are codes. Words are codes of eight
    bytes each: the first of all words, then the next of those that are longer, and so on.
    """

    labels: Codes
    starts: Ints
    ends: Ints
    first_words: Ints
    tags: Codes
    words: Codes
    word_lengths: Ints

    def __len__(self) -> int:
        return len(self.first_words) - 1

    def has_words_of(self, other: TreeColumns) -> bool:
        """Whether the trees of both have the same words."""
        return (
            np.array_equal(self.first_words, other.first_words)
            and np.array_equal(self.word_lengths, other.word_lengths)
            and np.array_equal(self.words, other.words)
        )


def codes(names: Iterable[str]) -> Codes:
    """The names as numbers of eight bytes, without those that are longer.

    >>> codes(["NP", "a long name"]).tolist() == [ord("N") + 256 * ord("P")]
    True
    """
    encoded = [name.encode() for name in names]
    return np.array(
        [int.from_bytes(name, "little") for name in encoded if len(name) <= MAX_NAME_BYTES],
        dtype=np.uint64,
    )
