"""Fleiss' kappa (1971), with Gwet's (2014) treatment of missing answers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solecism.agree.agreement import Coefficient
from solecism.agree.coefficients.observed import agreeing_pairs, answer_shares
from solecism.panel import Panel


def fleiss_kappa(panel: Panel) -> Coefficient:
    """Agreement beyond that of raters who draw answers from the panel's mean shares."""
    counts = panel.counts()
    statistics = np.concatenate([agreeing_pairs(counts), answer_shares(counts)], axis=1)
    return Coefficient("fleiss", statistics, _kappa)


def _kappa(sums: NDArray[Any]) -> NDArray[Any]:
    p_observed = sums[..., 1] / sums[..., 0]
    p_label = sums[..., 3:] / sums[..., 2:3]
    p_chance = (p_label**2).sum(axis=-1)
    return np.asarray((p_observed - p_chance) / (1 - p_chance))
