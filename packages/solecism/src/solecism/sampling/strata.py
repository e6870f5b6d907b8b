"""Sampling designs: the strata of a population, and how many items are drawn from each.

A population has every written word that a system decided about. Gaps, where a word may be missing,
are left out. Systems say which gaps they flag, but hardly ever which they pass: with the flagged
gaps alone, recall would be of a population that has the hits at gaps and not the misses.

The paper's design (000, section 6) has two strata, flagged and other, and draws twice as many of
the other items. Strata by score with Neyman's allocation (1934) draw where an error is neither sure
nor sure to be absent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from solecism.errors import InputError
from solecism.numeric import Bools, Floats, Ints
from solecism.site import Flag, is_gap


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """One row per site, in order of id, so that nothing depends on the order of a file.

    `score` is the flag's confidence, taken as how probable an error is at the site, whether it
    is flagged or not; NaN where the system gives none. `n_gaps` is how many gaps were left out.
    """

    system: str
    sites: tuple[str, ...]
    is_flagged: Bools
    score: Floats
    n_gaps: int = 0

    @property
    def has_scores(self) -> bool:
        """Whether every site has a score."""
        return not np.isnan(self.score).any()


def population(flags: Iterable[Flag], *, system: str | None = None) -> Population:
    """The population of one system's decisions, which must be named where there are several."""
    decisions: dict[str, Flag] = {}
    systems = set()
    for flag in flags:
        systems.add(flag.system)
        if system is not None and flag.system != system:
            continue
        if decisions.setdefault(flag.site, flag) is not flag:
            _check_one_system(systems, system)
            raise InputError(f"{flag.system} decides twice at {flag.site}. Keep one flag per site.")
    _check_one_system(systems, system)
    rows = [decisions[site] for site in sorted(decisions) if not is_gap(site)]
    n_gaps = len(decisions) - len(rows)
    if not rows:
        raise InputError(f"all {n_gaps} flags are in gaps, and samples are of written words alone.")
    return Population(
        system if system is not None else systems.pop(),
        tuple(flag.site for flag in rows),
        np.array([flag.error for flag in rows], dtype=bool),
        np.array([flag.confidence for flag in rows], dtype=np.float64),
        n_gaps,
    )


def _check_one_system(systems: set[str], system: str | None) -> None:
    if not systems:
        raise InputError("there are no flags to draw from.")
    names = ", ".join(sorted(systems))
    if system is None and len(systems) > 1:
        raise InputError(
            f"there are flags of {len(systems)} systems: {names}. Name the one to evaluate."
        )
    if system is not None and system not in systems:
        raise InputError(f"there is no flag of system {system!r}. There are {names}.")


Measure = Literal["precision", "recall"]
PAPER_SHARE_FLAGGED = 1 / 3
DEFAULT_PRECISION, DEFAULT_RECALL = 0.8, 0.3
# A score that is sure is wrong now and then; no stratum is left all but unseen.
_LEAST_RATE, _LEAST_DRAWN = 0.002, 5
# The shares of a sample that go by size alone: with scores of unknown scale, in a pilot, after it.
HEDGE, PILOT_HEDGE, LATER_HEDGE = 0.5, 2 / 3, 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Strata by name; `stratum[i]` is the number of the stratum of item i."""

    names: tuple[str, ...]
    is_flagged: Bools
    stratum: Ints

    @property
    def sizes(self) -> Ints:
        """The number of items in each stratum."""
        return np.bincount(self.stratum, minlength=len(self.names))

    def means(self, values: Floats) -> Floats:
        """The mean of a value over each stratum's items; no stratum is empty."""
        sums = np.bincount(self.stratum, weights=values, minlength=len(self.names))
        return np.asarray(sums / self.sizes)


def two_strata(population: Population) -> Design:
    """Two strata, flagged and other items: the sub-corpora of the paper."""
    return _design(population, np.zeros(len(population.sites), dtype=np.int64))


