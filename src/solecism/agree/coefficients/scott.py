"""Scott's pi (1955): two raters who share one distribution of answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solecism.agree.agreement import Coefficient
from solecism.agree.coefficients.fleiss import fleiss_kappa
from solecism.errors import InputError
from solecism.panel import Panel


def scott_pi(panel: Panel) -> Coefficient:
    """Fleiss' kappa of the items that both of two raters judge."""
    if panel.n_raters > 2:
        raise InputError(f"Scott's pi is for two raters, not {panel.n_raters}. Use fleiss.")
    n_answers = np.bincount(panel.item, minlength=panel.n_items)
    coefficient = fleiss_kappa(panel)
    judged_by_both = (n_answers == 2)[:, None]
    return replace(coefficient, name="scott", statistics=coefficient.statistics * judged_by_both)
