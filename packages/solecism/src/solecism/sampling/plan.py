"""Planning of samples: from target half-widths to sample sizes, cost and expected intervals.

What is expected of a corpus and a system is stated before anything is judged. Precision is planned
by Wald's formula and recall by the delta method, Var(logit R) = (1-a)/(a n) + (1-b)/(b n'), both
with the finite-population correction (N - n)/(N - 1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import overload

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Interval, undefined_interval
from solecism.numeric import Floats
from solecism.sampling.strata import fill
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.quantiles import normal_quantile
from solecism.uncertainty.recall import mover_share


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


TOLERANCE = 0.10
# Trained raters judge 500 prepositions in four hours (paper 000, section 6).
SECONDS_PER_JUDGMENT = 4 * 3600 / 500
_PLAN_COLUMNS = (
    "design",
    "flagged",
    "other",
    "judgments",
    "cost",
    "hours",
    "precision",
    "+-",
    "recall",
    "+-",
)
DESIGNS = ("paper", "two strata", "score strata", "simple random", "verification", "exhaustive")


@dataclass(frozen=True, slots=True)
class Targets:
    """Half-widths to reach; `assurance` is the share of studies in which they should be reached
    to within a tenth; without it they are reached on average only."""

    precision: float | None = 0.03
    recall: float | None = 0.05
    level: float = DEFAULT_LEVEL
    assurance: float | None = None

    def __post_init__(self) -> None:
        for name, width in (("precision", self.precision), ("recall", self.recall)):
            if width is not None and not 0 < width < 1:
                raise InputError(
                    f"a half-width of {width} for {name} is not possible. Give one such as 0.05."
                )
        if self.assurance is not None and not 0.5 <= self.assurance < 1:
            raise InputError(f"an assurance of {self.assurance} is not between 0.5 and 1.")

    @property
    def deviation(self) -> float:
        """The standard deviations of bad luck for which each of two measures must allow."""
        if self.assurance is None:
            return 0.0
        n_measures = (self.precision is not None) + (self.recall is not None)
        return NormalDist().inv_cdf(1 - (1 - self.assurance) / max(n_measures, 1))

    def are_met(self, error: float, worst: float, target: float) -> bool:
        """Whether a standard error meets a target, and in the worst case to within a tenth."""
        z = normal_quantile(self.level)
        return z * error <= target and z * worst <= target * (1 + TOLERANCE)


@dataclass(frozen=True, slots=True)
class Plan:
    """A design with its sizes, its cost, its hours of work, and the intervals to expect."""

    design: str
    n_flagged: int
    n_other: int
    n_judgments: int
    cost: float
    hours: float
    precision: Interval
    recall: Interval


@dataclass(frozen=True, slots=True, repr=False)
class Plans(Sequence[Plan], Tabular):
    """The designs that reach some targets."""

    designs: tuple[Plan, ...]

    @overload
    def __getitem__(self, index: int) -> Plan: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Plan]: ...

    def __getitem__(self, index: int | slice) -> Plan | Sequence[Plan]:
        return self.designs[index]

    def __len__(self) -> int:
        return len(self.designs)

    def tables(self) -> Iterator[Table]:
        """One row per design."""
        yield table(
            "Designs",
            _PLAN_COLUMNS,
            [
                [
                    one.design,
                    str(one.n_flagged),
                    str(one.n_other),
                    str(one.n_judgments),
                    f"{one.cost:.2f}",
                    f"{one.hours:.1f}",
                    span(one.precision),
                    number(one.precision.half_width),
                    span(one.recall),
                    number(one.recall.half_width),
                ]
                for one in self.designs
            ],
        )


def plan(
    expected: Expectation,
    targets: Targets,
    *,
    n_raters: int = 1,
    price: float = 0.02,
    fee: float = 0.005,
    seconds: float = SECONDS_PER_JUDGMENT,
) -> Plans:
    """The designs that reach the targets, the paper's first.

    A judgment costs `price` and `fee` and takes so many `seconds`; every item gets `n_raters`.
    """
    if n_raters < 1 or price < 0 or fee < 0 or seconds < 0:
        raise InputError(
            "raters, price, fee and seconds must not be negative, and there must be a rater."
        )
    plans = []
    for design in DESIGNS:
        sizes = _sizes(design, expected, targets)
        if sizes is None:
            continue
        n = sum(sizes)
        precision, recall = expected_intervals(
            *_sides(design, expected), sizes, level=targets.level
        )
        plans.append(
            Plan(
                design,
                *sizes,
                n_judgments=n * n_raters,
                cost=n * n_raters * (price + fee),
                hours=n * n_raters * seconds / 3600,
                precision=precision,
                recall=recall,
            )
        )
    return Plans(tuple(plans))


def expected_intervals(
    flagged: SideModel, other: SideModel, sizes: tuple[int, int], *, level: float = DEFAULT_LEVEL
) -> tuple[Interval, Interval]:
    """The intervals of precision and recall to expect when so many items of each side are judged.

    >>> sides = SideModel(np.array([1000.0]), np.array([0.8])), SideModel(
    ...     np.array([9000.0]), np.array([0.3])
    ... )
    >>> [f"{interval:.3f}" for interval in expected_intervals(*sides, (750, 1500))]
    ['[0.785, 0.814]', '[0.216, 0.242]']
    """
    return (
        _precision_interval(flagged, other, sizes, level),
        _recall_interval(flagged, other, sizes, level),
    )


def two_strata_sizes(expected: Expectation, targets: Targets) -> tuple[int, int]:
    """How many flagged and other items to judge in all: the cheapest that reach both targets."""
    return _cheapest(*_sides("two strata", expected), targets)


def _sides(design: str, expected: Expectation) -> tuple[SideModel, SideModel]:
    return expected.by_score() if design == "score strata" else expected.whole()


def _sizes(design: str, expected: Expectation, targets: Targets) -> tuple[int, int] | None:
    flagged, other = _sides(design, expected)
    n_flagged, n_other = flagged.n_population, other.n_population
    if design == "exhaustive":
        return n_flagged, n_other
    if design == "verification":
        return (_least_flagged(flagged, targets), 0) if targets.precision else None
    if design in ("two strata", "score strata"):
        return _cheapest(flagged, other, targets)
    share = 1 / 3 if design == "paper" else n_flagged / (n_flagged + n_other)

    def split(n: int) -> tuple[int, int]:
        drawn = min(n_flagged, max(1, round(n * share)))
        return drawn, min(n_other, n - drawn)

    def is_enough(n: int) -> bool:
        drawn, drawn_other = split(n)
        is_precise = _is_precise(flagged, drawn, targets)
        return is_precise and _recalls(flagged, other, drawn, drawn_other, targets)

    return split(_least(is_enough, n_flagged + n_other))


def _cheapest(flagged: SideModel, other: SideModel, targets: Targets) -> tuple[int, int]:
    """The fewest flagged items for precision; more of them if that saves more other items."""
    least = _least_flagged(flagged, targets)
    best = flagged.n_population, other.n_population
    for n_flagged in _candidates(least, flagged.n_population):
        if n_flagged >= sum(best):
            break
        recalls = partial(_recalls, flagged, other, n_flagged, targets=targets)
        n_other = _least(recalls, other.n_population)
        if recalls(n_other) and n_flagged + n_other < sum(best):
            best = n_flagged, n_other
    return best


def _candidates(least: int, most: int) -> Iterator[int]:
    n = least
    while n < most:
        yield n
        n = max(n + 1, math.ceil(n * 1.05))
    yield most


def _least(is_enough: Callable[[int], bool], most: int) -> int:
    low, high = 1, max(1, most)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle + 1, high)
    return low


def _least_flagged(flagged: SideModel, targets: Targets) -> int:
    return _least(lambda n: _is_precise(flagged, n, targets), flagged.n_population)


def _is_precise(flagged: SideModel, n: int, targets: Targets) -> bool:
    """Whether n flagged items bring precision's half-width to its target."""
    if targets.precision is None:
        return n >= 1
    p, error = flagged.rate, math.sqrt(flagged.variance(n))
    bend = abs(1 - 2 * p) / (2 * p * (1 - p))
    # There may by chance be more flagged items than expected, and a smaller share of them drawn.
    grown = flagged.grown(1 + targets.deviation / math.sqrt(flagged.n_population))
    worst = math.sqrt(grown.variance(n)) * math.exp(targets.deviation * bend * error)
    return targets.are_met(error, worst, targets.precision)