def score_strata(population: Population, *, n_flagged: int = 4, n_other: int = 12) -> Design:
    """Flagged and other items, each divided by score into parts of similar uncertainty.

    Ties stay together, so that scores without information give the two strata of the paper.
    """
    if not population.has_scores:
        raise InputError(
            "strata by score need a confidence for every flag. Use the paper's design instead."
        )
    part = np.zeros(len(population.sites), dtype=np.int64)
    for is_flagged, n_strata in ((True, n_flagged), (False, n_other)):
        here = population.is_flagged == is_flagged
        part[here] = _parts_by_score(population.score[here], n_strata)
    return _design(population, part)


def expected_rates(
    design: Design,
    population: Population,
    *,
    precision: float | None = None,
    recall: float | None = None,
) -> Floats:
    """The share of errors to expect in each stratum: its mean score or, where there are no scores
    or the system's precision or recall is given, what follows from these."""
    if population.has_scores and precision is None and recall is None:
        rates = design.means(population.score)
    else:
        p = _share("precision", DEFAULT_PRECISION if precision is None else precision)
        r = _share("recall", DEFAULT_RECALL if recall is None else recall)
        n_flagged = int(population.is_flagged.sum())
        n_other = max(len(population.sites) - n_flagged, 1)
        rates = np.where(design.is_flagged, p, p * n_flagged * (1 - r) / r / n_other)
    return np.clip(rates, _LEAST_RATE, 1 - _LEAST_RATE)


def allocate_proportionally(design: Design, n: int) -> Ints:
    """The sample sizes that draw the same share of every stratum."""
    return fill(design.sizes, design.sizes, n)


def allocate_as_the_paper(design: Design, n: int) -> Ints:
    """A third of the sample from flagged items, in proportion within flagged and others."""
    sizes = design.sizes
    weights = np.where(design.is_flagged, PAPER_SHARE_FLAGGED, 1 - PAPER_SHARE_FLAGGED)
    for is_flagged in (True, False):
        here = design.is_flagged == is_flagged
        weights[here] *= sizes[here] / max(1, sizes[here].sum())
    return fill(weights, sizes, n)


def allocate_neyman(
    design: Design,
    n: int,
    *,
    rates: ArrayLike,
    measure: Measure = "recall",
    least: ArrayLike | None = None,
    hedge: float = HEDGE,
) -> Ints:
    """The sizes that estimate recall (or precision) best at these expected rates of error.

    For recall the weight of a stratum is N_h s_h over the errors of its side, flagged or other,
    as Var(logit R) adds the two sides' squared relative errors. `hedge` is the share of the
    sample that goes by size within its side, should the expected rates be wrong.
    """
    p, sizes = np.asarray(rates, dtype=np.float64), design.sizes
    spread = sizes * np.sqrt(p * (1 - p))
    weights = np.zeros(len(sizes))
    for is_flagged in (True, False):
        here = design.is_flagged == is_flagged
        if here.any() and (is_flagged or measure == "recall"):
            errors = max(float(sizes[here] @ p[here]), 1e-9)
            own = spread[here] / errors
            even = own.sum() * sizes[here] / sizes[here].sum()
            weights[here] = (1 - hedge) * own + hedge * even
    floor = np.minimum(sizes, np.where(weights > 0, _LEAST_DRAWN, 0))
    if least is not None:
        floor = np.maximum(floor, np.asarray(least))
    return fill(weights, sizes, n, least=floor)


