"""Agreement rater by rater: every pair, and each rater against the others."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solecism.agree.agreement import Agreement
from solecism.agree.coefficients.cohen import Weights, cohen_kappa
from solecism.agree.confusion import Confusion, confusions, from_counts
from solecism.agree.consensus.majority import drawn_majority
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats
from solecism.panel import Panel


@dataclass(frozen=True, slots=True)
class Pair:
    """Two raters, their confusion table, and their kappa."""

    table: Confusion
    kappa: Agreement


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """A rater compared with the others: shares of labels, mean kappa, kappa with the majority.

    The mean goes over the other raters with whom kappa is defined, each weighed by the number
    of items they share.
    """

    rater: str
    n_items: int
    shares: dict[str, float]
    mean_kappa: float
    with_majority: Agreement


def pairwise(
    panel: Panel, *, weights: Weights = "none", level: float = DEFAULT_LEVEL
) -> list[Pair]:
    """Every pair of raters who judged a common item."""
    return [
        Pair(table, cohen_kappa(table, weights=weights, level=level)) for table in confusions(panel)
    ]


def rater_agreements(
    panel: Panel, *, rng: np.random.Generator, level: float = DEFAULT_LEVEL
) -> list[RaterAgreement]:
    """Each rater compared with the others; ties of a majority are broken at random."""
    sums = {rater: np.zeros(2) for rater in panel.raters}
    for pair in pairwise(panel, level=level):
        if pair.kappa.is_defined:
            n_items = pair.table.n_items
            for rater in (pair.table.first, pair.table.second):
                sums[rater] += (n_items * pair.kappa, n_items)
    return [
        _beside_others(panel, index, sums[rater], rng, level)
        for index, rater in enumerate(panel.raters)
    ]


def _beside_others(
    panel: Panel, index: int, sums: Floats, rng: np.random.Generator, level: float
) -> RaterAgreement:
    rows = panel.rater == index
    answers, items = panel.answer[rows], panel.item[rows]
    counts = np.bincount(answers, minlength=panel.n_labels)
    counts_of_others = panel.counts()
    counts_of_others[items, answers] -= 1
    others = drawn_majority(counts_of_others, rng=rng)[items]
    compared = others >= 0
    cells = answers[compared].astype(np.int64) * panel.n_labels + others[compared]
    table = np.bincount(cells, minlength=panel.n_labels**2).reshape(panel.n_labels, -1)
    rater = panel.raters[index]
    return RaterAgreement(
        rater,
        len(items),
        dict(zip(panel.labels, (counts / max(len(items), 1)).tolist(), strict=True)),
        float(sums[0] / sums[1]) if sums[1] else math.nan,
        cohen_kappa(
            from_counts(table, labels=panel.labels, first=rater, second="majority"), level=level
        ),
    )
