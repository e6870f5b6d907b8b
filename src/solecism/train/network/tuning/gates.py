"""The gates of a cascade: which sentences the network reads, by the light detector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from solecism.detect.network.detector import probabilities
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import Tuning
from solecism.numeric.arrays import Floats
from solecism.train.network.tuning.tuning_data import TuningData

# Sentences above a gate have this share of the errors found at each of these precisions; the
# default gate, which is used most, has less.
_KEPT, _KEPT_BY_DEFAULT = 0.97, 0.94
_PRECISIONS = (0.5, 0.6, 0.7, 0.8, 0.9)


def with_gates(tuning: Tuning, learners: TuningData) -> Tuning:
    """The tuning with the gates of a cascade, by the highest second probability per sentence.

    The sentences above a gate have nearly all errors of the groups that both detectors cover.
    """
    highest = np.zeros(int(learners.owners.max(initial=-1)) + 1)
    np.maximum.at(highest, learners.owners, np.nan_to_num(learners.second_p).max(axis=1))
    gates = []
    for precision in _PRECISIONS:
        thresholds = {group: each.threshold_for(precision) for group, each in tuning.groups.items()}
        hits = _hits(tuning, learners, thresholds, n_sentences=len(highest))
        if hits.any():
            gates.append((precision, _gate(hits, highest, _KEPT)))
    hits = _hits(tuning, learners, tuning.thresholds(), n_sentences=len(highest))
    default = _gate(hits, highest, _KEPT_BY_DEFAULT) if hits.any() else 0.0
    return replace(tuning, default_gate=default, gates=tuple(gates))


def _hits(
    tuning: Tuning, learners: TuningData, thresholds: Mapping[str, float], *, n_sentences: int
) -> Floats:
    """The number of errors found in each sentence, of groups that both detectors cover."""
    hits = np.zeros(n_sentences)
    p = probabilities(tuning, learners.network_p, learners.second_p)
    for number, group in enumerate(GROUPS):
        if tuning.groups[group].second is not None:
            is_hit = (p[:, number] >= thresholds[group]) & learners.is_error[:, number]
            np.add.at(hits, learners.owners[is_hit], 1)
    return hits


def _gate(hits: Floats, highest: Floats, kept: float) -> float:
    """The probability above which sentences have this share of the hits."""
    order = np.argsort(-highest, kind="stable")
    n_needed = int(np.searchsorted(np.cumsum(hits[order]), kept * hits.sum()))
    return float(highest[order][n_needed])
