"""TrueSkill of systems from comparisons, in many orders and resamples at once.

Herbrich, Minka and Graepel (2007), "TrueSkill: a Bayesian skill rating system", for matches of
two with draws; used for systems by Sakaguchi, Post and Van Durme (2014). A rating depends on the
order of the matches, so the value of a system is its mean over many orders. All of them are
updated together, step by step, which makes intervals affordable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from solecism.numeric.arrays import Bools, Floats, Ints
from solecism.rank.comparisons import FIRST, TIE, Comparisons
from solecism.rank.resample import Resamples

Progress = Callable[[int, int | None], None]
_STEPS_PER_PROGRESS = 500
_SMALLEST = 1e-12


@dataclass(frozen=True, slots=True)
class TrueSkill:
    """The constants: skills begin at 0 with deviation `sigma`, and results vary by `beta`.

    `tau` is how much skills drift between matches; systems do not change.
    """

    sigma: float = 0.5
    beta: float = 0.25
    tau: float = 0.0
    p_draw: float = 0.25
    n_matches: int = 10_000

    @property
    def margin(self) -> float:
        """The difference in performance below which a match is a draw."""
        return float(ndtri((self.p_draw + 1) / 2) * np.sqrt(2) * self.beta)


DEFAULT = TrueSkill()


def trueskill_draws(
    comparisons: Comparisons,
    places: Ints,
    resamples: Resamples,
    *,
    rng: np.random.Generator,
    constants: TrueSkill = DEFAULT,
    progress: Progress | None = None,
) -> Floats:
    """The skill of each system in each resample (draws x systems), each in an order of its own.

    Every draw plays `n_matches` comparisons, or as many as there are. Outputs that were shown as
    one are not compared. The first row is the mean over all other rows.
    """
    rows = np.flatnonzero(~comparisons.is_same)
    n_matches = min(constants.n_matches, len(rows))
    weights = resamples.cells(places[comparisons.sentence[rows]], comparisons.rater[rows])[1:]
    played = np.stack(
        [rows[rng.choice(len(rows), n_matches, p=row / row.sum())] for row in weights]
    )
    first, second = comparisons.first[played], comparisons.second[played]
    is_second = comparisons.outcome[played] == -FIRST
    winner, loser = np.where(is_second, second, first), np.where(is_second, first, second)
    is_draw = comparisons.outcome[played] == TIE
    ratings = Ratings(len(played), len(comparisons.systems), constants)
    for step in range(n_matches):
        ratings.play(winner[:, step], loser[:, step], is_draw[:, step])
        if progress is not None and step % _STEPS_PER_PROGRESS == 0:
            progress(step, n_matches)
    return np.vstack([ratings.mean.mean(axis=0), ratings.mean])


class Ratings:
    """The ratings of all systems in several independent runs."""

    def __init__(self, n_worlds: int, n_systems: int, constants: TrueSkill = DEFAULT) -> None:
        self.mean = np.zeros((n_worlds, n_systems))
        self.variance = np.full((n_worlds, n_systems), constants.sigma**2)
        self._constants = constants
        self._worlds = np.arange(n_worlds)

    def play(self, winner: Ints, loser: Ints, is_draw: Bools) -> None:
        """Update the ratings by one match per run; in a draw the order does not matter."""
        worlds, constants = self._worlds, self._constants
        variances = [self.variance[worlds, one] + constants.tau**2 for one in (winner, loser)]
        scale = np.sqrt(sum(variances) + 2 * constants.beta**2)
        t = (self.mean[worlds, winner] - self.mean[worlds, loser]) / scale
        margin = constants.margin / scale
        v, w = _win(t - margin)
        v_draw, w_draw = _draw(t, margin)
        v, w = np.where(is_draw, v_draw, v), np.where(is_draw, w_draw, w)
        for one, variance, sign in zip((winner, loser), variances, (1, -1), strict=True):
            self.mean[worlds, one] += sign * variance / scale * v
            self.variance[worlds, one] = variance * (1 - variance / scale**2 * w)


def _density(x: Floats) -> Floats:
    return np.asarray(np.exp(-x * x / 2) / np.sqrt(2 * np.pi))


def _win(x: Floats) -> tuple[Floats, Floats]:
    """How far a win moves the mean, and shrinks the variance, in units of the scale."""
    v = _density(x) / np.maximum(ndtr(x), _SMALLEST)
    return v, v * (v + x)


def _draw(t: Floats, margin: Floats) -> tuple[Floats, Floats]:
    """The same for a draw."""
    low, high = -margin - t, margin - t
    below, above = _density(low), _density(high)
    p = np.maximum(ndtr(high) - ndtr(low), _SMALLEST)
    v = (below - above) / p
    return v, v * v + (high * above - low * below) / p
