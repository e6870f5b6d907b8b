"""How far each rater agrees with the others, and how far the raters of each item agree.

The histogram is figure 1 of paper 002: items by the share of their raters who gave the answer of
the majority.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from solecism.panel import Panel

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class RaterShare:
    """The share of other raters' answers to the same items that equal this rater's.

    `n_items` items have an answer of somebody else, and `n_pairs` answers were compared.
    """

    n_items: int
    n_pairs: int
    share: float


@dataclass(frozen=True, slots=True)
class AgreementCount:
    """How many items have an agreement from `low` to below `high`; at 1 all raters agree."""

    low: float
    high: float
    n_items: int

    @property
    def name(self) -> str:
        """The bin in whole per cents, rounded down."""
        low, high = round(100 * self.low), round(100 * self.high)
        return f"{low}%" if low == high else f"{low}-{high - 1}%"


def rater_shares(parts: Iterable[Panel]) -> dict[str, RaterShare]:
    """Return the agreement of each rater who shares an item with somebody, over all parts."""
    sums: dict[str, list[int]] = {}
    for panel in parts:
        counts = panel.counts()
        n_others = counts.sum(axis=1)[panel.item] - 1
        n_same = counts[panel.item, panel.answer] - 1
        for number, rater in enumerate(panel.raters):
            own = (panel.rater == number) & (n_others > 0)
            if own.any():
                total = sums.setdefault(rater, [0, 0, 0])
                total[0] += int(own.sum())
                total[1] += int(n_others[own].sum())
                total[2] += int(n_same[own].sum())
    return {name: RaterShare(n, pairs, same / pairs) for name, (n, pairs, same) in sums.items()}


def agreement_histogram(parts: Iterable[Panel]) -> list[AgreementCount]:
    """Return the items with two judgments or more by agreement, the lowest first."""
    shares = [_majority_shares(panel) for panel in parts]
    share = np.concatenate(shares) if shares else np.empty(0)
    if not len(share):
        return []
    bins = [
        AgreementCount(low, high, int(((share >= low) & (share < high)).sum()))
        for low, high in pairwise(EDGES)
    ]
    bins.append(AgreementCount(1.0, 1.0, int((share == 1).sum())))
    # With two answers to choose from, nothing is below a half.
    return bins if bins[0].n_items else bins[1:]


def _majority_shares(panel: Panel) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    counts = panel.counts()
    n = counts.sum(axis=1)
    shared = n > 1
    return np.asarray(counts[shared].max(axis=1) / n[shared], dtype=np.float64)
