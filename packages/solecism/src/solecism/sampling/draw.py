"""Samples by the name of a design, drawn at once or after a pilot; and the answers to them.

After a pilot, the error rates expected in each stratum are a system's scores corrected by the
pilot's answers: Platt's (1999) logistic curve, P(error) = sigma(a + b logit(score)), with an
intercept for each of flagged and other items. A weak prior holds the slope near one half, between a
score that means what it says (1) and one that means nothing (0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from solecism import site as sites
from solecism.errors import InputError
from solecism.judgment import ERROR, MEANING, OK, Judgment
from solecism.numeric import Bools, Floats, Ints, expit, fit_logistic
from solecism.panel import panels
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.sampling import strata as designs
from solecism.sampling.strata import HEDGE, LATER_HEDGE, PILOT_HEDGE, Design, Population
from solecism.site import Site
from solecism.system.display_text import count


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample: `items` in random order, for raters, and the `key`, which they must not see."""

    items: tuple[Site, ...]
    key: Key

    def __str__(self) -> str:
        drawn = ", ".join(f"{n} {name}" for name, n in self.key.n_sample.items())
        left_out = gaps_left_out(self.key.n_gaps)
        return f"{count(len(self.items), 'item')} to judge; in all {drawn}{left_out}."


def gaps_left_out(n_gaps: int) -> str:
    """The end of a sentence about a sample: how many gaps are not in it, if there were any."""
    return f"; {count(n_gaps, 'gap')} left out, as samples are of written words" if n_gaps else ""


def draw(
    population: Population,
    design: Design,
    n_by_stratum: Ints,
    *,
    name: str,
    seed: int,
    places: Mapping[str, Site] | None = None,
    after: Key | None = None,
) -> Sample:
    """A sample drawn without replacement; the same seed gives the same sample.

    `places` are the sites with their text, by id. With `after`, the key of an earlier sample
    (a pilot), its items count as drawn: the new key has them all, the list only the new ones.
    """
    rng = np.random.default_rng(seed)
    row_of = {site: row for row, site in enumerate(population.sites)}
    earlier = _earlier_rows(after, row_of)
    is_new = np.ones(len(row_of), dtype=bool)
    is_new[earlier] = False
    had = np.bincount(design.stratum[earlier], minlength=len(design.names))
    chosen: list[int] = []
    for number, wanted in enumerate(np.asarray(n_by_stratum) - had):
        rows = np.flatnonzero((design.stratum == number) & is_new)
        if wanted > len(rows):
            raise InputError(
                f"{wanted} items are wanted, but {len(rows)} are left in {design.names[number]!r}."
            )
        chosen += rng.choice(rows, size=max(0, int(wanted)), replace=False).tolist()
    order = [chosen[index] for index in rng.permutation(len(chosen))]
    key = _key(population, design, [*earlier, *order], name=name, seed=seed)
    return Sample(tuple(located_site(population.sites[row], places) for row in order), key)


def _earlier_rows(after: Key | None, row_of: Mapping[str, int]) -> list[int]:
    rows = []
    for item in after.items if after else ():
        if item.site not in row_of:
            raise InputError(f"the earlier key has {item.site}, about which there is no flag.")
        rows.append(row_of[item.site])
    return rows


def _key(population: Population, design: Design, rows: list[int], *, name: str, seed: int) -> Key:
    has_scores = population.has_scores
    means = design.means(np.nan_to_num(population.score))
    strata = [
        Stratum(stratum, bool(flagged), int(size), float(mean) if has_scores else None)
        for stratum, flagged, size, mean in zip(
            design.names, design.is_flagged, design.sizes, means, strict=True
        )
    ]
    items = [
        KeyItem(
            population.sites[row],
            design.names[design.stratum[row]],
            float(population.score[row]) if has_scores else None,
        )
        for row in rows
    ]
    return Key(population.system, name, seed, tuple(strata), tuple(items), population.n_gaps)


def located_site(id: str, places: Mapping[str, Site] | None) -> Site:
    """The site with this id, with its text if the located sites are known."""
    if places is None:
        return sites.parse(id)
    if id not in places:
        raise InputError(f"{id} is not among the sites. Give the file in which they were located.")
    return places[id]


