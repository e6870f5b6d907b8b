"""Samples by the name of a design: strata, sizes and the draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import numpy as np

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.key import Key
from solecism.numeric.arrays import Floats, Ints
from solecism.sample import design as designs
from solecism.sample.answers import answers
from solecism.sample.design import HEDGE, PILOT_HEDGE, Design
from solecism.sample.draw import Sample, draw
from solecism.sample.population import Population
from solecism.sample.recalibrate import recalibrated_rates
from solecism.site import Site

DesignName = Literal["paper", "two-strata", "score", "proportional", "verification", "exhaustive"]
DESIGNS: tuple[DesignName, ...] = (
    "paper",
    "two-strata",
    "score",
    "proportional",
    "verification",
    "exhaustive",
)


def take(
    population: Population,
    *,
    n: int | None,
    seed: int,
    design: DesignName = "paper",
    precision: float | None = None,
    recall: float | None = None,
    is_pilot: bool = False,
    places: Mapping[str, Site] | None = None,
) -> Sample:
    """A sample of n items of the population (all of them for "exhaustive").

    `precision` and `recall` are what one expects of the system, for two strata; its scores are
    asked where neither is given. A pilot goes half by size, half by expectation.
    """
    strata = _strata(population, design)
    if design == "exhaustive":
        sizes = strata.sizes
    else:
        known = {} if design == "score" else {"precision": precision, "recall": recall}
        rates = designs.expected_rates(strata, population, **known)
        hedge = PILOT_HEDGE if is_pilot else HEDGE
        sizes = _sizes(strata, design, _checked(n), rates, hedge=hedge)
    return draw(population, strata, sizes, name=design, seed=seed, places=places)


def take_after_pilot(
    population: Population,
    pilot: Key,
    judgments: Iterable[Judgment],
    *,
    n: int,
    seed: int,
    places: Mapping[str, Site] | None = None,
) -> Sample:
    """The rest of a sample of n items by score, allocated by the results of the pilot."""
    strata = _strata(population, "score")
    names = tuple(stratum.name for stratum in pilot.strata)
    sizes = tuple(stratum.n_population for stratum in pilot.strata)
    if names != strata.names or sizes != tuple(strata.sizes.tolist()):
        raise InputError(
            "the pilot's strata are not those of these flags. "
            "Draw the pilot by score from the same flags."
        )
    if n <= len(pilot.items):
        raise InputError(f"{n} items in all are not more than the pilot's {len(pilot.items)}.")
    rates = recalibrated_rates(population, strata, answers(pilot, judgments))
    least = np.array([pilot.n_sample[name] for name in names])
    wanted = designs.allocate_neyman(strata, n, rates=rates, least=least)
    return draw(population, strata, wanted, name="score", seed=seed, places=places, after=pilot)


def _checked(n: int | None) -> int:
    if n is None:
        raise InputError("say how many items to draw; only an exhaustive sample needs no number.")
    return n


def _strata(population: Population, design: DesignName) -> Design:
    if design == "score":
        return designs.score_strata(population)
    return designs.two_strata(population)


def _sizes(strata: Design, design: DesignName, n: int, rates: Floats, *, hedge: float) -> Ints:
    if design == "proportional":
        return designs.allocate_proportionally(strata, n)
    if design == "paper":
        return designs.allocate_as_the_paper(strata, n)
    if design == "verification":
        n_flagged = int(strata.sizes[strata.is_flagged].sum())
        if not n_flagged:
            raise InputError("verification judges flagged items, and there are none.")
        if n > n_flagged:
            raise InputError(f"a sample of {n} items is larger than the {n_flagged} flagged ones.")
        return designs.fill(strata.is_flagged.astype(float), strata.sizes, n)
    return designs.allocate_neyman(strata, n, rates=rates, hedge=hedge)
