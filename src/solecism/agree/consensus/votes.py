"""Votes as sparse matrices: sums over the raters of an item, and over the items of a rater.

Raters are taken a few at a time. The answers of one such group to an item are one pattern out
of a few thousand, and each pattern is added up once for all items that have it: with twenty
raters and two labels, three look-ups per item instead of twenty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solecism.numeric.arrays import Floats, Ints, Ints32
from solecism.panel import Panel

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_MAX_PATTERNS = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """The pattern of votes of each item (items x patterns), and the votes in each pattern.

    A pattern consists of votes: columns rater x label.
    """

    of_item: csr_array
    of_pattern: csr_array

    def by_item(self, weights: Floats) -> Floats:
        """Sums over the votes of each item, of weights (rater x label) x anything."""
        sums: Floats = self.of_item @ (self.of_pattern @ weights)
        return sums

    def by_rater(self, weights: Floats) -> Floats:
        """Sums over the items of each vote (rater x label), of weights items x anything."""
        sums: Floats = self.of_pattern.T @ (self.of_item.T @ weights)
        return sums


def votes(panel: Panel) -> Votes:
    """The votes of a panel.

    >>> from solecism.panel import from_matrix
    >>> votes(from_matrix(np.array([[0, 1], [1, 1]]))).by_rater(np.array([1.0, 10.0])).tolist()
    [1.0, 10.0, 0.0, 11.0]
    """
    n_digits = panel.n_labels + 1
    group_size = max(1, int(np.log(_MAX_PATTERNS) / np.log(n_digits)))
    n_patterns = n_digits**group_size
    group, place = np.divmod(np.arange(panel.n_raters, dtype=np.int32), group_size)
    n_groups = -(-panel.n_raters // group_size)
    cell = panel.item * np.int64(n_groups) + group.take(panel.rater)
    starts = np.flatnonzero(np.concatenate([[True], cell[1:] != cell[:-1]])[: len(cell)])
    digit = ((n_digits**place)[:, None] * np.arange(1, n_digits)).astype(np.int32)
    digits = digit.ravel().take(panel.rater * np.int32(panel.n_labels) + panel.answer)
    code = np.add.reduceat(digits, starts) if len(starts) else digits
    pattern = group[panel.rater[starts]] * n_patterns + code
    occurs = np.bincount(pattern, minlength=n_groups * n_patterns) > 0
    column = (np.cumsum(occurs, dtype=np.int32) - np.int32(1))[pattern]
    distinct = np.flatnonzero(occurs)
    n_votes = np.bincount(panel.item[starts], minlength=panel.n_items)
    row_starts = np.concatenate([[0], np.cumsum(n_votes)]).astype(np.int32)
    shape = panel.n_items, len(distinct)
    of_item = _sparse(column, row_starts, shape)
    return Votes(of_item, _spelled_out(distinct, panel, group_size, n_patterns))


def _spelled_out(patterns: Ints, panel: Panel, group_size: int, n_patterns: int) -> csr_array:
    """The votes that each pattern consists of."""
    group, code = np.divmod(patterns, n_patterns)
    powers = (panel.n_labels + 1) ** np.arange(group_size)
    label = code[:, None] // powers % (panel.n_labels + 1) - 1
    rater = group[:, None] * group_size + np.arange(group_size)
    given = label >= 0
    column = (rater * panel.n_labels + label)[given].astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(given.sum(axis=1))]).astype(np.int32)
    shape = len(patterns), panel.n_raters * panel.n_labels
    return _sparse(column, starts, shape)


def _sparse(column: Ints32, starts: Ints32, shape: tuple[int, int]) -> csr_array:
    """The matrix with ones in these columns, given where each row starts."""
    # Imported here, because it takes longer than to measure the agreement of a small study.
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(column)), column, starts), shape=shape)
