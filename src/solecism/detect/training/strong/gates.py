"""How much the small network must doubt a sentence, so that hardly a finding is missed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from solecism.detect.strong.detector import probabilities
from solecism.detect.strong.repairs import FLAGGED, GROUPS
from solecism.detect.strong.tuning import Floats, Tuning
from solecism.detect.training.strong.judge import Judged

# A gate lets through the sentences with this share of what is found at each of these precisions.
_KEPT = 0.95
_PRECISIONS = (0.5, 0.6, 0.7, 0.8, 0.9)


def with_gates(tuning: Tuning, learners: Judged, doubts: Floats) -> Tuning:
    """The tuning with the gates of a cascade, by the greatest doubt in each sentence.

    The sentences above a gate hold nearly all errors that the network finds at that precision.
    """
    gates = []
    for precision in _PRECISIONS:
        thresholds = {group: each.at(precision) for group, each in tuning.groups.items()}
        hits = _hits(tuning, learners, thresholds, n_sentences=len(doubts))
        if hits.any():
            gates.append((precision, _gate(hits, doubts)))
    hits = _hits(tuning, learners, tuning.thresholds(), n_sentences=len(doubts))
    default = _gate(hits, doubts) if hits.any() else 0.0
    return replace(tuning, default_gate=default, gates=tuple(gates))


def _hits(
    tuning: Tuning, learners: Judged, thresholds: Mapping[str, float], *, n_sentences: int
) -> Floats:
    """How many errors are found in each sentence."""
    hits = np.zeros(n_sentences)
    p = probabilities(tuning, learners.shares, learners.opinions)
    for number, group in enumerate(GROUPS):
        if group in FLAGGED:
            found = (p[:, number] >= thresholds[group]) & learners.is_error[:, number]
            np.add.at(hits, learners.owners[found], 1)
    return hits


def _gate(hits: Floats, doubts: Floats) -> float:
    """The doubt from which on sentences hold nearly all hits."""
    order = np.argsort(-doubts, kind="stable")
    n_needed = int(np.searchsorted(np.cumsum(hits[order]), _KEPT * hits.sum()))
    return float(doubts[order][n_needed])
