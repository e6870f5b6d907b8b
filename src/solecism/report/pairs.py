"""Every pair of systems on the same judgments, with p-values corrected for all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solecism.interval import DEFAULT_LEVEL
from solecism.score.compare import Comparison, SystemDifference, compare
from solecism.score.match import Match
from solecism.uncertainty.holm import holm


@dataclass(frozen=True, slots=True)
class SystemPair:
    """The comparison of two systems; `p_holm` has the corrected p-values of its differences."""

    comparison: Comparison
    p_holm: tuple[float, ...]

    @property
    def corrected(self) -> list[tuple[SystemDifference, float]]:
        """Each difference with its corrected p-value."""
        return list(zip(self.comparison.differences, self.p_holm, strict=True))


def compare_pairs(
    matches: Sequence[Match], *, level: float = DEFAULT_LEVEL, seed: int = 0
) -> list[SystemPair]:
    """All pairs, each as `solecism compare` compares it, and Holm's correction for the pairs.

    The pairs by one measure and one reference are a family of tests.
    """
    comparisons = [
        compare(one, other, rng=np.random.default_rng(seed), level=level)
        for one, other in combinations(matches, 2)
    ]
    families = zip(*(comparison.differences for comparison in comparisons), strict=True)
    corrected = [holm([difference.p_value for difference in family]) for family in families]
    return [
        SystemPair(comparison, tuple(family[place] for family in corrected))
        for place, comparison in enumerate(comparisons)
    ]
