"""Intervals of agreement from their definitions, for the oracles: plain sums, none of our code.

A measure is a function of answers (items x raters, -1 where there is none) and of a weight per
item. Its standard error is the infinitesimal jackknife (Efron 1982): how much the measure
changes with each item's weight, by a small step to either side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product

import numpy as np
from scipy import stats

Answers = Sequence[Sequence[int]]
Weights = Sequence[float]
Measure = Callable[[Answers, Weights], float]
Ends = tuple[float, float]

_STEP = 1e-5


def labels_of(answers: Answers) -> list[int]:
    return list(range(1 + max(label for row in answers for label in row)))


def given(row: Sequence[int]) -> list[int]:
    return [label for label in row if label >= 0]


def beyond_chance(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance) if chance < 1 else math.nan


def observed(answers: Answers, weights: Weights) -> float:
    """The mean over items with two answers of the share of pairs that agree."""
    above = below = 0.0
    for row, weight in zip(answers, weights, strict=True):
        pairs = list(permutations(given(row), 2))
        if pairs:
            above += weight * sum(one == other for one, other in pairs) / len(pairs)
            below += weight
    return above / below if below else math.nan


def label_shares(answers: Answers, weights: Weights) -> list[float]:
    """The mean share of each label over items with an answer."""
    rows = [(given(row), w) for row, w in zip(answers, weights, strict=True) if given(row)]
    total = sum(weight for _, weight in rows)
    return [
        sum(weight * row.count(label) / len(row) for row, weight in rows) / total
        for label in labels_of(answers)
    ]


def fleiss(answers: Answers, weights: Weights) -> float:
    shares = label_shares(answers, weights)
    return beyond_chance(observed(answers, weights), sum(share**2 for share in shares))


def scott(answers: Answers, weights: Weights) -> float:
    both = [number for number, row in enumerate(answers) if len(given(row)) == 2]
    rows, own = [answers[number] for number in both], [weights[number] for number in both]
    shares = label_shares(rows, own)
    return beyond_chance(observed(rows, own), sum(share**2 for share in shares))


def ac1(answers: Answers, weights: Weights) -> float:
    shares = label_shares(answers, weights)
    chance = sum(share * (1 - share) for share in shares) / (len(shares) - 1)
    return beyond_chance(observed(answers, weights), chance)


def cohen(answers: Answers, weights: Weights, power: int = 0) -> float:
    """Kappa of two raters; `power` is 0 for no weights, 1 for linear, 2 for quadratic ones."""
    labels = labels_of(answers)

    def agree(one: int, other: int) -> float:
        if not power:
            return float(one == other)
        return 1 - (abs(one - other) / (len(labels) - 1)) ** power

    both = [(row, w) for row, w in zip(answers, weights, strict=True) if min(row) >= 0]
    total = sum(weight for _, weight in both)
    seen = sum(weight * agree(row[0], row[1]) for row, weight in both) / total
    first, second = (
        [sum(w for row, w in both if row[rater] == label) / total for label in labels]
        for rater in (0, 1)
    )
    chance = sum(first[a] * second[b] * agree(a, b) for a in labels for b in labels)
    return beyond_chance(seen, chance)


def mean_pairwise(answers: Answers, weights: Weights, power: int = 0) -> float:
    """The mean kappa of all pairs of raters, each counted by the items it is known to share."""
    above = below = 0.0
    for pair in combinations(range(len(answers[0])), 2):
        rows = [[row[rater] for rater in pair] for row in answers]
        n_shared = sum(min(row) >= 0 for row in rows)
        # All labels stay possible, also those that these two raters never give.
        marker = [[labels_of(answers)[-1], -1]]
        above += n_shared * cohen([*rows, *marker], [*weights, 0.0], power)
        below += n_shared
    return above / below


def alpha(answers: Answers, weights: Weights, metric: str = "nominal") -> float:
    """Krippendorff's alpha from the table of coincidences of values (2011)."""
    labels = labels_of(answers)
    table = np.zeros((len(labels), len(labels)))
    for row, weight in zip(answers, weights, strict=True):
        for one, other in permutations(given(row), 2):
            table[one, other] += weight / (len(given(row)) - 1)
    margins = table.sum(axis=0)

    def distance(one: int, other: int) -> float:
        if metric == "nominal":
            return float(one != other)
        if metric == "interval":
            return float((one - other) ** 2)
        low, high = min(one, other), max(one, other)
        between = sum(margins[low : high + 1]) - (margins[one] + margins[other]) / 2
        return float(between**2)

    pairs = list(product(labels, repeat=2))
    seen = sum(table[one, other] * distance(one, other) for one, other in pairs)
    expected = sum(margins[one] * margins[other] * distance(one, other) for one, other in pairs)
    return float(1 - (margins.sum() - 1) * seen / expected) if expected else math.nan


MEASURES: dict[str, Measure] = {
    "observed": observed,
    "cohen": cohen,
    "cohen-linear": lambda answers, weights: cohen(answers, weights, 1),
    "cohen-quadratic": lambda answers, weights: cohen(answers, weights, 2),
    "mean cohen": mean_pairwise,
    "mean cohen-linear": lambda answers, weights: mean_pairwise(answers, weights, 1),
    "mean cohen-quadratic": lambda answers, weights: mean_pairwise(answers, weights, 2),
    "scott": scott,
    "fleiss": fleiss,
    "ac1": ac1,
    "alpha": alpha,
    "alpha-ordinal": lambda answers, weights: alpha(answers, weights, "ordinal"),
    "alpha-interval": lambda answers, weights: alpha(answers, weights, "interval"),
}


