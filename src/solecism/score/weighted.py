"""Weighted scores: each site counts as an error by the share of raters who call it one.

Paper 002, section 4.1. The interval is that of statistics over items and raters at once: it
says what other raters of the same kind would give on other sentences of the same kind. Weighted
scores are steadier than those against the majority: one judgment more or less moves them little.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.figure import PRECISION, RECALL, ratio
from solecism.interval import DEFAULT_LEVEL
from solecism.score.counts import weighted_counts
from solecism.score.match import WHOLE, Match
from solecism.score.plain import MAJORITY, Ties, majority_share
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


@dataclass(frozen=True, slots=True)
class Stability:
    """How far a measure moves if one of the judgments is turned round, at most and on average."""

    against: str
    measure: str
    value: float
    largest: float
    mean: float


def stability(match: Match, *, ties: Ties = "half") -> list[Stability]:
    """What one changed judgment does to precision and recall, against majority and graded.

    Every judgment is turned round in turn: error becomes ok, and ok error.
    """
    n_error, n_answers = match.n_error, match.n_answers
    flagged = match.is_flagged.astype(np.float64)
    # Judgments of the same answer about the same site do the same.
    turned = [(-1, n_error), (1, n_answers - n_error)]
    rows = []
    for against, shares_of in (
        (MAJORITY, lambda n: majority_share(n, n_answers, ties=ties)),
        (GRADED, lambda n: n / n_answers),
    ):
        shares = shares_of(n_error)
        hits, errors = float((flagged * shares).sum()), float(shares.sum())
        n_flagged = float(flagged.sum())
        for measure in (PRECISION, RECALL):
            value = ratio(measure, hits, n_flagged, errors)
            changes, times = [], []
            for step, n_times in turned:
                change = shares_of(n_error + step) - shares
                new = ratio(measure, hits + flagged * change, n_flagged, errors + change)
                is_there = n_times > 0
                changes.append(np.abs(new - value)[is_there])
                times.append(n_times[is_there])
            moved, weights = np.concatenate(changes), np.concatenate(times)
            mean = float(np.average(moved, weights=weights))
            rows.append(Stability(against, measure, value, float(moved.max()), mean))
    return rows
