"""How well scores agree with people's ranking of systems, and with their choices in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.figure import Figure
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints
from solecism.rank.comparisons import FIRST, TIE, Comparisons
from solecism.rank.correlation import MEASURES, PEARSON, SPEARMAN, pearson, spearman
from solecism.rank.evidence import Evidence
from solecism.rank.people import figures_of
from solecism.rank.resample import Resamples
from solecism.rank.scores.score import Score

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


def score_draws(score: Score, statistics: Floats, resamples: Resamples) -> Floats:
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
        name: figures_of(measure(scores, people)[:, None], name, level=level)[0]
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

    def accuracy(
        self, score: Score, statistics: Floats, resamples: Resamples, *, level: float
    ) -> Figure:
        """The share of the choices that the score of the sentence shares; a tie counts half."""
        values = np.nan_to_num(score.value(statistics), nan=1.0)
        difference = values[self.better, self.place] - values[self.worse, self.place]
        right = (1 + np.where(np.abs(difference) < 1e-9, 0, np.sign(difference))) / 2
        n_raters = resamples.raters.shape[1]
        cells, cell = np.unique(self.place * n_raters + self.rater, return_inverse=True)
        counts = np.column_stack([np.bincount(cell, right), np.bincount(cell)])
        sums = resamples.cells(cells // n_raters, cells % n_raters) @ counts
        with np.errstate(invalid="ignore"):
            shares = sums[:, :1] / sums[:, 1:]
        is_drawn = resamples.is_drawn
        return figures_of(shares, SENTENCE_ACCURACY, level=level, is_drawn=is_drawn)[0]


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
