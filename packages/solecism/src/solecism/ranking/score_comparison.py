"""Is one score nearer to people than another? Differences on the same systems and sentences.

Williams' test (1959; formula 7 of Steiger 1980) compares two correlations with the same variable.
With r12 and r13 the correlations of two scores with people on n systems, and r23 that of the
scores with each other,

    t = (r12 - r13) sqrt((n - 1) (1 + r23) / (2 K (n - 1) / (n - 3) + m^2 (1 - r23)^3))
    K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23,    m = (r12 + r13) / 2

with n - 3 degrees of freedom. It allows for other systems and takes people's and the scores' values
as they are; the bootstrap draws systems and sentences again. The share of people's choices in
sentences is compared by the bootstrap over sentences. Each measure's p-values are corrected for all
scores with Holm's method.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.figure import Difference
from solecism.numeric import Floats, Ints
from solecism.ranking.human_ranking import figures_of_draws
from solecism.ranking.score_agreement import (
    PEARSON,
    SENTENCE_ACCURACY,
    SPEARMAN,
    pearson,
    spearman,
)
from solecism.table import Table, figure_cells, figure_columns, table
from solecism.uncertainty.significance import holm_corrected

WILLIAMS, BOOTSTRAP = "Williams", "bootstrap"
_FEWEST = 4


@dataclass(frozen=True, slots=True)
class ScoreDifference:
    """How much nearer to people one score is than another, about some systems.

    The `difference` is that of a measure of agreement, with an interval and a p-value.
    """

    score: str
    other: str
    systems: tuple[str, ...]
    difference: Difference
    p_corrected: float = math.nan


@dataclass(frozen=True, slots=True, eq=False)
class ScoreDraws:
    """A score in the data and in each resample: its values (draws x systems), and the share of
    people's choices that it shares (draws x 1), NaN where it has no values by sentence."""

    name: str
    values: Floats
    choices: Floats


def williams(r_first: float, r_second: float, r_between: float, n: int) -> tuple[float, float]:
    """Williams' t and its two-sided p-value for two correlations with the same variable.

    They are NaN with fewer than four systems, and where the two scores are the same.

    >>> t, p = williams(0.9, 0.6, 0.7, 12)
    >>> round(t, 3), round(p, 4)
    (2.595, 0.029)
    """
    if n < _FEWEST:
        return math.nan, math.nan
    k = 1 - r_first**2 - r_second**2 - r_between**2 + 2 * r_first * r_second * r_between
    middle = (r_first + r_second) / 2
    below = 2 * k * (n - 1) / (n - 3) + middle**2 * (1 - r_between) ** 3
    if not below > 0:
        return math.nan, math.nan
    from scipy.special import stdtr

    t = (r_first - r_second) * math.sqrt((n - 1) * (1 + r_between) / below)
    return t, 2 * float(stdtr(n - 3, -abs(t)))


def score_differences(
    people: Floats,
    scores: Sequence[ScoreDraws],
    names: tuple[str, ...],
    systems: Ints,
    *,
    level: float,
) -> list[ScoreDifference]:
    """The first score less each other one, by Pearson, Spearman and people's choices.

    `people` and the scores have the same draws; `systems` says which systems each draw has.
    """
    first, *others = scores
    drawn = np.take_along_axis(people, systems, axis=1)
    found: list[ScoreDifference] = []
    for measure, correlation in ((PEARSON, pearson), (SPEARMAN, spearman)):
        own, *theirs = (
            correlation(np.take_along_axis(one.values, systems, axis=1), drawn)[:, None]
            for one in scores
        )
        rows = [
            _difference(measure, own, their, _tested(measure, people, first, other), level)
            for other, their in zip(others, theirs, strict=True)
        ]
        found += _corrected(first.name, others, names, rows)
    rows = [
        _difference(SENTENCE_ACCURACY, first.choices, other.choices, None, level)
        for other in others
    ]
    return found + _corrected(first.name, others, names, rows)


def _tested(measure: str, people: Floats, first: ScoreDraws, other: ScoreDraws) -> float | None:
    """The p-value of Williams' test, which is for Pearson's correlation."""
    if measure != PEARSON:
        return None
    mine, theirs, human = first.values[0], other.values[0], people[0]
    return williams(
        float(pearson(mine, human)),
        float(pearson(theirs, human)),
        float(pearson(mine, theirs)),
        len(human),
    )[1]


def _difference(
    name: str, first: Floats, second: Floats, p_value: float | None, level: float
) -> Difference:
    draws = first - second
    [figure] = figures_of_draws(draws, name, level=level)
    return Difference(
        float(first[0, 0]),
        float(second[0, 0]),
        name=name,
        interval=figure.interval,
        p_value=bootstrap_p_value(draws[1:, 0]) if p_value is None else p_value,
        test=BOOTSTRAP if p_value is None else WILLIAMS,
    )


def bootstrap_p_value(draws: Floats) -> float:
    """Twice the share of draws on the other side of zero, NaN where there are none.

    >>> bootstrap_p_value(np.array([0.2, 0.1, -0.1, 0.3] * 25))
    0.5148514851485149
    """
    known = draws[~np.isnan(draws)]
    if not len(known):
        return math.nan
    fewer = min(int(np.sum(known <= 0)), int(np.sum(known >= 0)))
    return min(1.0, 2 * (fewer + 1) / (len(known) + 1))


def _corrected(
    first: str,
    others: Sequence[ScoreDraws],
    names: tuple[str, ...],
    rows: Sequence[Difference],
) -> list[ScoreDifference]:
    corrected = holm_corrected([row.p_value for row in rows])
    return [
        ScoreDifference(first, other.name, names, row, p)
        for other, row, p in zip(others, rows, corrected, strict=True)
    ]


def difference_tables(differences: Sequence[ScoreDifference], level: float) -> Iterator[Table]:
    """One table per set of systems, with a row per measure and other score."""
    by_systems: dict[tuple[str, ...], list[ScoreDifference]] = {}
    for one in differences:
        by_systems.setdefault(one.systems, []).append(one)
    for systems, rows in by_systems.items():
        yield table(
            f"How much nearer to people {rows[0].score} is, {len(systems)} systems",
            ("than", "by", *figure_columns(["difference"], level), "p", "p, Holm", "test"),
            [_cells(row) for row in rows if row.difference.is_defined],
        )


def _cells(row: ScoreDifference) -> list[str]:
    figure = row.difference
    p_values = ("" if math.isnan(p) else f"{p:.2g}" for p in (figure.p_value, row.p_corrected))
    return [row.other, figure.name, *figure_cells([figure]), *p_values, figure.test]
