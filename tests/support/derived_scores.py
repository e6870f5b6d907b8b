"""Intervals of scores from their definitions, for the oracles: plain sums, none of our code.

Answers are items x raters (1 error, 0 OK, -1 none), flags one per item, and `sentences` says
which items are drawn together. The variance between raters is that of a random-effects analysis
of variance, whose expectations are worked out from explicit matrices of cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from derived_agreement import (
    Ends,
    by_cluster,
    cohen,
    influences,
    middle,
    resamples,
    student,
)
from derived_proportions import wilson, z_of

Floats = NDArray[np.float64]
Answers = Sequence[Sequence[int]]
BETA_SQUARED = {"precision": 0.0, "F1": 1.0, "F0.5": 0.25}
STRICTNESS_VARIANCE, PRIOR_RATERS = 0.59, 13.0


@dataclass(frozen=True)
class Parts:
    """The variance between items, that which raters add, and the degrees of freedom of both."""

    item: float
    rater: float
    freedom: float
    n_raters: float

    @property
    def variance(self) -> float:
        return self.item + self.rater

    def quantile(self, level: float) -> float:
        """Satterthwaite's t, and not less than Cochran's combination of a z and a t."""
        welch = float(stats.t.ppf((1 + level) / 2, self.freedom))
        if not self.n_raters:
            return welch
        t = float(stats.t.ppf((1 + level) / 2, self.n_raters - 1))
        combined = (z_of(level) ** 2 * self.item + t**2 * self.rater) / self.variance
        return max(welch, math.sqrt(combined))

    def wilson(self, share: float, level: float) -> Ends:
        """Wilson's interval for as many items as the variance is worth."""
        return wilson(share, share * (1 - share) / self.variance, self.quantile(level))

    def symmetric(self, value: float, level: float) -> Ends:
        reach = self.quantile(level) * math.sqrt(self.variance)
        return value - reach, value + reach


def table_of(values: Sequence[Sequence[float]], absent: float = -1) -> Floats:
    table = np.array(values, dtype=float)
    return np.where(table == absent, np.nan, table)


def satterthwaite(
    item: float, of_items: float, raw: float, of_raters: float, whole: float
) -> float:
    return whole**2 / (item**2 / of_items + raw**2 / of_raters)


def strictness_effect(table: Floats, answers: Floats, shares: Floats) -> float:
    """What a unit of log-odds does to the mean: half the products of differences of all pairs.

    The expectation of an item's answer changes by p (1 - p), which half the mean squared
    difference of two answers estimates; the value of a cell follows its answer.
    """
    whole = known = 0.0
    for values, own, share in zip(table, answers, shares, strict=True):
        there = np.flatnonzero(~np.isnan(own))
        pairs = [(j, k) for j in there for k in there if j < k]
        if pairs:
            products = [(values[j] - values[k]) * (own[j] - own[k]) for j, k in pairs]
            whole += share * sum(products) / len(pairs) / 2
            known += share
    return whole / known * float(shares.sum())


