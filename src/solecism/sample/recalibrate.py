"""What a pilot says of a system's scores: rates of error to expect in each stratum.

Platt's (1999) logistic curve, P(error) = sigma(a + b logit(score)), with an intercept for each of
flagged and other items. A weak prior holds the slope near one half, between a score that means
what it says (1) and one that means nothing (0).
"""

from __future__ import annotations

import numpy as np

from solecism.arrays import Bools, Floats
from solecism.sample.answers import Answers
from solecism.sample.design import Design
from solecism.sample.population import Population

_SLOPE, _SLOPE_PRECISION, _INTERCEPT_PRECISION = 0.5, 2.0, 0.05
_EDGE = 1e-4


def recalibrated_rates(population: Population, design: Design, pilot: Answers) -> Floats:
    """The share of errors to expect in each stratum, as the pilot's answers correct the scores.

    The pilot must have been drawn by the same design.
    """
    is_flagged = design.is_flagged[pilot.stratum]
    coefficients = _fitted(_features(pilot.score, is_flagged), pilot.grades)
    linear = _features(population.score, population.is_flagged) @ coefficients
    return design.means(1 / (1 + np.exp(-linear)))


def _features(score: Floats, is_flagged: Bools) -> Floats:
    p = np.clip(np.nan_to_num(score, nan=0.5), _EDGE, 1 - _EDGE)
    return np.column_stack([is_flagged, ~is_flagged, np.log(p / (1 - p))]).astype(np.float64)


def _fitted(features: Floats, grades: Floats) -> Floats:
    """Newton's method; the likelihood is concave and the prior makes its maximum unique."""
    centre = np.array([0.0, 0.0, _SLOPE])
    precision = np.diag([_INTERCEPT_PRECISION, _INTERCEPT_PRECISION, _SLOPE_PRECISION])
    now = centre.copy()
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(features @ now, -30, 30)))
        slope = features.T @ (grades - p) - precision @ (now - centre)
        curvature = (features * (p * (1 - p))[:, None]).T @ features + precision
        step = np.linalg.solve(curvature, slope)
        now = now + step / max(1.0, float(np.abs(step).max()) / 2)
        if np.abs(step).max() < 1e-9:
            break
    return now