def _recalls(
    flagged: SideModel, other: SideModel, n_flagged: int, n_other: int, targets: Targets
) -> bool:
    """Whether the sizes bring recall's half-width to its target."""
    if targets.recall is None:
        return True
    if n_other < 1:
        return False
    share = flagged.n_errors / (flagged.n_errors + other.n_errors)
    of_odds = math.sqrt(flagged.relative_variance(n_flagged) + other.relative_variance(n_other))
    error = share * (1 - share) * of_odds
    # With misses by chance few, recall looks better and its log-odds less sure: the half-width
    # R(1-R) sqrt(V) changes by the power 1 - 2R of the odds, and by a half more through V.
    # The corpus has by chance more or fewer hits and misses than expected, too.
    bend = max(abs(1.5 - 2 * share), 0.5)
    chance = math.sqrt(of_odds**2 + 1 / flagged.n_errors + 1 / other.n_errors)
    worst = error * math.exp(targets.deviation * bend * chance)
    return targets.are_met(error, worst, targets.recall)


def _precision_interval(
    flagged: SideModel, other: SideModel, sizes: tuple[int, int], level: float
) -> Interval:
    return _rate_interval(flagged, sizes[0], level)


def _recall_interval(
    flagged: SideModel, other: SideModel, sizes: tuple[int, int], level: float
) -> Interval:
    if not sizes[1]:
        return undefined_interval("no other item is judged", level=level)
    return mover_share(
        (flagged.rate, _rate_interval(flagged, sizes[0], level)),
        (other.rate, _rate_interval(other, sizes[1], level)),
        flagged.n_population,
        other.n_population,
    )


def _rate_interval(side: SideModel, n: int, level: float) -> Interval:
    variance = side.variance(n)
    n_effective = side.rate * (1 - side.rate) / variance if variance > 0 else np.inf
    return wilson_effective(side.rate, n_effective, quantile=normal_quantile(level), level=level)
