"""Maximum entropy over hashed features: how probable each choice is in a context.

Multinomial logistic regression; only features and weights that proved useful are kept, in 8 bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from solecism.detect.layout import Layout
from solecism.locate.preposition_columns import Hashes

_BITS_SET = np.array([number.bit_count() for number in range(256)], dtype=np.uint8)
_LOWER_BITS = np.array([(1 << bit) - 1 for bit in range(8)], dtype=np.uint8)

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Maxent:
    """Weights of features, named by the last `bits` bits of their hash.

    The features that weigh anything are `kept`, in order. With all their weights in one list,
    `layout.width` a feature, number `places[i]` is `weights[i]` times `scale`, and the others
    are 0.
    """

    layout: Layout
    bits: int
    kept: npt.NDArray[np.integer]
    places: npt.NDArray[np.integer]
    weights: npt.NDArray[np.int8]
    scale: float
    _table: npt.NDArray[np.int8] = field(init=False, repr=False)
    _is_kept: npt.NDArray[np.uint8] = field(init=False, repr=False)
    _n_before: npt.NDArray[np.int32] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        table = np.zeros((len(self.kept) + 1, self.layout.width), dtype=np.int8)
        table[1:].reshape(-1)[self.places] = self.weights
        marks = np.zeros(1 << self.bits, dtype=bool)
        marks[self.kept] = True
        is_kept = np.packbits(marks, bitorder="little")
        n_before = np.cumsum(_BITS_SET[is_kept], dtype=np.int32)
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_is_kept", is_kept)
        object.__setattr__(self, "_n_before", n_before - _BITS_SET[is_kept])

    def rows(self, contexts: Hashes) -> npt.NDArray[np.int32]:
        """The row of weights of each feature; the first row, of zeros, for those not kept."""
        place = self.layout.hashed(contexts) & np.uint32((1 << self.bits) - 1)
        # Turned round, each feature lies in one piece, and `take` goes through it much faster.
        place = place.T
        byte, bit = place >> np.uint32(3), (place & np.uint32(7)).astype(np.uint8)
        marks = self._is_kept.take(byte)
        row = self._n_before.take(byte)
        row += _BITS_SET.take(marks & _LOWER_BITS.take(bit))
        row += 1
        row *= (marks >> bit) & np.uint8(1)
        return np.asarray(row.T)

    def log_probabilities(self, contexts: Hashes) -> Floats:
        """A row a context, a column a choice."""
        n_classes = self.layout.n_classes
        if not len(contexts):
            return np.zeros((0, n_classes), dtype=np.float32)
        first, *others = self.rows(contexts).T
        sums = self._table.take(first, axis=0).astype(np.int16)
        for rows in others:
            sums += self._table.take(rows, axis=0)
        return log_softmax(sums[:, :n_classes] * np.float32(self.scale))

    def doubts(self, contexts: Hashes, written: npt.NDArray[np.uint8]) -> Floats:
        """The same, whatever was written."""
        return self.log_probabilities(contexts)


def log_softmax(scores: Floats) -> Floats:
    """Scores made logarithms of probabilities, row by row."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.asarray(shifted)
