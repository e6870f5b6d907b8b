"""Scores against the truth behind raters' answers, as far as their reliability is known.

What raters say is not what is true: where errors are rare, the few OK sites that each rater
calls errors are many beside the true ones, and recall looks lower than it is. Rogan and Gladen
(1978) undo this with the raters' sensitivity and specificity on control items; a model such as
Dawid and Skene's does with probabilities of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solecism.figure import MEASURES, Figure, undefined_figure
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats
from solecism.panel import Panel
from solecism.score.counts import Counts, weighted_counts
from solecism.score.match import LABELS, WHOLE, Match
from solecism.score.score import SENTENCES, Added, Score, score_figures, site_terms
from solecism.uncertainty.bootstrap import Draws, bootstrap

ROGAN_GLADEN = "control items (Rogan-Gladen)"
LATENT = "what is an error"


@dataclass(frozen=True, slots=True)
class RaterAccuracy:
    """The share of errors that raters call an error, and of correct sites that they call OK.

    >>> round(RaterAccuracy(0.85, 0.97).truth(0.112), 3)
    0.1
    """

    sensitivity: float
    specificity: float

    def truth(self, said: float) -> float:
        """The true share of errors, from 0 to 1, given the share that raters call errors."""
        chance = self.sensitivity + self.specificity - 1
        return min(1.0, max(0.0, (said + self.specificity - 1) / chance))


def against_probability(
    match: Match, p_error: Floats, method: str, *, kind: str = WHOLE, level: float = DEFAULT_LEVEL
) -> Score:
    """The score against the probability of an error at each site, by a model of the raters.

    The interval is for other sentences; the model is taken as known, the truth is not.
    """
    errors = p_error[:, None]
    return Score(
        match.system,
        kind,
        method,
        LATENT,
        match.n_items,
        weighted_counts(p_error, match.is_flagged),
        score_figures(
            match.is_flagged,
            errors,
            match.clusters,
            level=level,
            added=Added(_variance_of_truth(match, errors), match.n_items, SENTENCES),
        ),
    )


def rogan_gladen(
    match: Match,
    gold: Panel,
    *,
    rng: np.random.Generator,
    kind: str = WHOLE,
    level: float = DEFAULT_LEVEL,
    n_draws: int = 2000,
) -> Score:
    """The score if raters are as reliable as on control items; both are drawn for the intervals."""
    of_sites = _site_counts(match)
    of_control = _control_counts(gold)
    sums, controls = of_sites.sum(axis=0), of_control.sum(axis=0)
    reason = _why_not(controls)
    if reason:
        counts = Counts(math.nan, math.nan, math.nan, math.nan)
        figures = {name: undefined_figure(name, reason, level=level) for name in MEASURES}
        return Score(match.system, kind, ROGAN_GLADEN, LATENT, match.n_items, counts, figures)
    drawn = [
        bootstrap(of_sites, lambda s: s, rng=rng, n_draws=n_draws, clusters=match.clusters).values,
        bootstrap(of_control, lambda s: s, rng=rng, n_draws=n_draws).values,
    ]
    values = np.array([_ratios(_counts(*row)) for row in zip(*drawn, strict=True)])
    counts = _counts(sums, controls)
    estimate = np.array(_ratios(counts))
    intervals = Draws(estimate, values, np.zeros(len(estimate))).intervals(level=level)
    figures = {
        name: Figure(value, name=name, interval=interval)
        for name, value, interval in zip(MEASURES, estimate, intervals, strict=True)
    }
    return Score(match.system, kind, ROGAN_GLADEN, LATENT, match.n_items, counts, figures)


def _variance_of_truth(match: Match, p_error: Floats) -> dict[str, float]:
    """The part of each measure's variance due to sites being either errors or not."""
    flagged = match.is_flagged[:, None].astype(np.float64)
    spread = p_error * (1 - p_error)
    variances = {}
    for name in MEASURES:
        above, below = site_terms(name, flagged, p_error)
        change = [
            after - before
            for after, before in zip(
                site_terms(name, flagged, np.ones_like(p_error)),
                site_terms(name, flagged, np.zeros_like(p_error)),
                strict=True,
            )
        ]
        total = below.sum()
        influence = change[0] - (above.sum() / total) * change[1] if total else np.zeros(1)
        variances[name] = float((influence**2 * spread).sum() / total**2) if total else 0.0
    return variances


def _site_counts(match: Match) -> Floats:
    """For each site: flagged, said to be an error and flagged, and both for sites not flagged."""
    flagged = match.is_flagged.astype(np.float64)
    share = match.n_error / np.maximum(match.n_answers, 1)
    return np.column_stack([flagged, flagged * share, 1 - flagged, (1 - flagged) * share])


def _control_counts(gold: Panel) -> Floats:
    """For each control item: answers and right answers where it is an error, and where it is OK."""
    if gold.truth is None or not len(gold):
        return np.zeros((1, 4))
    names = np.array(gold.labels)
    truth, answer = names[gold.truth], names[gold.answer]
    columns = []
    for label in LABELS:
        asked = truth == label
        right = asked & (answer == label)
        for rows in (asked, right):
            columns.append(np.bincount(gold.item, rows, minlength=gold.n_items))
    return np.column_stack(columns).astype(np.float64)


def _why_not(controls: Floats) -> str:
    n_errors, _, n_ok, _ = controls
    if not n_errors or not n_ok:
        missing = "an error" if not n_errors else "OK"
        return f"no control item is known to be {missing}"
    if _accuracy(controls) is None:
        return "on control items raters do no better than chance"
    return ""


def _accuracy(controls: Floats) -> RaterAccuracy | None:
    n_errors, n_found, n_ok, n_accepted = controls.tolist()
    if not n_errors or not n_ok or n_found / n_errors + n_accepted / n_ok <= 1:
        return None
    return RaterAccuracy(n_found / n_errors, n_accepted / n_ok)


def _counts(sums: Floats, controls: Floats) -> Counts:
    accuracy = _accuracy(controls)
    if accuracy is None:
        return Counts(math.nan, math.nan, math.nan, math.nan)
    n_flagged, said_flagged, n_other, said_other = sums.tolist()
    hits = n_flagged * accuracy.truth(said_flagged / n_flagged) if n_flagged else 0.0
    misses = n_other * accuracy.truth(said_other / n_other) if n_other else 0.0
    return Counts(hits, misses, n_flagged - hits, n_other - misses)


def _ratios(counts: Counts) -> list[float]:
    return [counts.ratio(name) for name in MEASURES]
