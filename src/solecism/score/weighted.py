"""Weighted scores: each site counts as an error by the share of raters who call it one.

Paper 002, section 4.1. The interval is that of statistics over items and raters at once: it
says what other raters of the same kind would give on other sentences of the same kind.
"""

from __future__ import annotations

import numpy as np

from solecism.interval import DEFAULT_LEVEL
from solecism.score.counts import weighted_counts
from solecism.score.match import WHOLE, Match
from solecism.score.score import Score, score_figures

GRADED = "all raters, graded"
PROPENSITY = "what raters say"


def weighted(match: Match, *, kind: str = WHOLE, level: float = DEFAULT_LEVEL) -> Score:
    """Precision, recall and F against the share of raters who call each site an error."""
    return Score(
        match.system,
        kind,
        GRADED,
        PROPENSITY,
        match.n_items,
        weighted_counts(match.n_error / np.maximum(match.n_answers, 1), match.is_flagged),
        score_figures(match.is_flagged, match.answers, match.clusters, level=level),
    )
