"""Logistic regression by Newton's method, for a few columns; and Platt's curve through scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from solecism.numeric.arrays import Bools, Floats
from solecism.numeric.link_functions import expit

_N_STEPS = 50
_LARGEST_STEP = 2.0
_MIN_CHANGE = 1e-9
# Keeps the curvature from being singular; it slows the last steps, and does not move the maximum.
_DAMPING = 1e-6


def fit_logistic(
    columns: Floats,
    hits: Floats,
    *,
    trials: Floats | float = 1.0,
    start: ArrayLike = 0.0,
    centre: ArrayLike = 0.0,
    penalty: ArrayLike = 0.0,
) -> Floats:
    """The coefficients under which hits, of so many trials per row, are most probable.

    Hits may be parts of one. Each coefficient is held near its `centre` by its `penalty`, the
    precision of a normal prior. The search begins at `start`.
    """
    n_columns = columns.shape[1]
    middle, precision = (np.broadcast_to(part, n_columns) for part in (centre, penalty))
    coefficients = np.broadcast_to(np.asarray(start, dtype=np.float64), n_columns).copy()
    for _ in range(_N_STEPS):
        p = expit(np.clip(columns @ coefficients, -30, 30))
        slope = columns.T @ (hits - trials * p) - precision * (coefficients - middle)
        curvature = (columns * (trials * p * (1 - p))[:, None]).T @ columns
        step = np.linalg.solve(curvature + np.diag(precision + _DAMPING), slope)
        coefficients += np.clip(step, -_LARGEST_STEP, _LARGEST_STEP)
        if np.abs(step).max() < _MIN_CHANGE:
            break
    return coefficients


def platt(scores: Floats, is_error: Bools) -> tuple[float, float]:
    """Slope and intercept of the logistic curve of greatest likelihood through scores.

    Targets are drawn towards the middle as if each class had one more example (Platt 1999), so
    that classes which scores part altogether have a finite slope.
    """
    n_errors, n_ok = int(is_error.sum()), int((~is_error).sum())
    targets = np.where(is_error, (n_errors + 1) / (n_errors + 2), 1 / (n_ok + 2))
    unit = float(np.std(scores)) or 1.0
    columns = np.stack([scores / unit, np.ones(len(scores))], axis=1)
    slope, intercept = fit_logistic(columns, targets, start=[0.0, np.log(n_errors / n_ok)])
    return float(slope / unit), float(intercept)
