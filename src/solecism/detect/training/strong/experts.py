"""How much each expert counts who guesses hidden prepositions: the weights of most likelihood.

Multinomial logistic regression over what the experts say, by Newton's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from solecism.detect.batches import batches
from solecism.detect.selection import Choices
from solecism.detect.strong.experts import Experts
from solecism.detect.strong.selection import written_in
from solecism.detect.strong.tuning import NETWORK_ALONE, Tuning
from solecism.sentence import Sentence

_N_STEPS, _MIN_CHANGE = 50, 1e-6
# Weights are drawn to those of the network alone as by so many examples' worth of curvature.
_PRIOR = 1.0
Doubles = npt.NDArray[np.float64]


def with_selection(tuning: Tuning, experts: Experts, sentences: Sequence[Sentence]) -> Tuning:
    """The tuning with weights by which experts guess the prepositions of annotated sentences."""
    parts = [(experts.log_probabilities(each), written_in(each)) for each in batches(sentences)]
    if not parts:
        return tuning
    log_p = np.concatenate([each for each, _ in parts], axis=1)
    weights = fitted(log_p.astype(np.float64), np.concatenate([written for _, written in parts]))
    return replace(tuning, selection=weights)


def fitted(log_p: Doubles, written: Choices) -> tuple[float, float, float]:
    """The weights under which what was written is most probable.

    `log_p` has an expert, a preposition and a choice (but for none) on its axes.
    """
    start = np.array(NETWORK_ALONE)
    weights = start.copy()
    right = log_p[:, np.arange(len(written)), written.astype(np.int64) - 1]
    for _ in range(_N_STEPS):
        p = _softmax(np.tensordot(weights, log_p, axes=1))
        means = np.einsum("enc,nc->en", log_p, p)
        spread = log_p - means[:, :, None]
        curvature = np.einsum("enc,fnc->ef", spread * p, spread) + _PRIOR * np.eye(len(weights))
        slope = (right - means).sum(axis=1) - _PRIOR * (weights - start)
        change = np.linalg.solve(curvature, slope)
        weights += np.clip(change, -0.5, 0.5)
        if np.abs(change).max() < _MIN_CHANGE:
            break
    network, light, language_model = weights.tolist()
    return network, light, language_model


def _softmax(scores: Doubles) -> Doubles:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
