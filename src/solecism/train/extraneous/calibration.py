"""Calibration of scores on tuning data: a threshold and a logistic curve (Platt 1999)."""

from __future__ import annotations

import numpy as np

from solecism.detect.extraneous.detector import PlaceScorer, PlattCalibration
from solecism.errors import InputError
from solecism.figure import f_score
from solecism.numeric.arrays import Bools, Floats
from solecism.numeric.logistic import platt
from solecism.train.extraneous.examples import Example, grouped

BETA = 0.5


def calibrated(scorer: PlaceScorer, tuning: list[Example]) -> PlattCalibration:
    """The calibration on examples as frequent as in running text, in annotated sentences."""
    sentences, places, is_extraneous = grouped(tuning)
    if not is_extraneous.any() or is_extraneous.all():
        raise InputError(
            "the learner text kept for tuning (a tenth) does not have both extraneous and correct "
            "prepositions. Give more of it."
        )
    scores = scorer(sentences, places)
    slope, intercept = platt(scores, is_extraneous)
    return PlattCalibration(best_threshold(scores, is_extraneous), slope, intercept)


def best_threshold(scores: Floats, is_extraneous: Bools) -> float:
    """The threshold above which flags have the greatest F0.5."""
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    n_hits = np.cumsum(is_extraneous[order], dtype=np.float64)
    n_flagged = np.arange(1.0, len(scores) + 1)
    f_scores = f_score(n_hits, n_flagged, n_hits[-1:], BETA)
    # Equal scores are flagged together or not at all.
    is_last = np.append(ordered[1:] < ordered[:-1], True)
    best = int(np.argmax(np.where(is_last, f_scores, -1)))
    below = ordered[best + 1] if best + 1 < len(ordered) else ordered[best] - 1
    return float((ordered[best] + below) / 2)
