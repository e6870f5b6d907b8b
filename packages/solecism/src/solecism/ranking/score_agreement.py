"""How well scores agree with people's ranking of systems and with their choices in sentences.

Four measures compare two lists of numbers, for many draws at once: each takes arrays (... x
systems) and gives one value per draw, NaN where one list is constant. A curve shows how the
agreement grows with the number of annotators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from scipy.stats import rankdata

from solecism.figure import DEFAULT_LEVEL, Figure
from solecism.numeric import Floats, Ints
from solecism.ranking.comparisons import FIRST, TIE, Comparisons
from solecism.ranking.evidence import Evidence
from solecism.ranking.human_ranking import Resamples, figures_of_draws
from solecism.ranking.scores import SystemMetric, metric_values

PEARSON, SPEARMAN, KENDALL, PAIRWISE = "Pearson", "Spearman", "Kendall", "pairs"


def pearson(first: Floats, second: Floats) -> Floats:
    """Pearson's correlation."""
    x = first - first.mean(axis=-1, keepdims=True)
    y = second - second.mean(axis=-1, keepdims=True)
    scale = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    # A constant list has no spread but for rounding.
    sizes = np.abs(first).max(axis=-1) * np.abs(second).max(axis=-1)
    return _ratio((x * y).sum(axis=-1), np.where(scale > 1e-12 * sizes, scale, 0.0))


def spearman(first: Floats, second: Floats) -> Floats:
    """Spearman's correlation: Pearson's of the ranks, ties sharing their mean rank."""
    return pearson(rankdata(first, axis=-1), rankdata(second, axis=-1))


def kendall(first: Floats, second: Floats) -> Floats:
    """Kendall's tau-b, which allows for ties in both lists."""
    x, y = _signs(first), _signs(second)
    pairs = np.abs(x).sum(axis=(-1, -2)) * np.abs(y).sum(axis=(-1, -2))
    return _ratio((x * y).sum(axis=(-1, -2)), np.sqrt(pairs))


def pairwise_accuracy(first: Floats, second: Floats) -> Floats:
    """The share of pairs with different values in `second` that `first` orders in the same way.

    A pair that is tied in `first` counts half.
    """
    x, y = _signs(first), _signs(second)
    n_decided = np.abs(y).sum(axis=(-1, -2))
    return _ratio(((1 + x * y) / 2 * np.abs(y)).sum(axis=(-1, -2)), n_decided)


MEASURES: dict[str, Callable[[Floats, Floats], Floats]] = {
    PEARSON: pearson,
    SPEARMAN: spearman,
    KENDALL: kendall,
    PAIRWISE: pairwise_accuracy,
}


def _signs(values: Floats) -> Floats:
    return np.sign(values[..., :, None] - values[..., None, :])


def _ratio(above: Floats, below: Floats) -> Floats:
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    ratio = np.full(below.shape, np.nan)
    np.divide(above, below, out=ratio, where=below > 0)
    return ratio


SENTENCE_ACCURACY = "sentences"


@dataclass(frozen=True, slots=True)
class ScoreAgreement:
    """How well one score agrees with people about some systems.

    The figures are the correlations and the share of pairs of systems in people's order, and
    the share of people's choices between two outputs of a sentence that the score shares.
    """

    score: str
    systems: tuple[str, ...]
    figures: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class WindowAgreement:
    """How well a score orders systems of similar quality: windows of neighbours."""

    score: str
    n_windows: int
    mean_pearson: float
    lowest_pearson: float
    mean_spearman: float


def score_draws(score: SystemMetric, statistics: Floats, resamples: Resamples) -> Floats:
    """The score of each system in the data and in each resample of sentences."""
    n_systems, n_sentences, n_statistics = statistics.shape
    table = np.swapaxes(statistics, 0, 1).reshape(n_sentences, n_systems * n_statistics)
    sums = (resamples.sentences @ table).reshape(-1, n_systems, n_statistics)
    return score.value(sums)


