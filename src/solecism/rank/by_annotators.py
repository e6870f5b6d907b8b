"""How the agreement of scores with people grows with the number of annotators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints
from solecism.rank.evidence import Evidence
from solecism.rank.score_agreement import subset_correlations
from solecism.rank.scores.score import Score, values

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A correlation with a number of annotators: the mean over subsets of them, and its band."""

    score: str
    measure: str
    n_annotators: int
    n_subsets: int
    mean: float
    low: float
    high: float


def by_annotators(
    people: Floats,
    evidence: Evidence,
    scores: Sequence[Score],
    *,
    systems: Ints,
    rng: np.random.Generator,
    n_subsets: int = 30,
    level: float = DEFAULT_LEVEL,
    progress: Progress | None = None,
) -> list[CurvePoint]:
    """The curve of each score, over all subsets of annotators or `n_subsets` random ones.

    `people` has the values of the `systems`, which are numbers into the evidence.
    """
    points = []
    n_annotators = len(evidence.annotators)
    for size in range(1, n_annotators + 1):
        chosen = _subsets(n_annotators, size, n_subsets, rng)
        parts = [evidence.with_annotators(subset) for subset in chosen]
        for score in scores:
            found = subset_correlations(people, [values(score, part)[systems] for part in parts])
            points += [
                _point(score.name, measure, size, correlations, level)
                for measure, correlations in found.items()
            ]
        if progress is not None:
            progress(size, n_annotators)
    return points


def _subsets(n: int, size: int, n_subsets: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    if comb(n, size) <= n_subsets:
        return list(combinations(range(n), size))
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < n_subsets:
        drawn[tuple(sorted(rng.choice(n, size, replace=False).tolist()))] = None
    return list(drawn)


def _point(score: str, measure: str, size: int, correlations: Floats, level: float) -> CurvePoint:
    shares = (1 - level) / 2, (1 + level) / 2
    low, high = np.nanquantile(correlations, shares)
    mean = float(np.nanmean(correlations))
    return CurvePoint(score, measure, size, len(correlations), mean, float(low), float(high))
