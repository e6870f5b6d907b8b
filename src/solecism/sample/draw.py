"""Drawing of a sample: items in random order, and the key with the stratum of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solecism import site as sites
from solecism.counted import count
from solecism.errors import InputError
from solecism.key import Key, KeyItem, Stratum
from solecism.numeric.arrays import Ints
from solecism.sample.design import Design
from solecism.sample.population import Population
from solecism.site import Site


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
    return Sample(tuple(place_of(population.sites[row], places) for row in order), key)


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


def place_of(id: str, places: Mapping[str, Site] | None) -> Site:
    """The site with this id, with its text if the located sites are known."""
    if places is None:
        return sites.parse(id)
    if id not in places:
        raise InputError(f"{id} is not among the sites. Give the file in which they were located.")
    return places[id]
