"""How much the light detector must doubt a sentence before the network reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from solecism.arrays import Floats
from solecism.detect.network.detector import probabilities
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import Tuning
from solecism.train.network.tuning.judge import Judged

# A gate lets through the sentences with this share of what is found at each of these precisions;
# the default, which most text is read with, has less patience.
_KEPT, _KEPT_BY_DEFAULT = 0.97, 0.94
_PRECISIONS = (0.5, 0.6, 0.7, 0.8, 0.9)


def with_gates(tuning: Tuning, learners: Judged) -> Tuning:
    """The tuning with the gates of a cascade, by the second detector's greatest doubt in sentences.

    The sentences above a gate hold nearly all errors of the kinds that both know.
    """
    doubts = np.zeros(int(learners.owners.max(initial=-1)) + 1)
    np.maximum.at(doubts, learners.owners, np.nan_to_num(learners.opinions).max(axis=1))
    gates = []
    for precision in _PRECISIONS:
        thresholds = {group: each.at(precision) for group, each in tuning.groups.items()}
        hits = _hits(tuning, learners, thresholds, n_sentences=len(doubts))
        if hits.any():
            gates.append((precision, _gate(hits, doubts, _KEPT)))
    hits = _hits(tuning, learners, tuning.thresholds(), n_sentences=len(doubts))
    default = _gate(hits, doubts, _KEPT_BY_DEFAULT) if hits.any() else 0.0
    return replace(tuning, default_gate=default, gates=tuple(gates))


def _hits(
    tuning: Tuning, learners: Judged, thresholds: Mapping[str, float], *, n_sentences: int
) -> Floats:
    """How many errors of the kinds that both detectors know are found in each sentence."""
    hits = np.zeros(n_sentences)
    p = probabilities(tuning, learners.shares, learners.opinions)
    for number, group in enumerate(GROUPS):
        if tuning.groups[group].second is not None:
            found = (p[:, number] >= thresholds[group]) & learners.is_error[:, number]
            np.add.at(hits, learners.owners[found], 1)
    return hits


def _gate(hits: Floats, doubts: Floats, kept: float) -> float:
    """The doubt from which on sentences hold this share of the hits."""
    order = np.argsort(-doubts, kind="stable")
    n_needed = int(np.searchsorted(np.cumsum(hits[order]), kept * hits.sum()))
    return float(doubts[order][n_needed])
