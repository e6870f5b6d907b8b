"""Types of arrays, functions between scores and probabilities, and one logistic regression.

All need numpy alone: scipy would add to the start-up of every check. The link functions keep the
precision of their argument (float32 stays float32).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
AnyInts = NDArray[np.integer]
UInts8 = NDArray[np.uint8]
UInts32 = NDArray[np.uint32]


_Real = TypeVar("_Real", bound=np.floating[Any])
# Probabilities this near to 0 and 1 have no larger log odds.
_LEAST, _MOST = 1e-6, 1 - 1e-6


def is_any(numbers: NDArray[Any], few: Iterable[int]) -> Bools:
    """Whether each number is one of a few, of which there is at least one.

    `np.isin` sorts, which takes longer, and imports numpy's masked arrays, which takes longest.

    >>> is_any(np.array([3, 1, 2]), (1, 3)).tolist()
    [True, True, False]
    """
    return np.asarray(np.logical_or.reduce([numbers == each for each in few]))


def expit(log_odds: NDArray[_Real]) -> NDArray[_Real]:
    """The probabilities of log odds: 1 / (1 + exp(-x)).

    >>> expit(np.array([-1000.0, 0.0, 1000.0])).tolist()
    [0.0, 0.5, 1.0]
    """
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-log_odds)))


def logit(probabilities: NDArray[np.floating[Any]]) -> Floats:
    """The log odds of probabilities, which are clipped to stay within 0.000001 and 0.999999.

    >>> logit(np.array([0.0, 0.5])).round(2).tolist()
    [-13.82, 0.0]
    """
    clipped = np.clip(probabilities.astype(np.float64), _LEAST, _MOST)
    return np.asarray(np.log(clipped) - np.log1p(-clipped))


def softmax(scores: NDArray[_Real]) -> NDArray[_Real]:
    """Probabilities that are proportional to exp of each score in a row.

    >>> softmax(np.log([[1.0, 3.0]])).round(2).tolist()
    [[0.25, 0.75]]
    """
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    exponentials /= exponentials.sum(axis=1, keepdims=True)
    return np.asarray(exponentials)


def log_softmax(scores: NDArray[_Real]) -> NDArray[_Real]:
    """The logarithm of the softmax of each row.

    >>> log_softmax(np.log([[1.0, 3.0]])).round(2).tolist()
    [[-1.39, -0.29]]
    """
    shifted = scores - scores.max(axis=1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.asarray(shifted)


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