Reading = Literal["graded", "majority"]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """One row per judged item of the key: 1 for error, 0 for OK, NaN where a rater did not answer.

    `stratum` is the number of each row's stratum in the key, `n_unjudged` how many items of the
    key have no answer yet (or "unknown" ones only), `n_outside` how many judged sites the key
    does not have.
    """

    values: Floats
    stratum: Ints
    score: Floats
    n_unjudged: int
    n_outside: int = 0
    n_raters: int = 1

    @property
    def grades(self) -> Floats:
        """The share of raters who call each item an error."""
        is_there = ~np.isnan(self.values)
        return np.asarray(np.where(is_there, self.values, 0.0).sum(axis=1) / is_there.sum(axis=1))

    @property
    def has_several_raters(self) -> bool:
        """Whether any item has more than one answer."""
        return bool((~np.isnan(self.values)).sum(axis=1).max(initial=0) > 1)


def sample_answers(
    key: Key, judgments: Iterable[Judgment], *, reading: Reading = "graded"
) -> Answers:
    """The answers to the items of the key, as they are or each item's majority (a tie is half)."""
    panel = panels(judgments, labels=(ERROR, OK), meaning=MEANING).data
    row_of = {item.site: row for row, item in enumerate(key.items)}
    is_inside = np.array([site in row_of for site in panel.items], dtype=bool)
    if not is_inside.any():
        raise InputError(
            "none of the judgments is about an item of the key. "
            "Give the key that was written with this sample."
        )
    panel = panel.select(is_inside[panel.item])
    rows = np.array([row_of[site] for site in panel.items], dtype=np.int64)
    values = np.full((panel.n_items, panel.n_raters), np.nan)
    values[panel.item, panel.rater] = np.where(panel.answer == 0, 1.0, 0.0)
    number = {stratum.name: index for index, stratum in enumerate(key.strata)}
    stratum = np.array([number[item.stratum] for item in key.items], dtype=np.int64)
    score = np.array([item.score for item in key.items], dtype=np.float64)
    n_unjudged, n_outside = len(key.items) - len(rows), int(np.sum(~is_inside))
    given = Answers(values, stratum[rows], score[rows], n_unjudged, n_outside, panel.n_raters)
    return _majority_answers(given) if reading == "majority" else given


def _majority_answers(given: Answers) -> Answers:
    grades = given.grades
    values = np.where(grades == 0.5, 0.5, (grades > 0.5).astype(np.float64))
    return replace(given, values=values[:, None])


# Of the two intercepts, and of the slope.
_CENTRE, _PENALTY = (0.0, 0.0, 0.5), (0.05, 0.05, 2.0)
_EDGE = 1e-4


def recalibrated_rates(population: Population, design: Design, pilot: Answers) -> Floats:
    """The expected share of errors in each stratum, from scores corrected by the pilot.

    The pilot must have been drawn by the same design.
    """
    is_flagged = design.is_flagged[pilot.stratum]
    coefficients = fit_logistic(
        _features(pilot.score, is_flagged),
        pilot.grades,
        start=_CENTRE,
        centre=_CENTRE,
        penalty=_PENALTY,
    )
    linear = _features(population.score, population.is_flagged) @ coefficients
    return design.means(expit(linear))


def _features(score: Floats, is_flagged: Bools) -> Floats:
    p = np.clip(np.nan_to_num(score, nan=0.5), _EDGE, 1 - _EDGE)
    return np.column_stack([is_flagged, ~is_flagged, np.log(p / (1 - p))]).astype(np.float64)


DesignName = Literal["paper", "two-strata", "score", "proportional", "verification", "exhaustive"]
DESIGNS: tuple[DesignName, ...] = (
    "paper",
    "two-strata",
    "score",
    "proportional",
    "verification",
    "exhaustive",
)


def draw_by_design(
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
        sizes = _sizes(strata, design, _checked_size(n), rates, hedge=hedge)
    return draw(population, strata, sizes, name=design, seed=seed, places=places)


def draw_after_pilot(
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
    rates = recalibrated_rates(population, strata, sample_answers(pilot, judgments))
    least = np.array([pilot.n_sample[name] for name in names])
    wanted = designs.allocate_by_score(strata, n, rates=rates, least=least, hedge=LATER_HEDGE)
    return draw(population, strata, wanted, name="score", seed=seed, places=places, after=pilot)


def _checked_size(n: int | None) -> int:
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
    allocate = designs.allocate_by_score if design == "score" else designs.allocate_neyman
    return allocate(strata, n, rates=rates, hedge=hedge)
