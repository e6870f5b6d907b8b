"""Plain scores: against one rater, each rater, or the majority of all.

The majority's interval adds to the variance between sentences the jackknife variance over
raters: what leaving out one rater at a time changes.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from solecism.figure import MEASURES, ratio_terms
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints
from solecism.score.counts import weighted_counts
from solecism.score.match import WHOLE, Match
from solecism.score.score import Added, Score, score_figures

MAJORITY = "majority"
Ties = Literal["half", "error", "ok"]
_OF_A_TIE = {"half": 0.5, "error": 1.0, "ok": 0.0}


def against_rater(
    match: Match, rater: str, *, kind: str = WHOLE, level: float = DEFAULT_LEVEL
) -> Score:
    """The score against one rater's answers, at the sites that this rater judged."""
    column = match.answers[:, match.panel.rater_index(rater)]
    judged = ~np.isnan(column)
    errors, flagged = column[judged], match.is_flagged[judged]
    return Score(
        match.system,
        kind,
        rater,
        "what this rater says",
        len(errors),
        weighted_counts(errors, flagged),
        score_figures(flagged, errors[:, None], match.clusters[judged], level=level),
    )


def against_majority(
    match: Match,
    *,
    kind: str = WHOLE,
    ties: Ties = "half",
    level: float = DEFAULT_LEVEL,
) -> Score:
    """The score against what most raters say; by default a tie is half an error."""
    errors = majority_share(match.n_error, match.n_answers, ties=ties)
    return Score(
        match.system,
        kind,
        MAJORITY,
        "what most raters say",
        match.n_items,
        weighted_counts(errors, match.is_flagged),
        score_figures(
            match.is_flagged,
            errors[:, None],
            match.clusters,
            level=level,
            added=jackknife(leave_one_out(match, errors, ties=ties)),
        ),
    )


def majority_share(n_error: Ints, n_answers: Ints, *, ties: Ties = "half") -> Floats:
    """1 where most raters say error, 0 where most say OK, and for ties the value of `ties`.

    >>> majority_share(np.array([3, 2, 1]), np.array([4, 4, 4])).tolist()
    [1.0, 0.5, 0.0]
    """
    twice = 2 * n_error
    return np.where(twice == n_answers, _OF_A_TIE[ties], (twice > n_answers).astype(np.float64))


def leave_one_out(match: Match, errors: Floats, *, ties: Ties = "half") -> dict[str, Floats]:
    """Each measure against the majority of all raters but one, rater by rater."""
    panel = match.panel
    n_left = match.n_answers - 1
    # What it changes at each site to leave out a rater who said error, and one who said OK.
    without = [majority_share(match.n_error - said, n_left, ties=ties) for said in (1, 0)]
    # The only rater of a site cannot be left out of it.
    changes = np.where(n_left > 0, np.array(without) - errors, 0.0)
    flagged = match.is_flagged.astype(np.float64)
    n = panel.n_raters
    cell = panel.answer * np.int64(match.n_items) + panel.item
    change = changes.ravel()[cell]
    # All terms are sums over sites, of which each rater left out changes those with errors.
    n_errors = errors.sum() + np.bincount(panel.rater, change, minlength=n)
    change = (changes * flagged).ravel()[cell]
    n_right = (flagged * errors).sum() + np.bincount(panel.rater, change, minlength=n)
    n_flagged = np.full(n, flagged.sum())
    values = {}
    for name in MEASURES:
        above, below = ratio_terms(name, n_right, n_flagged, n_errors)
        values[name] = np.divide(above, below, out=np.zeros(n), where=below > 0)
    return values


def jackknife(left_out: dict[str, Floats]) -> Added:
    """The variance between raters of figures with each of them left out in turn."""
    n = len(left_out[MEASURES[0]])
    variance = {name: (n - 1) * float(np.var(values)) for name, values in left_out.items() if n}
    return Added(variance, n)