def two_way_parts(
    table: Floats,
    shares: Floats | None = None,
    item_variance: float | None = None,
    answers: Floats | None = None,
) -> Parts:
    """The parts of the variance of a weighted mean of the items' means, answers missing or not.

    An answer is the item's own value, its rater's habit and chance. What raters' summed
    deviations from their items' means are expected to be follows from the matrices that make
    them of single answers; so does how much of the habits the variance between items has in it.
    """
    item_of, rater_of = np.nonzero(~np.isnan(table))
    y = table[item_of, rater_of]
    n, n_cells = len(table), len(y)
    of_item = (item_of[:, None] == np.arange(n)).astype(float)
    of_rater = (rater_of[:, None] == np.arange(table.shape[1])).astype(float)
    per_item = of_item.sum(axis=0)
    weights = np.full(n, 1 / n) if shares is None else shares
    cell_weight = (weights / per_item)[item_of]
    to_means = of_item.T / per_item[:, None]
    centre = np.eye(n_cells) - of_item @ to_means
    to_sums = (of_rater * cell_weight[:, None]).T @ centre
    within, sums = float(((centre @ y) ** 2).sum()), float(((to_sums @ y) ** 2).sum())
    by_habit, by_chance = float(((to_sums @ of_rater) ** 2).sum()), float((to_sums**2).sum())
    habits_within = float(((centre @ of_rater) ** 2).sum())
    # Squares within items and of raters' sums, each by habit and by chance: two equations.
    equations = np.array([[habits_within, np.trace(centre)], [by_habit, by_chance]])
    habit, chance = np.linalg.solve(equations, [within, sums])
    load = of_rater.T @ cell_weight
    # Habits are in the items' means as well, where they look like differences between items.
    already = n / (n - 1) * (float(cell_weight @ cell_weight) - float(load @ load) / n)
    added = float(load @ load) - already
    if item_variance is None:
        means = to_means @ y
        item_variance = n / (n - 1) * float(((weights * (means - weights @ means)) ** 2).sum())
    n_raters = max(2.0, float(load.sum() ** 2 / (load @ load)))
    if answers is not None:
        expected = STRICTNESS_VARIANCE * strictness_effect(table, answers, weights) ** 2
        habit = (PRIOR_RATERS * expected + (n_raters - 1) * habit) / (PRIOR_RATERS + n_raters - 1)
        n_raters += PRIOR_RATERS
    rater = max(0.0, habit * added)
    raw = rater + max(chance, 0.0) * by_chance / by_habit * added
    freedom = satterthwaite(item_variance, n - 1, raw, n_raters - 1, item_variance + rater)
    return Parts(item_variance, rater, max(1.0, freedom), n_raters)


def analysis_of_variance(values: Sequence[Sequence[float]]) -> Parts:
    """The same of a complete table, by mean squares as in any textbook."""
    x = np.array(values, dtype=float)
    n, n_raters = x.shape
    items, raters = x.mean(axis=1), x.mean(axis=0)
    rest = x - items[:, None] - raters + x.mean()
    of_rest = (rest**2).sum() / ((n - 1) * (n_raters - 1))
    item, raw = items.var(ddof=1) / n, raters.var(ddof=1) / n_raters
    rater = max(0.0, raw - of_rest / (n * n_raters))
    raw = max(raw, of_rest / (n * n_raters))
    freedom = satterthwaite(item, n - 1, raw, n_raters - 1, item + rater)
    return Parts(float(item), float(rater), max(1.0, float(freedom)), n_raters)


def degrees_of_freedom(values: Sequence[Sequence[float]]) -> list[float]:
    """Variance of items, of raters, degrees of freedom and number of raters of a complete table."""
    variance = analysis_of_variance(values)
    return [variance.item, variance.rater, variance.freedom, variance.n_raters]


def moments(values: Sequence[Sequence[float]]) -> list[float]:
    """The same with answers missing (-1), by the method of moments."""
    variance = two_way_parts(table_of(values))
    return [variance.item, variance.rater, variance.freedom, variance.n_raters]


def shared_answers(values: Sequence[Sequence[float]], level: float = 0.95) -> Ends:
    """Wilson's interval of a share for new items and new raters."""
    table = table_of(values)
    return two_way_parts(table).wilson(float(np.nanmean(table, axis=1).mean()), level)


def terms(measure: str, flags: ArrayLike, errors: Floats) -> tuple[Floats, Floats]:
    """What is summed up above and below the line, for each item and rater."""
    c = np.array(flags, dtype=float)[:, None] + 0 * errors
    if measure == "recall":
        return c * errors, errors
    beta2 = BETA_SQUARED[measure]
    return (1 + beta2) * c * errors, beta2 * errors + c


def ratio(measure: str, flags: Sequence[int], errors: Floats) -> float:
    above, below = (np.nanmean(term, axis=1).sum() for term in terms(measure, flags, errors))
    return float(above / below)


