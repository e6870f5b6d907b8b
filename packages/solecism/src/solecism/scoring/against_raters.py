"""Scores against raters: one, the majority, the share who object, or the truth behind them.

Against the majority, the interval adds to the variance between sentences the jackknife variance
over raters: what leaving out one rater at a time changes.

In weighted scores each site counts as an error by the share of raters who call it one (paper 002,
section 4.1). Their interval is that of statistics over items and raters at once: it says what other
raters of the same kind would give on other sentences of the same kind. With few raters it rests on
what studies say of how much raters differ; beside it stands the interval for these raters alone.
They are steadier than those against the majority: one judgment more or less moves them little.

What raters say is not what is true: where errors are rare, the few OK sites that each rater calls
errors are many beside the true ones, and recall looks lower than it is. Rogan and Gladen (1978)
undo this with the raters' sensitivity and specificity on control items; a model such as Dawid and
Skene's does with probabilities of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from solecism.figure import (
    DEFAULT_LEVEL,
    MEASURES,
    PRECISION,
    RECALL,
    Figure,
    ratio,
    ratio_terms,
    undefined_figure,
)
from solecism.numeric import Floats, Ints
from solecism.panel import Panel
from solecism.scoring.match import LABELS, WHOLE, Match
from solecism.scoring.score import (
    SENTENCES,
    Counts,
    RaterVariance,
    Score,
    score_figures,
    site_terms,
    weighted_counts,
)
from solecism.uncertainty.bootstrap import Draws, bootstrap
from solecism.uncertainty.two_way import RATERS_OF_STUDIES, RaterPrior

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


def jackknife(left_out: dict[str, Floats]) -> RaterVariance:
    """The variance between raters of figures with each of them left out in turn."""
    n = len(left_out[MEASURES[0]])
    variance = {name: (n - 1) * float(np.var(values)) for name, values in left_out.items() if n}
    return RaterVariance(variance, n)


GRADED = "all raters, graded"
PROPENSITY = "what raters like these say"


def weighted(
    match: Match,
    *,
    kind: str = WHOLE,
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
) -> Score:
    """Precision, recall and F against the share of raters who call each site an error."""
    grades = match.n_error / np.maximum(match.n_answers, 1)
    flagged, clusters = match.is_flagged, match.clusters
    these = {}
    if match.n_answers.max(initial=0) > 1:
        these = score_figures(flagged, grades[:, None], clusters, level=level)
    return Score(
        match.system,
        kind,
        GRADED,
        PROPENSITY,
        match.n_items,
        weighted_counts(grades, flagged),
        score_figures(flagged, match.answers, clusters, level=level, prior=prior),
        {name: figure.interval for name, figure in these.items()},
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
            added=RaterVariance(_variance_of_truth(match, errors), match.n_items, SENTENCES),
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
