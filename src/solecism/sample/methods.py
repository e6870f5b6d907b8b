"""Intervals of the measures, one function per method, from the two sides of a sample."""

from __future__ import annotations

from functools import partial

import numpy as np

from solecism.errors import InputError
from solecism.figure import PRECISION, RECALL, f_beta, f_score
from solecism.interval import Interval, undefined
from solecism.key import Key
from solecism.sample.answers import Answers
from solecism.sample.measures import gradient, value
from solecism.sample.side import Side
from solecism.uncertainty import proportion, recall, sequential
from solecism.uncertainty.recall import mover_ratio, mover_share
from solecism.uncertainty.two_way import share_interval, two_way


def stratified(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """Two-way where items have several raters, else MOVER of the two sides' Wilson intervals."""
    estimate = value(measure, flagged.total, other.total, flagged.n_population)
    if not answers.has_several_raters or not 0 < estimate < 1:
        return _mover(measure, flagged, other, level)
    slopes = gradient(measure, flagged.total, other.total, flagged.n_population)
    sizes = np.bincount(answers.stratum, minlength=len(key.strata))
    expansion = np.array([s.n_population for s in key.strata]) / np.maximum(sizes, 1)
    slope = np.where([s.is_flagged for s in key.strata], *slopes)
    weights = expansion[answers.stratum]
    item_variance = sum(
        (part.n_population * of_part) ** 2 * part.variance
        for part, of_part in zip((flagged, other), slopes, strict=True)
        if of_part
    )
    variance = two_way(
        answers.values * slope[answers.stratum][:, None] * weights.sum(),
        weights=weights / weights.sum(),
        item_variance=item_variance,
    )
    if not variance.variance > 0:
        return _mover(measure, flagged, other, level)
    return share_interval(estimate, variance, n_items=len(answers.values), level=level)


def paper(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """Wald's interval for precision. The paper computes recall's "in a similar manner": here
    hits and misses are both at their extremes, which is too wide; with hits alone it would
    cover a third of the time or less."""
    rates = []
    for one, word in ((flagged, "flagged"), (other, "other")):
        if len(one.parts) > 1:
            raise InputError(
                f"the paper's interval is for two strata, but the {word} items have "
                f"{len(one.parts)}. Use the stratified one."
            )
        n = one.parts[0].n_sample if one.parts else 0
        rates.append(proportion.wald(one.rate * n if n else 0, n, level=level))
    if measure == PRECISION:
        return rates[0]
    if not rates[1].is_defined:
        return rates[1]
    low = value(
        measure,
        rates[0].low * flagged.n_population,
        rates[1].high * other.n_population,
        flagged.n_population,
    )
    high = value(
        measure,
        rates[0].high * flagged.n_population,
        rates[1].low * other.n_population,
        flagged.n_population,
    )
    return Interval(low, high, level, "Wald, both rates at their extremes")


def bayes(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """The exact posterior of a finite corpus with two strata and one answer per item."""
    _check_whole(answers, "The Bayesian interval")
    if len(flagged.parts) != 1 or len(other.parts) != 1:
        raise InputError("the Bayesian interval is for two strata. Use the stratified one.")
    (hits,) = flagged.parts
    if measure == PRECISION:
        return proportion.bayes(
            hits.n_errors, hits.n_sample, n_population=hits.n_population, level=level
        )
    if measure == RECALL:
        return recall.bayes(hits, other.parts[0], level=level)
    return undefined("not worked out for F: use the stratified interval", level=level)


def anytime(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """An interval that stays valid however often it is computed; needs one answer per item."""
    _check_whole(answers, "The anytime-valid interval")
    if measure == PRECISION:
        return sequential.proportion(flagged.parts, level=level)
    n_flagged = np.array([float(flagged.n_population)])
    of_measure = partial(value, measure, n_flagged=n_flagged)
    return sequential.of_totals(flagged.parts, other.parts, of_measure, level=level)


METHODS = {
    "stratified": stratified,
    "prediction-powered": stratified,
    "paper": paper,
    "bayes": bayes,
    "anytime": anytime,
}


def _check_whole(answers: Answers, name: str) -> None:
    grades = answers.grades
    if np.any((grades > 0) & (grades < 1)):
        raise InputError(
            f"{name} needs one answer per item, but raters differ about "
            f"{int(np.sum((grades > 0) & (grades < 1)))} of {len(grades)} items. "
            "Use an odd number of raters and their majority, or the stratified interval."
        )


def _mover(measure: str, flagged: Side, other: Side, level: float) -> Interval:
    of_flagged = flagged.interval(level)
    if measure == PRECISION or not of_flagged.is_defined:
        return of_flagged
    of_other = other.interval(level)
    if not of_other.is_defined:
        return of_other
    hits, misses = (flagged.rate, of_flagged), (other.rate, of_other)
    if measure == RECALL and not other.n_population:
        return Interval(1.0, 1.0, level, "everything is flagged")
    if measure == RECALL:
        return mover_share(hits, misses, flagged.n_population, other.n_population)
    beta = f_beta(measure)
    scale = beta**2 * other.n_population / flagged.n_population
    below = (
        1 + scale * other.rate,
        Interval(1 + scale * of_other.low, 1 + scale * of_other.high, level),
    )
    low, high = (f_score(x, 1.0, x, beta) for x in mover_ratio(hits, below))
    return Interval(low, high, level, "MOVER-Wilson")
