"""The weights of the two models that guess hidden prepositions, fitted by maximum likelihood.

Multinomial logistic regression over the models' log probabilities, by Newton's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solecism.detect.network.hidden_words.ensemble import Guesses
from solecism.detect.network.tuning import NETWORK_ALONE, Tuning
from solecism.detect.prepositions.selection import Choices
from solecism.numeric.arrays import Floats
from solecism.numeric.link_functions import softmax

_N_STEPS, _MIN_CHANGE = 50, 1e-6
# How strongly weights are drawn to those of the network alone, where there is little text.
_PRIOR = 1.0


def with_selection(tuning: Tuning, guesses: Sequence[Guesses]) -> Tuning:
    """The tuning with weights for guessing prepositions, by guesses in annotated sentences.

    Neither model may have been trained on these sentences: its weight would be too large.
    """
    if not guesses:
        return tuning
    log_p = np.concatenate([each.log_p for each in guesses], axis=1)
    written = np.concatenate([each.written for each in guesses])
    return replace(tuning, selection=fitted(log_p.astype(np.float64), written))


def fitted(log_p: Floats, written: Choices) -> tuple[float, float]:
    """The weights under which the written prepositions are most probable.

    The axes of `log_p` are the models, the hidden prepositions and the choices without "none".
    """
    start = np.array(NETWORK_ALONE)
    weights = start.copy()
    right = log_p[:, np.arange(len(written)), written.astype(np.int64) - 1]
    for _ in range(_N_STEPS):
        p = softmax(np.tensordot(weights, log_p, axes=1))
        means = np.einsum("enc,nc->en", log_p, p)
        spread = log_p - means[:, :, None]
        curvature = np.einsum("enc,fnc->ef", spread * p, spread) + _PRIOR * np.eye(len(weights))
        slope = (right - means).sum(axis=1) - _PRIOR * (weights - start)
        change = np.linalg.solve(curvature, slope)
        weights += np.clip(change, -0.5, 0.5)
        if np.abs(change).max() < _MIN_CHANGE:
            break
    network, light = weights.tolist()
    return network, light