def influences(measure: Measure, answers: Answers) -> list[float]:
    """How much the measure changes with each item's weight, less the mean of that."""
    slopes = []
    for item in range(len(answers)):
        low, high = (
            measure(answers, [1 + step * (number == item) for number in range(len(answers))])
            for step in (-_STEP, _STEP)
        )
        slopes.append((high - low) / (2 * _STEP))
    return [slope - sum(slopes) / len(slopes) for slope in slopes]


def by_cluster(values: Sequence[float], clusters: Sequence[int]) -> list[float]:
    return [
        sum(value for value, own in zip(values, clusters, strict=True) if own == cluster)
        for cluster in sorted(set(clusters))
    ]


def student(value: float, sums: Sequence[float], level: float) -> Ends:
    """value +- t sqrt(G / (G - 1) sum of squares), with G - 1 degrees of freedom."""
    n = len(sums)
    se = math.sqrt(n / (n - 1) * sum(one**2 for one in sums))
    reach = float(stats.t.ppf((1 + level) / 2, n - 1)) * se
    return value - reach, value + reach


def linearised(
    measure: str, answers: Answers, clusters: Sequence[int] = (), level: float = 0.95
) -> Ends:
    """The interval by influence, of items or of whole clusters, not outside -1 to 1."""
    theta = MEASURES[measure]
    groups = clusters or range(len(answers))
    sums = by_cluster(influences(theta, answers), groups)
    low, high = student(theta(answers, [1.0] * len(answers)), sums, level)
    return max(-1.0, low), min(1.0, high)


def paired(
    measure: str,
    first: Answers,
    second: Answers,
    clusters: Sequence[int] = (),
    level: float = 0.95,
) -> Ends:
    """The interval of first minus second, for the same items judged twice."""
    theta = MEASURES[measure]
    ones = [1.0] * len(first)
    changes = [
        before - after
        for before, after in zip(influences(theta, first), influences(theta, second), strict=True)
    ]
    sums = by_cluster(changes, clusters or range(len(first)))
    return student(theta(first, ones) - theta(second, ones), sums, level)


def resamples(n: int) -> Iterator[list[int]]:
    """How often each of n units is drawn, in each of the n^n equally likely resamples."""
    for drawn in product(range(n), repeat=n):
        yield [drawn.count(unit) for unit in range(n)]


def middle(values: Sequence[float], level: float) -> Ends:
    """The quantiles that leave out the same share below and above; NaN has no part."""
    known = [value for value in values if not math.isnan(value)]
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def all_resamples(
    measure: str, answers: Answers, clusters: Sequence[int] = (), level: float = 0.95
) -> Ends:
    """The percentile interval over every resample of items, or of whole clusters."""
    groups = clusters or range(len(answers))
    names = sorted(set(groups))
    values = []
    for counts in resamples(len(names)):
        weights = [float(counts[names.index(group)]) for group in groups]
        try:
            values.append(MEASURES[measure](answers, weights))
        except ZeroDivisionError:
            continue
    return middle(values, level)


def kappa_and_variance(
    counts: Sequence[Sequence[int]], weights: str = "none"
) -> tuple[float, float]:
    """Cohen's kappa and its asymptotic variance, by statsmodels."""
    # Loading it takes longer than all other rows together.
    from statsmodels.stats.inter_rater import cohens_kappa

    result = cohens_kappa(np.array(counts), wt=None if weights == "none" else weights)
    return float(result.kappa), float(result.var_kappa)


def statsmodels_kappa(
    counts: Sequence[Sequence[int]], weights: str = "none", level: float = 0.95
) -> Ends:
    """statsmodels' kappa and its asymptotic variance, with a normal quantile."""
    kappa, variance = kappa_and_variance(counts, weights)
    return normal(kappa, math.sqrt(variance), level)


def normal(value: float, se: float, level: float = 0.95) -> Ends:
    reach = float(stats.norm.ppf((1 + level) / 2)) * se
    return value - reach, value + reach


def simple_kappa(counts: Sequence[Sequence[int]], power: int, level: float = 0.95) -> Ends:
    """Kappa with chance agreement taken as known: the variance of the mean agreement alone."""
    table = np.array(counts, dtype=float)
    size = len(table)
    pairs = [(a, b) for a in range(size) for b in range(size)]
    agree = {(a, b): 1 - (abs(a - b) / (size - 1)) ** power for a, b in pairs}
    n = table.sum()
    scores = np.repeat([agree[pair] for pair in pairs], [int(table[pair]) for pair in pairs])
    rows, columns = table.sum(axis=1) / n, table.sum(axis=0) / n
    chance = sum(rows[a] * columns[b] * agree[a, b] for a, b in pairs)
    se = math.sqrt(np.var(scores) / n) / (1 - chance)
    return normal(beyond_chance(float(scores.mean()), chance), se, level)


def difference_of_kappas(
    first: Sequence[Sequence[int]], second: Sequence[Sequence[int]], level: float = 0.95
) -> Ends:
    """statsmodels' kappas, first minus second, of separate items."""
    (one, of_one), (other, of_other) = map(kappa_and_variance, (first, second))
    return normal(one - other, math.sqrt(of_one + of_other), level)


def two_sided(statistic: float) -> list[float]:
    """The two-sided p-value of a standard normal statistic."""
    return [2 * float(stats.norm.sf(abs(statistic)))]


def majority_of_draws(
    n_items: int, n_yes: int, n_answers: int, size: int, level: float = 0.95
) -> Ends:
    """How many of equal items have the majority "yes" when `size` answers of each are drawn."""
    draws = list(combinations([1] * n_yes + [0] * (n_answers - n_yes), size))
    p = sum((2 * sum(draw) > size) + (2 * sum(draw) == size) / 2 for draw in draws) / len(draws)
    low, high = stats.binom.ppf([(1 - level) / 2, (1 + level) / 2], n_items, p) / n_items
    return float(low), float(high)
