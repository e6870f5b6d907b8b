"""The flagged or the other side of a corpus: its rate of errors, estimated over strata.

T = sum N_h y_h, V = sum N_h^2 (1 - f_h) s2_h / n_h; prediction-powered (Angelopoulos et al. 2023)
T = sum N_h [y_h + lambda (score_population,h - score_sample,h)], V with s2 of y - lambda score.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.interval import Interval, undefined
from solecism.key import Key
from solecism.numeric.arrays import Floats
from solecism.sample.answers import Answers
from solecism.uncertainty.interval import normal_quantile
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.recall import Part


@dataclass(frozen=True, slots=True)
class Side:
    """The estimated rate of errors and its variance; `reason` if they cannot be estimated."""

    n_population: int
    rate: float
    variance: float
    n_effective: float
    parts: tuple[Part, ...] = ()
    reason: str = ""

    @property
    def total(self) -> float:
        """The estimated number of errors on this side."""
        return self.n_population * self.rate if self.n_population else 0.0

    def interval(self, level: float) -> Interval:
        """Wilson's interval for the rate, for as many items as the variance is worth."""
        if self.reason:
            return undefined(self.reason, level=level)
        return wilson_effective(
            self.rate, self.n_effective, quantile=normal_quantile(level), level=level
        )


@dataclass(frozen=True, slots=True)
class _Cell:
    """One stratum: its population, its answers and scores, and the share of it not drawn."""

    n_population: int
    grades: Floats
    scores: Floats
    mean_score: float
    unseen: float

    def squared_error(self, variance: float) -> float:
        return self.n_population**2 * self.unseen * variance / len(self.grades)


def side(
    key: Key, answers: Answers, *, flagged: bool, finite: bool = True, powered: bool = False
) -> Side:
    """The flagged or the other side; `finite` is for this corpus, else for more of its kind."""
    cells = []
    n_population = sum(s.n_population for s in key.strata if s.is_flagged == flagged)
    grades = answers.grades
    for number, stratum in enumerate(key.strata):
        if stratum.is_flagged != flagged or not stratum.n_population:
            continue
        here = answers.stratum == number
        if not here.any():
            reason = f"no item of stratum {stratum.name!r} was judged"
            return Side(n_population, math.nan, math.nan, math.nan, reason=reason)
        cells.append(
            _Cell(
                stratum.n_population,
                grades[here],
                answers.score[here],
                math.nan if stratum.score is None else stratum.score,
                1 - int(here.sum()) / stratum.n_population if finite else 1.0,
            )
        )
    if not cells:
        reason = "there are no flagged items" if flagged else ""
        return Side(0, 0.0, 0.0, math.inf, reason=reason)
    return _estimated(cells, n_population, _power(cells) if powered else 0.0)


def _estimated(cells: list[_Cell], n_population: int, power: float) -> Side:
    total = squared_error = 0.0
    for cell in cells:
        total += cell.n_population * float(cell.grades.mean())
        if power:
            total += cell.n_population * power * (cell.mean_score - float(cell.scores.mean()))
    rate = min(max(total / n_population, 0.0), 1.0)
    for cell in cells:
        rest = cell.grades - power * cell.scores if power else cell.grades
        squared_error += cell.squared_error(_variance(rest, cell, rate, alone=len(cells) == 1))
    variance = squared_error / n_population**2
    heaviest = max(cell.n_population * cell.unseen / len(cell.grades) for cell in cells)
    n_effective = n_population / heaviest if heaviest else math.inf
    if variance > 0 and 0 < rate < 1:
        n_effective = rate * (1 - rate) / variance
    return Side(n_population, rate, variance, n_effective, tuple(map(_part, cells)))


def _variance(values: Floats, cell: _Cell, rate: float, *, alone: bool) -> float:
    """The variance of a stratum's values; with one stratum it is p(1-p), as in Wilson's interval.

    Where all answers of a stratum agree it is not zero, but that of the rate its scores (or the
    whole side) would lead one to expect, up to what so many equal answers leave likely.
    """
    if alone:
        return float(np.var(values))
    n = len(values)
    spread = float(np.var(values, ddof=1)) if n > 1 else 0.0
    if np.ptp(cell.grades) > 0 or 0 < cell.grades[0] < 1:
        return spread
    expected = rate if math.isnan(cell.mean_score) else cell.mean_score
    unlike = expected if cell.grades[0] == 0 else 1 - expected
    p = min(unlike, 1 / (n + 1))
    return max(spread, p * (1 - p))


def _power(cells: list[_Cell]) -> float:
    """The lambda that makes the variance smallest, between 0 (no use of scores) and 1."""
    together = alone = 0.0
    for cell in cells:
        if math.isnan(cell.mean_score) or np.isnan(cell.scores).any():
            raise InputError(
                "a prediction-powered estimate needs a score for every item of the key. "
                "Draw the sample from flags with confidences."
            )
        centred = cell.scores - cell.scores.mean()
        together += cell.squared_error(float(centred @ cell.grades) / len(centred))
        alone += cell.squared_error(float(centred @ centred) / len(centred))
    return min(max(together / alone, 0.0), 1.0) if alone > 0 else 0.0


def _part(cell: _Cell) -> Part:
    """The stratum as counts, for methods that need whole errors."""
    return Part(round(float(cell.grades.sum())), len(cell.grades), cell.n_population)
