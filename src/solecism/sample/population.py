"""A population: every written word that a system decided about, as arrays.

Gaps, where a word may be missing, are left out. Systems say which gaps they flag, but hardly ever
which they pass: with the flagged gaps alone, recall would be of a population that has the hits at
gaps and not the misses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.flag import Flag
from solecism.numeric.arrays import Bools, Floats
from solecism.site import is_gap


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
