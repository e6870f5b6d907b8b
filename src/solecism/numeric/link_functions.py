"""Scores to probabilities and back: expit, logit, softmax and its logarithm.

They keep the precision of their argument (float32 stays float32) and need numpy alone: scipy would
add to the start-up of every check.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solecism.numeric.arrays import Floats

_Real = TypeVar("_Real", bound=np.floating[Any])
# Probabilities this near to 0 and 1 have no larger log odds.
_LEAST, _MOST = 1e-6, 1 - 1e-6


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
