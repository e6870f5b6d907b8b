"""Gwet's AC1 (2008): agreement that does not collapse when nearly all answers are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solecism.agree.agreement import Coefficient
from solecism.agree.coefficients.observed import agreeing_pairs, answer_shares
from solecism.panel import Panel


def gwet_ac1(panel: Panel) -> Coefficient:
    """Agreement beyond that of raters who guess on the items that are hard to judge."""
    counts = panel.counts()
    statistics = np.concatenate([agreeing_pairs(counts), answer_shares(counts)], axis=1)
    return Coefficient("ac1", statistics, _ac1)


def _ac1(sums: NDArray[Any]) -> NDArray[Any]:
    p_observed = sums[..., 1] / sums[..., 0]
    p_label = sums[..., 3:] / sums[..., 2:3]
    n_labels = np.float64(p_label.shape[-1])
    p_chance = (p_label * (1 - p_label)).sum(axis=-1) / (n_labels - 1)
    return np.asarray((p_observed - p_chance) / (1 - p_chance))