def influence(measure: str, flags: Sequence[int], errors: Floats) -> Floats:
    """How much each cell moves the ratio: (above - ratio x below) over the mean below."""
    above, below = terms(measure, flags, errors)
    own = ratio(measure, flags, errors)
    return np.asarray((above - own * below) / np.nanmean(below, axis=1).mean())


def sentence_variance(moves: Floats, sentences: Sequence[int]) -> float:
    """The variance of a mean when whole sentences are drawn."""
    means = np.nanmean(moves, axis=1) / len(moves)
    sums = by_cluster(means.tolist(), sentences or range(len(moves)))
    return len(sums) / (len(sums) - 1) * sum(one**2 for one in sums)


def weighted_score(
    measure: str,
    answers: Answers,
    flags: Sequence[int],
    sentences: Sequence[int] = (),
    level: float = 0.95,
) -> Ends:
    """Against all raters' grades: items and raters both vary."""
    errors = table_of(answers)
    moves = influence(measure, flags, errors)
    variance = two_way_parts(
        moves, item_variance=sentence_variance(moves, sentences), answers=errors
    )
    return variance.wilson(ratio(measure, flags, errors), level)


def rater_score(
    measure: str,
    answers: Answers,
    flags: Sequence[int],
    rater: int,
    sentences: Sequence[int] = (),
    level: float = 0.95,
) -> Ends:
    """Against one rater: items vary."""
    errors = table_of([[row[rater]] for row in answers])
    item = sentence_variance(influence(measure, flags, errors), sentences)
    return Parts(item, 0.0, len(answers) - 1, 0).wilson(ratio(measure, flags, errors), level)


def majority(answers: Answers) -> Floats:
    """1, 0, or a half for a tie, one row per item."""
    shares = [np.mean([answer for answer in row if answer >= 0]) for row in answers]
    return np.array([[0.5 if share == 0.5 else float(share > 0.5)] for share in shares])


def without_rater(answers: Answers, rater: int) -> list[list[int]]:
    """The answers without those of one rater, where an item has another."""
    return [
        [answer for number, answer in enumerate(row) if number != rater]
        if any(answer >= 0 for number, answer in enumerate(row) if number != rater)
        else list(row)
        for row in answers
    ]


def jackknife(values: Sequence[float]) -> float:
    """(K - 1) / K sum (value without a rater - their mean)^2."""
    mean = sum(values) / len(values)
    return (len(values) - 1) / len(values) * sum((value - mean) ** 2 for value in values)


def jackknife_parts(item: float, n_items: int, left_out: Sequence[float]) -> Parts:
    rater, n_raters = jackknife(left_out), len(left_out)
    freedom = satterthwaite(item, n_items - 1, rater, n_raters - 1, item + rater)
    return Parts(item, rater, max(1.0, freedom), n_raters)


def majority_score(
    measure: str,
    answers: Answers,
    flags: Sequence[int],
    sentences: Sequence[int] = (),
    level: float = 0.95,
) -> Ends:
    """Against the majority, made again without each rater in turn."""
    errors = majority(answers)
    item = sentence_variance(influence(measure, flags, errors), sentences)
    left_out = [
        ratio(measure, flags, majority(without_rater(answers, rater)))
        for rater in range(len(answers[0]))
    ]
    variance = jackknife_parts(item, len(answers), left_out)
    return variance.wilson(ratio(measure, flags, errors), level)


def weighted_difference(
    measure: str,
    answers: Answers,
    flags: Sequence[Sequence[int]],
    sentences: Sequence[int] = (),
    level: float = 0.95,
) -> Ends:
    """First system minus second, against all raters' grades."""
    errors = table_of(answers)
    one, other = (influence(measure, own, errors) for own in flags)
    moves = one - other
    variance = two_way_parts(
        moves, item_variance=sentence_variance(moves, sentences), answers=errors
    )
    values = [ratio(measure, own, errors) for own in flags]
    return variance.symmetric(values[0] - values[1], level)


