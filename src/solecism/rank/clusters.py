"""Rank ranges, and clusters of systems that people's rankings do not separate.

Bojar et al. (2013), section 3.3: systems are ranked in every resample; a system's range holds
the ranks that it has in the middle 95% of them; a new cluster begins where no system below has
a range that overlaps with a range above.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata

from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints


def rank_ranges(draws: Floats, *, level: float = DEFAULT_LEVEL) -> tuple[Ints, Ints]:
    """The lowest and the highest rank of each system over draws (draws x systems); 1 is best."""
    ranks = rankdata(-draws, axis=1, method="min", nan_policy="omit")
    shares = (1 - level) / 2, (1 + level) / 2
    low = np.nanquantile(ranks, shares[0], axis=0, method="lower")
    high = np.nanquantile(ranks, shares[1], axis=0, method="higher")
    return low.astype(np.int64), high.astype(np.int64)


def clusters(values: Floats, low: Ints, high: Ints) -> Ints:
    """The number of each system's cluster; 1 holds the best.

    >>> low, high = np.array([1, 1, 3]), np.array([2, 2, 3])
    >>> clusters(np.array([0.7, 0.6, 0.2]), low, high).tolist()
    [1, 1, 2]
    """
    order = np.argsort(-values, kind="stable")
    number = np.zeros(len(values), dtype=np.int64)
    cluster, highest = 0, 0
    for place, system in enumerate(order):
        if low[order[place:]].min() > highest:
            cluster += 1
        highest = max(highest, int(high[system]))
        number[system] = cluster
    return number
