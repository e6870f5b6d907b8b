"""How much each expert counts who guesses hidden prepositions: the weights of most likelihood.

Multinomial logistic regression over what the experts say, by Newton's method.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solecism.arrays import Floats
from solecism.batches import batches
from solecism.detect.network.experts import Experts
from solecism.detect.network.tuning import NETWORK_ALONE, Tuning
from solecism.detect.prepositions.selection import Choices
from solecism.link_functions import softmax
from solecism.sentence import Sentence

_N_STEPS, _MIN_CHANGE = 50, 1e-6
# How strongly weights are drawn to those of the network alone, which is what little text leaves.
_PRIOR = 1.0


def with_selection(tuning: Tuning, experts: Experts, sentences: Iterable[Sentence]) -> Tuning:
    """The tuning with weights for guessing the prepositions of annotated sentences.

    No expert may have learnt from these: it would seem to know more than it does.
    """
    found = [experts.guesses(each) for each in batches(sentences)]
    if not found:
        return tuning
    log_p = np.concatenate([each.log_p for each in found], axis=1)
    written = np.concatenate([each.written for each in found])
    return replace(tuning, selection=fitted(log_p.astype(np.float64), written))


def fitted(log_p: Floats, written: Choices) -> tuple[float, float]:
    """The weights under which what was written is most probable.

    `log_p` has an expert, a preposition and a choice (but for none) on its axes.
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
