"""From scores to probabilities: a logistic curve through the scores of tuning data (Platt 1999)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_N_STEPS = 50
_MIN_CHANGE = 1e-9


def logistic(
    scores: npt.NDArray[np.float64], is_error: npt.NDArray[np.bool_]
) -> tuple[float, float]:
    """Slope and intercept of the logistic curve of greatest likelihood, by Newton's method.

    Targets are drawn towards the middle as if each class had one more example (Platt 1999), so
    that classes which scores part altogether have a finite slope.
    """
    n_errors, n_ok = int(is_error.sum()), int((~is_error).sum())
    targets = np.where(is_error, (n_errors + 1) / (n_errors + 2), 1 / (n_ok + 2))
    unit = float(np.std(scores)) or 1.0
    columns = np.stack([scores / unit, np.ones(len(scores))], axis=1)
    line = np.array([0.0, np.log(n_errors / n_ok)])
    for _ in range(_N_STEPS):
        p = 1 / (1 + np.exp(-np.clip(columns @ line, -30, 30)))
        gradient = columns.T @ (targets - p)
        curvature = (columns * (p * (1 - p))[:, None]).T @ columns + 1e-6 * np.eye(2)
        change = np.linalg.solve(curvature, gradient)
        line += np.clip(change, -2, 2)
        if np.abs(change).max() < _MIN_CHANGE:
            break
    return float(line[0] / unit), float(line[1])
