"""Maximum entropy over hashed features: how probable each choice is in a context.

Multinomial logistic regression; only useful features and weights are stored, in 8 bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import Layout
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Floats32, UInts8
from solecism.numeric.link_functions import log_softmax

# How many bits are set: of every number of 8 bits, and of every one of 16.
_BITS_SET_IN_BYTE = np.array([number.bit_count() for number in range(256)], dtype=np.uint8)
_BITS_SET = np.add.outer(_BITS_SET_IN_BYTE, _BITS_SET_IN_BYTE).reshape(-1)
# This many marks at a time stay in the processor's cache.
_BLOCK = 1 << 18
# The weights of so many contexts are gathered all at once, those of more feature by feature.
_FEW = 32


@dataclass(frozen=True, eq=False)
class Maxent:
    """Weights of features, which are identified by the last `bits` bits of their hash.

    The features that have weights are `kept`, in ascending order. Each has a row in `table`, from
    the second on, which times `scale` is its weights; the first row is zero.
    """

    layout: Layout
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
    marks = np.empty(min(size, _BLOCK), dtype=bool)
    starts = np.arange(0, size, _BLOCK, dtype=ascending.dtype)
    parts = np.split(ascending, np.searchsorted(ascending, starts[1:]))
    for start, part in zip(starts.tolist(), parts, strict=True):
        marks[:] = False
        marks[part - start] = True
        block = slice(start // 16, (start + _BLOCK) // 16)
        words[block] = np.packbits(marks, bitorder="little").view("<u2")
        n_each[block] = _BITS_SET.take(words[block])
    return words, n_each