def allocate_by_score(
    design: Design,
    n: int,
    *,
    rates: ArrayLike,
    least: ArrayLike | None = None,
    hedge: float = HEDGE,
) -> Ints:
    """The sizes for strata by score: Neyman's for recall, with enough flagged items for precision.

    As many flagged items are drawn as the paper's design has, at least. Within its side no stratum
    does worse than the paper's design then, so that neither precision nor recall does.
    """
    sizes = allocate_neyman(design, n, rates=rates, least=least, hedge=hedge)
    wanted = int(allocate_as_the_paper(design, n)[design.is_flagged].sum())
    floor = np.zeros_like(sizes) if least is None else np.asarray(least)
    wanted = min(wanted, n - int(floor[~design.is_flagged].sum()))
    if sizes[design.is_flagged].sum() >= wanted:
        return sizes
    parts = np.zeros_like(sizes)
    for is_flagged, of_side in ((True, wanted), (False, n - wanted)):
        here = design.is_flagged == is_flagged
        side = Design(design.names, here, design.stratum)
        parts += here * allocate_neyman(
            side, of_side, rates=rates, measure="precision", least=floor * here, hedge=hedge
        )
    return parts


def fill(weights: ArrayLike, sizes: ArrayLike, n: int, *, least: ArrayLike | None = None) -> Ints:
    """Sample sizes in proportion to the weights, within the bounds of each stratum.

    >>> fill([1, 1, 2], [2, 100, 100], 20).tolist()
    [2, 6, 12]
    """
    shares, room = np.asarray(weights, dtype=np.float64), np.asarray(sizes, dtype=np.int64)
    floor = np.zeros_like(room) if least is None else np.asarray(least, dtype=np.int64)
    if n > room.sum():
        raise InputError(f"a sample of {n} items is larger than its population of {room.sum()}.")
    if n < 1:
        raise InputError(f"a sample of {n} items is empty. Draw at least 1.")
    floor = floor if floor.sum() <= n else np.zeros_like(room)
    exact = _between(shares, floor, room, n)
    whole = np.clip(np.floor(exact + 1e-9).astype(np.int64), floor, room)
    order = np.argsort(whole - exact, kind="stable")
    order = order[(whole < room)[order] & (shares > 0)[order]]
    left = n - int(whole.sum())
    whole[order[:left]] += 1
    return whole


def _between(shares: Floats, floor: Ints, room: Ints, n: int) -> Floats:
    """Real numbers floor <= x <= room in proportion to the shares, by bisection on the factor."""
    if float(room[shares > 0].sum()) + float(floor[shares <= 0].sum()) <= n:
        return np.where(shares > 0, room, floor).astype(np.float64)
    low, high = 0.0, float(n) / float(shares[shares > 0].min())
    for _ in range(64):
        middle = (low + high) / 2
        total = float(np.clip(middle * shares, floor, room).sum())
        low, high = (middle, high) if total < n else (low, middle)
    return np.clip(low * shares, floor, room)


def _design(population: Population, part: Ints) -> Design:
    code = np.where(population.is_flagged, 0, 1) * (part.max(initial=0) + 1) + part
    codes, stratum = np.unique(code, return_inverse=True)
    is_flagged = codes <= part.max(initial=0)
    names = []
    for flagged in (True, False):
        n_parts = int(np.sum(is_flagged == flagged))
        word = "flagged" if flagged else "other"
        names += [word] if n_parts == 1 else [f"{word} {number + 1}" for number in range(n_parts)]
    return Design(tuple(names), is_flagged, stratum.astype(np.int64))


def _share(name: str, value: float) -> float:
    if not 0 < value <= 1:
        raise InputError(f"an expected {name} of {value} is not a share above 0.")
    return value


def _parts_by_score(score: Floats, n_strata: int) -> Ints:
    """Which of n parts each score is in, cut where the sum of sqrt(p(1-p)) is a multiple."""
    if not len(score):
        return np.zeros(0, dtype=np.int64)
    values, inverse, counts = np.unique(score, return_inverse=True, return_counts=True)
    p = np.clip(values, _LEAST_RATE, 1 - _LEAST_RATE)
    spread = counts * np.sqrt(p * (1 - p))
    middle = (np.cumsum(spread) - spread / 2) / spread.sum()
    part = np.minimum((middle * n_strata).astype(np.int64), n_strata - 1)
    return np.asarray(part[inverse])