def majority_difference(
    measure: str,
    answers: Answers,
    flags: Sequence[Sequence[int]],
    sentences: Sequence[int] = (),
    level: float = 0.95,
) -> Ends:
    """First system minus second, against the majority, made again without each rater in turn."""
    errors = majority(answers)
    one, other = (influence(measure, own, errors) for own in flags)
    item = sentence_variance(one - other, sentences)

    def difference(most: Floats) -> float:
        return ratio(measure, flags[0], most) - ratio(measure, flags[1], most)

    left_out = [
        difference(majority(without_rater(answers, rater))) for rater in range(len(answers[0]))
    ]
    variance = jackknife_parts(item, len(answers), left_out)
    return variance.symmetric(difference(errors), level)


def redrawn_difference(
    measure: str, answers: Answers, flags: Sequence[Sequence[int]], level: float = 0.95
) -> Ends:
    """The percentile interval of the difference over every resample of items."""
    errors = np.nanmean(table_of(answers), axis=1)
    values = []
    for counts in resamples(len(answers)):
        drawn = np.repeat(np.arange(len(answers)), counts)
        with np.errstate(invalid="ignore", divide="ignore"):
            one, other = (
                np.divide(*(term.sum() for term in terms(measure, np.array(own)[drawn], picked)))
                for own in flags
                for picked in [errors[drawn][:, None]]
            )
        values.append(float(one - other))
    return middle(values, level)


def system_kappa(
    errors: Sequence[int], flags: Sequence[int], sentences: Sequence[int] = (), level: float = 0.95
) -> Ends:
    """Cohen's kappa of flags and errors, whole sentences drawn, not outside -1 to 1."""
    table = list(zip(errors, flags, strict=True))
    sums = by_cluster(influences(cohen, table), sentences or range(len(table)))
    low, high = student(cohen(table, [1.0] * len(table)), sums, level)
    return max(-1.0, low), min(1.0, high)


def bin_difference(
    first: Sequence[Sequence[int]], second: Sequence[Sequence[int]], level: float = 0.95
) -> Ends:
    """Kappa of two corpora, first minus second, by Newcombe's (1998) squares of the two reaches.

    Each corpus is its errors and its flags.
    """
    values = [cohen(list(zip(*one, strict=True)), [1.0] * len(one[0])) for one in (first, second)]
    ends = [system_kappa(one[0], one[1], level=level) for one in (first, second)]
    below = math.sqrt((values[0] - ends[0][0]) ** 2 + (ends[1][1] - values[1]) ** 2)
    above = math.sqrt((ends[0][1] - values[0]) ** 2 + (values[1] - ends[1][0]) ** 2)
    return values[0] - values[1] - below, values[0] - values[1] + above


def uncertain_truth(
    measure: str, p_error: Sequence[float], flags: Sequence[int], level: float = 0.95
) -> Ends:
    """Against probabilities of errors: items vary, and each is an error or not.

    What the truth adds is the variance of the linearised ratio over all 2^n truths.
    """
    errors = np.array(p_error)[:, None]
    own, n = ratio(measure, flags, errors), len(flags)
    item = sentence_variance(influence(measure, flags, errors), ())
    mean_below = terms(measure, flags, errors)[1].sum()
    added = 0.0
    for truth in product([0.0, 1.0], repeat=n):
        above, below = terms(measure, flags, np.array(truth)[:, None])
        p = float(np.prod(np.where(np.array(truth) == 1, p_error, 1 - np.array(p_error))))
        added += p * float(((above - own * below).sum() / mean_below) ** 2)
    freedom = satterthwaite(item, n - 1, added, n - 1, item + added)
    return Parts(item, added, freedom, n).wilson(own, level)


def redrawn_ratio(above: Sequence[float], below: Sequence[float], level: float = 0.95) -> Ends:
    """The percentile interval of a ratio of sums over every resample of sentences."""
    values = [
        float(np.dot(counts, above) / np.dot(counts, below)) for counts in resamples(len(above))
    ]
    return middle(values, level)