def system_figures(
    people: Floats,
    scores: Floats,
    *,
    systems: Ints | None = None,
    level: float = DEFAULT_LEVEL,
) -> dict[str, Figure]:
    """The four measures from draws of people's values and of scores (draws x systems).

    With `systems` (draws x systems) each draw has systems of its own.
    """
    if systems is not None:
        people = np.take_along_axis(people, systems, axis=1)
        scores = np.take_along_axis(scores, systems, axis=1)
    return {
        name: figures_of_draws(measure(scores, people)[:, None], name, level=level)[0]
        for name, measure in MEASURES.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """People's choices between two different outputs, as numbers into the evidence."""

    place: Ints
    rater: Ints
    better: Ints
    worse: Ints

    def of_systems(self, kept: Ints) -> Choices:
        """The choices between systems of these numbers only."""
        chosen = np.isin(self.better, kept) & np.isin(self.worse, kept)
        columns = self.place, self.rater, self.better, self.worse
        return Choices(*(column[chosen] for column in columns))

    def accuracy_draws(
        self, score: SystemMetric, statistics: Floats, resamples: Resamples
    ) -> Floats:
        """The share of the choices that the score of the sentence shares; a tie counts half.

        There is one row for the data and for each resample.
        """
        values = np.nan_to_num(score.value(statistics), nan=1.0)
        difference = values[self.better, self.place] - values[self.worse, self.place]
        right = (1 + np.where(np.abs(difference) < 1e-9, 0, np.sign(difference))) / 2
        n_raters = resamples.raters.shape[1]
        cells, cell = np.unique(self.place * n_raters + self.rater, return_inverse=True)
        counts = np.column_stack([np.bincount(cell, right), np.bincount(cell)])
        sums = resamples.cells(cells // n_raters, cells % n_raters) @ counts
        with np.errstate(invalid="ignore"):
            return np.asarray(sums[:, :1] / sums[:, 1:])


def choices(comparisons: Comparisons, places: Ints, evidence: Evidence) -> Choices:
    """The decided comparisons of systems that have outputs, where the two outputs differ."""
    number = {system: n for n, system in enumerate(evidence.systems)}
    in_evidence = np.array([number.get(system, -1) for system in comparisons.systems])
    is_first = comparisons.outcome == FIRST
    better = in_evidence[np.where(is_first, comparisons.first, comparisons.second)]
    worse = in_evidence[np.where(is_first, comparisons.second, comparisons.first)]
    place = places[comparisons.sentence]
    decided = (comparisons.outcome != TIE) & (better >= 0) & (worse >= 0)
    rows = [
        row
        for row in np.flatnonzero(decided)
        if evidence.outputs[better[row]][place[row]] != evidence.outputs[worse[row]][place[row]]
    ]
    return Choices(place[rows], comparisons.rater[rows], better[rows], worse[rows])


def window_agreement(score: str, people: Floats, values: Floats, *, size: int) -> WindowAgreement:
    """The agreement within every `size` systems that follow each other in people's ranking."""
    order = np.argsort(-people, kind="stable")
    windows = np.stack([order[n : n + size] for n in range(len(order) - size + 1)])
    by_pearson = pearson(values[windows], people[windows])
    by_spearman = spearman(values[windows], people[windows])
    return WindowAgreement(
        score,
        len(windows),
        float(np.nanmean(by_pearson)),
        float(np.nanmin(by_pearson)),
        float(np.nanmean(by_spearman)),
    )


def subset_correlations(people: Floats, values: Sequence[Floats]) -> dict[str, Floats]:
    """Pearson and Spearman of many lists of scores with one list of people's values."""
    scores = np.stack(values)
    table = np.broadcast_to(people, scores.shape)
    return {PEARSON: pearson(scores, table), SPEARMAN: spearman(scores, table)}


Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class AnnotatorPoint:
    """A correlation with a number of annotators: the mean over subsets of them, and its band."""

    score: str
    measure: str
    n_annotators: int
    n_subsets: int
    mean: float
    low: float
    high: float


def agreement_by_annotators(
    people: Floats,
    evidence: Evidence,
    scores: Sequence[SystemMetric],
    *,
    systems: Ints,
    rng: np.random.Generator,
    n_subsets: int = 30,
    level: float = DEFAULT_LEVEL,
    progress: Progress | None = None,
) -> list[AnnotatorPoint]:
    """The curve of each score, over all subsets of annotators or `n_subsets` random ones.

    `people` has the values of the `systems`, which are numbers into the evidence.
    """
    points = []
    n_annotators = len(evidence.annotators)
    for size in range(1, n_annotators + 1):
        chosen = _subsets(n_annotators, size, n_subsets, rng)
        parts = [evidence.with_annotators(subset) for subset in chosen]
        for score in scores:
            found = subset_correlations(
                people, [metric_values(score, part)[systems] for part in parts]
            )
            points += [
                _point(score.name, measure, size, correlations, level)
                for measure, correlations in found.items()
            ]
        if progress is not None:
            progress(size, n_annotators)
    return points


def _subsets(n: int, size: int, n_subsets: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    if comb(n, size) <= n_subsets:
        return list(combinations(range(n), size))
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < n_subsets:
        drawn[tuple(sorted(rng.choice(n, size, replace=False).tolist()))] = None
    return list(drawn)


def _point(
    score: str, measure: str, size: int, correlations: Floats, level: float
) -> AnnotatorPoint:
    shares = (1 - level) / 2, (1 + level) / 2
    low, high = np.nanquantile(correlations, shares)
    mean = float(np.nanmean(correlations))
    return AnnotatorPoint(score, measure, size, len(correlations), mean, float(low), float(high))
