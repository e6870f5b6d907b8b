"""The layout of the probabilities of split rules in one flat array.

Each rule is a block: an array of shape (parent's, first child's, second child's number of
subsymbols), flat, one block after another. What a rule has no child for counts as one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Ints


@dataclass(frozen=True, slots=True)
class Layout:
    """Blocks of rules: `block_symbols` are parent, first and second child of each, -1 for none.

    `sizes` says into how many subsymbols each symbol is split, `offsets` where blocks begin
    (one more than there are blocks). A block that `is_diagonal` keeps the subsymbol.
    """

    sizes: Ints
    block_symbols: Ints
    offsets: Ints

    @property
    def starts(self) -> Ints:
        """The number of each symbol's first subsymbol, and at the end the number of all."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    def shapes(self) -> Ints:
        """The three sizes of each block."""
        return np.where(self.block_symbols < 0, 1, self.sizes[self.block_symbols])

    def entries(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Per number in the array its block, and its index in each of three dimensions."""
        shapes = self.shapes()
        blocks = np.repeat(np.arange(len(shapes)), np.diff(self.offsets))
        within = np.arange(self.offsets[-1]) - self.offsets[blocks]
        _, second, third = shapes[blocks].T
        return blocks, within // (second * third), within // third % second, within % third


def lay_out(sizes: Ints, block_symbols: Ints) -> Layout:
    """The layout of blocks of these symbols, with `sizes` subsymbols per symbol."""
    shapes = np.where(block_symbols < 0, 1, sizes[block_symbols])
    offsets = np.concatenate(([0], np.cumsum(shapes.prod(axis=1))))
    return Layout(sizes, block_symbols, offsets)


def ranges(sizes: Ints) -> Ints:
    """The numbers from 0 up to each size, one range after another.

    >>> ranges(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    counted: Ints = np.arange(sizes.sum()) - np.repeat(ends - sizes, sizes)
    return counted
