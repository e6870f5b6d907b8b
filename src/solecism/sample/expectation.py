"""Expectations about a corpus and a system before anything is judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from solecism.errors import InputError
from solecism.numeric.arrays import Floats
from solecism.sample.design import fill


@dataclass(frozen=True, slots=True, eq=False)
class SideModel:
    """The flagged or the other items: strata with their sizes and rates of errors."""

    sizes: Floats
    rates: Floats

    @property
    def n_population(self) -> int:
        """How many items this side has."""
        return round(float(self.sizes.sum()))

    @property
    def n_errors(self) -> float:
        """How many errors are expected on this side."""
        return float(self.sizes @ self.rates)

    @property
    def rate(self) -> float:
        """The share of errors on this side."""
        return self.n_errors / float(self.sizes.sum())

    def variance(self, n: int) -> float:
        """The variance of the estimated rate when n items are drawn by Neyman's allocation."""
        spread = self.rates * (1 - self.rates)
        whole = np.maximum(np.round(self.sizes), 1)
        drawn = np.array([float(n)])
        if len(whole) > 1:
            n = min(n, int(whole.sum()))
            drawn = np.maximum(fill(whole * np.sqrt(spread), whole, n), 0.5)
        unseen = np.maximum(self.sizes - drawn, 0) / np.maximum(self.sizes - 1, 1)
        return float(self.sizes**2 @ (spread / drawn * unseen)) / float(self.sizes.sum()) ** 2

    def grown(self, factor: float) -> SideModel:
        """The same rates in strata of other sizes."""
        return SideModel(self.sizes * factor, self.rates)

    def relative_variance(self, n: int) -> float:
        """The same over the squared rate: what it adds to the variance of recall's log-odds."""
        return self.variance(n) / self.rate**2


@dataclass(frozen=True, slots=True)
class Expectation:
    """`n_population` sites with a share of errors, and a system of this precision and recall.

    `auc` is how well its score separates errors from correct use, among flagged items and among
    the others: one half means not at all.
    """

    n_population: int
    error_rate: float
    precision: float
    recall: float
    auc: float = 0.9

    def __post_init__(self) -> None:
        shares = {
            "error rate": self.error_rate,
            "precision": self.precision,
            "recall": self.recall,
        }
        for name, share in shares.items():
            if not 0 < share < 1:
                raise InputError(f"an expected {name} of {share} is not between 0 and 1.")
        if not 0.5 <= self.auc < 1:
            raise InputError(f"an AUC of {self.auc} is not between 0.5 and 1.")
        if not 1 <= self.n_flagged < self.n_population:
            raise InputError(
                f"these rates mean {self.n_flagged} flagged items of {self.n_population}. "
                "Give a larger corpus or other rates."
            )

    @property
    def n_flagged(self) -> int:
        """How many items the system flags."""
        return round(self.n_population * self.error_rate * self.recall / self.precision)

    @property
    def missed_rate(self) -> float:
        """The share of errors among items that are not flagged."""
        errors = self.n_population * self.error_rate * (1 - self.recall)
        return min(errors / (self.n_population - self.n_flagged), 0.999)

    def whole(self) -> tuple[SideModel, SideModel]:
        """Flagged and other items, one stratum each."""
        n_other = self.n_population - self.n_flagged
        return (
            SideModel(np.array([float(self.n_flagged)]), np.array([self.precision])),
            SideModel(np.array([float(n_other)]), np.array([self.missed_rate])),
        )

    def by_score(self, *, n_flagged: int = 4, n_other: int = 12) -> tuple[SideModel, SideModel]:
        """The same divided by score, for scores that are normal with errors and without."""
        flagged, other = self.whole()
        return self._divided(flagged, n_flagged), self._divided(other, n_other)

    def _divided(self, side: SideModel, n_strata: int) -> SideModel:
        normal = NormalDist()
        shift = math.sqrt(2) * normal.inv_cdf(self.auc)
        grid = np.linspace(-6, 6 + shift, 2001)
        of_correct = np.diff([normal.cdf(score) for score in grid])
        of_errors = np.diff([normal.cdf(score - shift) for score in grid])
        errors = side.rate * of_errors
        density = errors + (1 - side.rate) * of_correct
        spread = np.sqrt(errors * (density - errors))
        middle = (np.cumsum(spread) - spread / 2) / spread.sum()
        part = np.minimum((middle * n_strata).astype(np.int64), n_strata - 1)
        sizes = np.bincount(part, weights=density, minlength=n_strata)
        n_errors = np.bincount(part, weights=errors, minlength=n_strata)
        return SideModel(sizes / sizes.sum() * side.n_population, n_errors / sizes)
