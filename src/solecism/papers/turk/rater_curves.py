"""Curves of the majority of N raters against references, and how many raters match them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from solecism.agree.by_reference import by_reference
from solecism.agree.pairwise import pairwise
from solecism.agree.raters_needed import RatersNeeded, raters_needed
from solecism.agree.reliability import Reliability
from solecism.figure import Figure
from solecism.panel import Panel
from solecism.papers.page.plain import plain_figure

_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class ReferencePair:
    """Kappa of two references."""

    first: str
    second: str
    kappa: Figure


@dataclass(frozen=True, slots=True)
class RaterCurves:
    """Kappa of the majority of 1, 2, 3, ... raters with each reference, and their mean."""

    n_items: int
    n_raters: int
    pairs: list[ReferencePair]
    curves: dict[str, list[Figure]]
    mean: list[Figure]
    needed: list[RatersNeeded]


def rater_curves(panel: Panel, references: Sequence[str], *, seed: int) -> RaterCurves:
    """The curves of all raters who are not references, and the number that matches these."""
    drawing, resampling = np.random.default_rng(seed).spawn(2)
    found = by_reference(panel, references, rng=drawing)
    # The band of a mean is over references; with one of them, that of its draws says more.
    mean = found.mean if len(found.curves) > 1 else next(iter(found.curves.values()), [])
    experts = panel.of_raters(references) if len(references) > 1 else None
    pairs = [] if experts is None else list(pairwise(experts))
    return RaterCurves(
        panel.n_judged,
        panel.n_raters - len(references),
        [
            ReferencePair(one.table.first, one.table.second, plain_figure(one.kappa))
            for one in pairs
        ],
        {name: _kappas(curve) for name, curve in found.curves.items()},
        _kappas(mean),
        raters_needed(panel, references, rng=resampling),
    )


def _kappas(curve: Sequence[Reliability]) -> list[Figure]:
    """Kappa by number of raters, as far as nearly all items have so many answers."""
    least = _NEARLY_ALL * curve[0].n_items if curve else 0
    return [point.kappa for point in takewhile(lambda point: point.n_items >= least, curve)]
