"""The gate of a cascade: which sentences the network reads, by the light detector."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import NEVER, Gate, Tuning
from solecism.numeric.arrays import Floats, Ints
from solecism.train.network.tuning.places import Places, p_corrected, places_of
from solecism.train.network.tuning.tuning_data import TuningData

# Sentences above the gate have this share of the errors that are found by default.
_KEPT = 0.85


def with_gate(tuning: Tuning, learners: TuningData) -> Tuning:
    """The tuning with the gate of a cascade, by the highest second probability per sentence.

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
    is_read = highest[learners.owners] >= least
    return replace(tuning, gate=Gate(least, float(places.p[is_read].mean())))


def _hits(tuning: Tuning, places: Places, owners: Ints) -> Floats:
    """The number of errors found in each sentence, of groups that both detectors cover."""
    thresholds = [
        NEVER if tuning.groups[group].second is None else tuning.groups[group].threshold
        for group in GROUPS
    ]
    is_hit = places.is_right & (p_corrected(tuning, places) >= np.array(thresholds)[places.groups])
    return np.asarray(np.bincount(owners, is_hit), np.float64)
