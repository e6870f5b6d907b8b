"""Expected error rates per stratum, from a system's scores corrected by a pilot sample.

Platt's (1999) logistic curve, P(error) = sigma(a + b logit(score)), with an intercept for each of
flagged and other items. A weak prior holds the slope near one half, between a score that means
what it says (1) and one that means nothing (0).
"""

from __future__ import annotations

import numpy as np

from solecism.numeric.arrays import Bools, Floats
from solecism.numeric.link_functions import expit
from solecism.numeric.logistic import fit_logistic
from solecism.sample.answers import Answers
from solecism.sample.design import Design
from solecism.sample.population import Population

# Of the two intercepts, and of the slope.
_CENTRE, _PENALTY = (0.0, 0.0, 0.5), (0.05, 0.05, 2.0)
_EDGE = 1e-4


def recalibrated_rates(population: Population, design: Design, pilot: Answers) -> Floats:
    """The expected share of errors in each stratum, from scores corrected by the pilot.

    The pilot must have been drawn by the same design.
    """
    is_flagged = design.is_flagged[pilot.stratum]
    coefficients = fit_logistic(
        _features(pilot.score, is_flagged),
        pilot.grades,
        start=_CENTRE,
        centre=_CENTRE,
        penalty=_PENALTY,
    )
    linear = _features(population.score, population.is_flagged) @ coefficients
    return design.means(expit(linear))


def _features(score: Floats, is_flagged: Bools) -> Floats:
    p = np.clip(np.nan_to_num(score, nan=0.5), _EDGE, 1 - _EDGE)
    return np.column_stack([is_flagged, ~is_flagged, np.log(p / (1 - p))]).astype(np.float64)
