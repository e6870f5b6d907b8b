"""Cohen's kappa between a system and the majority, where a tie may be half an error.

The standard error is the asymptotic one of Fleiss, Cohen and Everitt (1969), as the sum of what
each site does to kappa, so that sites of one sentence are kept together.
"""

from __future__ import annotations

import math

import numpy as np

from solecism.figure import Figure, undefined_figure
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.numeric.arrays import Bools, Floats, Ints32
from solecism.score.score import cluster_variance
from solecism.uncertainty.interval import student_quantile

KAPPA = "kappa"


def system_kappa(
    is_flagged: Bools,
    errors: Floats,
    clusters: Ints32,
    *,
    level: float = DEFAULT_LEVEL,
) -> Figure:
    """Kappa of flags and errors (0 to 1), NaN where both are the same everywhere."""
    if not len(errors):
        return undefined_figure(KAPPA, "there is no site", level=level)
    kappa, influence = _kappa(is_flagged.astype(np.float64), errors)
    if math.isnan(kappa):
        reason = "system and majority give one and the same answer everywhere"
        return undefined_figure(KAPPA, reason, level=level)
    n_clusters = int(np.count_nonzero(np.bincount(clusters)))
    if n_clusters < 2:
        interval = undefined("there is one sentence only", level=level)
        return Figure(kappa, name=KAPPA, interval=interval)
    se = math.sqrt(cluster_variance(influence[:, None], clusters))
    reach = student_quantile(level, n_clusters - 1) * se
    low, high = max(-1.0, kappa - reach), min(1.0, kappa + reach)
    return Figure(kappa, name=KAPPA, interval=Interval(low, high, level, "linearised"), se=se)


def _kappa(flags: Floats, errors: Floats) -> tuple[float, Floats]:
    agreed = flags * errors + (1 - flags) * (1 - errors)
    p_flag, p_error, p_agreed = flags.mean(), errors.mean(), agreed.mean()
    p_chance = p_flag * p_error + (1 - p_flag) * (1 - p_error)
    if p_chance >= 1:
        return math.nan, np.zeros_like(errors)
    kappa = (p_agreed - p_chance) / (1 - p_chance)
    of_chance = (2 * p_error - 1) * (flags - p_flag) + (2 * p_flag - 1) * (errors - p_error)
    influence = (agreed - p_agreed - (1 - kappa) * of_chance) / (1 - p_chance)
    return float(kappa), influence
