"""What is tuned of the network and the light models together: when it reads, and how both guess.

Where a long batch is skimmed, the network reads the sentences in which the light detector finds an
error probable enough. The weights of the two models that guess hidden prepositions are fitted by
maximum likelihood: multinomial logistic regression over the models' log probabilities, by Newton's
method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solecism.detect.light.selection_test import Choices
from solecism.detect.network.hidden_prepositions import Guesses
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import NETWORK_ALONE, NEVER, Gate, Tuning
from solecism.numeric import Floats, Ints, softmax
from solecism_lab.train.network.tuning.correction_probability import (
    CorrectionPlaces,
    p_corrected,
    places_of,
)
from solecism_lab.train.network.tuning.tuning_data import TuningData

# Sentences above the gate have this share of the errors that are found by default.
_KEPT = 0.85


def with_gate(tuning: Tuning, learners: TuningData) -> Tuning:
    """The tuning with its gate, by the light detector's highest probability in each sentence.

    The sentences above it have nearly all that would be found, of the groups that both detectors
    cover, if everything was read.
    """
    places = places_of(tuning, learners)
    hits = _hits(tuning, places, learners.owners)
    if not hits.any():
        return replace(tuning, gate=Gate())
    highest = np.zeros(len(hits))
    np.maximum.at(highest, learners.owners, np.nan_to_num(learners.second_p).max(axis=1))
    order = np.argsort(-highest, kind="stable")
    n_needed = int(np.searchsorted(np.cumsum(hits[order]), _KEPT * hits.sum()))
    least = float(highest[order][n_needed])
    return replace(tuning, gate=Gate(least))


def _hits(tuning: Tuning, places: CorrectionPlaces, owners: Ints) -> Floats:
    """The number of errors found in each sentence, of groups that both detectors cover."""
    thresholds = [
        NEVER if tuning.groups[group].second is None else tuning.groups[group].threshold
        for group in GROUPS
    ]
    is_hit = places.is_right & (p_corrected(tuning, places) >= np.array(thresholds)[places.groups])
    return np.asarray(np.bincount(owners, is_hit), np.float64)


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
    return replace(tuning, selection=fitted_weights(log_p.astype(np.float64), written))


def fitted_weights(log_p: Floats, written: Choices) -> tuple[float, float]:
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
