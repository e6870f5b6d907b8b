"""The rate of errors on one side of a corpus, among flagged or other items, from a sample of it.

The sum over strata is T = sum N_h y_h, with variance V = sum N_h^2 (1 - f_h) s2_h / n_h;
prediction-powered (Angelopoulos et al. 2023) it is T = sum N_h [y_h + lambda (score_population,h -
score_sample,h)], V with s2 of y - lambda score.

A stratum in which all answers agree has no variance of its own to go by. It gets that of a rate p:
what the answers in the other strata lead one to expect of it, but no more than 1 / (n + 1), where n
counts the answers of all strata that agree in the same way. What to expect is a logistic curve
through the other strata by their rank among the scores: logit p = a + b z, where z is the normal
quantile of the share of items with lower scores, and b is not below 0. So the scores need to be in
the right order, and may have any scale; no stratum is judged by its own answers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from solecism.errors import InputError
from solecism.figure import Interval, undefined_interval
from solecism.numeric import Floats, expit, fit_logistic
from solecism.sample_key import Key
from solecism.sampling.draw import Answers
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.quantiles import normal_quantile
from solecism.uncertainty.recall import Part

# Of the intercept and of the slope by the normal quantile of the rank.
_CENTRE, _PENALTY = (0.0, 1.0), (0.05, 1.0)


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

    def in_one_stratum(self, n: int, *, finite: bool) -> Side:
        """The same rate as a sample of so many items from all of this side would have it."""
        unseen = 1 - n / self.n_population if finite and self.n_population else 1.0
        n_effective = n / unseen if unseen else math.inf
        variance = self.rate * (1 - self.rate) / n_effective if n_effective else math.nan
        return Side(self.n_population, self.rate, variance, n_effective)

    def interval(self, level: float) -> Interval:
        """Wilson's interval for the rate, for as many items as the variance is worth."""
        if self.reason:
            return undefined_interval(self.reason, level=level)
        return wilson_effective(
            self.rate, self.n_effective, quantile=normal_quantile(level), level=level
        )


@dataclass(frozen=True, slots=True)
class _StratumAnswers:
    """One stratum: its population, its answers and scores, and the share of it not drawn."""

    n_population: int
    grades: Floats
    scores: Floats
    mean_score: float
    unseen: float

    @property
    def only_answer(self) -> float | None:
        """0 or 1 where all answers of the stratum are this one, else None."""
        first = float(self.grades[0])
        return first if first in (0.0, 1.0) and np.ptp(self.grades) == 0 else None

    def squared_error(self, variance: float) -> float:
        return self.n_population**2 * self.unseen * variance / len(self.grades)


def side(
    key: Key, answers: Answers, *, flagged: bool, finite: bool = True, powered: bool = False
) -> Side:
    """The flagged or the other side; `finite` is for this corpus, else for more of its kind."""
    cells = []
    n_population = sum(s.n_population for s in key.strata if s.is_flagged == flagged)
    grades = answers.grades
    for index, stratum in enumerate(key.strata):
        if stratum.is_flagged != flagged or not stratum.n_population:
            continue
        here = answers.stratum == index
        if not here.any():
            reason = f"no item of stratum {stratum.name!r} was judged"
            return Side(n_population, math.nan, math.nan, math.nan, reason=reason)
        cells.append(
            _StratumAnswers(
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


def _estimated(cells: list[_StratumAnswers], n_population: int, power: float) -> Side:
    total = squared_error = 0.0
    for cell in cells:
        total += cell.n_population * float(cell.grades.mean())
        if power:
            total += cell.n_population * power * (cell.mean_score - float(cell.scores.mean()))
    rate = min(max(total / n_population, 0.0), 1.0)
    for cell in cells:
        rest = cell.grades - power * cell.scores if power else cell.grades
        squared_error += cell.squared_error(_stratum_variance(rest, cell, cells))
    variance = squared_error / n_population**2
    heaviest = max(cell.n_population * cell.unseen / len(cell.grades) for cell in cells)
    n_effective = n_population / heaviest if heaviest else math.inf
    if variance > 0 and 0 < rate < 1:
        n_effective = rate * (1 - rate) / variance
    return Side(n_population, rate, variance, n_effective, tuple(map(_side_part, cells)))


def _stratum_variance(
    values: Floats, cell: _StratumAnswers, cells: Sequence[_StratumAnswers]
) -> float:
    """The variance of a stratum's values; with one stratum it is p(1-p), as in Wilson's interval.

    Where all answers of a stratum agree it is that of the rate that the others lead one to expect.
    """
    if len(cells) == 1:
        return float(np.var(values))
    spread = float(np.var(values, ddof=1)) if len(values) > 1 else 0.0
    answer = cell.only_answer
    if answer is None:
        return spread
    expected = _rate_by_others(cell, cells)
    n_alike = sum(len(other.grades) for other in cells if other.only_answer == answer)
    p = min(1 - expected if answer else expected, 1 / (n_alike + 1))
    return max(spread, p * (1 - p))


def _rate_by_others(cell: _StratumAnswers, cells: Sequence[_StratumAnswers]) -> float:
    """The rate of errors that the answers of the other strata lead one to expect of this one."""
    is_other = np.array([other is not cell for other in cells])
    hits = np.array([other.grades.sum() for other in cells])[is_other]
    n = np.array([len(other.grades) for other in cells], dtype=np.float64)[is_other]
    columns = np.column_stack([np.ones(len(cells)), _normal_ranks(cells)])
    intercept, slope = fit_logistic(
        columns[is_other], hits, trials=n, start=_CENTRE, centre=_CENTRE, penalty=_PENALTY
    )
    if not slope > 0 or math.isnan(cell.mean_score):
        return float((hits.sum() + 0.5) / (n.sum() + 1))
    return float(expit(columns[~is_other] @ np.array([intercept, slope]))[0])


def _normal_ranks(cells: Sequence[_StratumAnswers]) -> Floats:
    """For each stratum the normal quantile of the share of items with lower scores than it has.

    Of its own items half count, and so do half of those of strata with the same mean score.
    """
    size = np.array([cell.n_population for cell in cells], dtype=np.float64)
    score = np.array([cell.mean_score for cell in cells])
    below = (score[:, None] > score) + 0.5 * (score[:, None] == score)
    shares = np.maximum(below @ size, size / 2) / size.sum()
    return np.array([NormalDist().inv_cdf(share) for share in shares])


def _power(cells: list[_StratumAnswers]) -> float:
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


def _side_part(cell: _StratumAnswers) -> Part:
    """The stratum as counts, for methods that need whole errors."""
    return Part(round(float(cell.grades.sum())), len(cell.grades), cell.n_population)
