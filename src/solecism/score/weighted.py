"""Weighted scores: each site counts as an error by the share of raters who call it one.

Paper 002, section 4.1. The interval is that of statistics over items and raters at once: it
says what other raters of the same kind would give on other sentences of the same kind. Weighted
scores are steadier than those against the majority: one judgment more or less moves them little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.figure import PRECISION, RECALL, ratio
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints
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
    # Judgments of the same answer about the same site do the same.
    steps = ((-1, n_error), (1, n_answers - n_error))
    rows = []
    for against, shares_of in (
        (MAJORITY, partial(_majority_shares, n_answers=n_answers, ties=ties)),
        (GRADED, partial(_graded_shares, n_answers=n_answers)),
    ):
        shares = shares_of(n_error)
        turned = [(shares_of(n_error + step) - shares, n_times) for step, n_times in steps]
        for measure in (PRECISION, RECALL):
            rows.append(_moved(match, measure, against, shares, turned))
    return rows


def _majority_shares(n_error: Ints, *, n_answers: Ints, ties: Ties) -> Floats:
    return majority_share(n_error, n_answers, ties=ties)


def _graded_shares(n_error: Ints, *, n_answers: Ints) -> Floats:
    return np.asarray(n_error / n_answers)


def _moved(
    match: Match,
    measure: str,
    against: str,
    shares: Floats,
    turned: Sequence[tuple[Floats, Ints]],
) -> Stability:
    """What changes of single sites' shares, each made so many times, do to a measure."""
    flagged = match.is_flagged.astype(np.float64)
    hits, n_errors = float((flagged * shares).sum()), float(shares.sum())
    n_flagged = float(flagged.sum())
    value = ratio(measure, hits, n_flagged, n_errors)
    changes, times = [], []
    for change, n_times in turned:
        new: Floats = ratio(
            measure, hits + flagged * change, np.full(len(flagged), n_flagged), n_errors + change
        )
        is_there = n_times > 0
        changes.append(np.abs(new - value)[is_there])
        times.append(n_times[is_there])
    moved, weights = np.concatenate(changes), np.concatenate(times)
    mean = float(np.average(moved, weights=weights))
    return Stability(against, measure, value, float(moved.max()), mean)
