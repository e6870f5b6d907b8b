"""Curves of the majority of N raters against references, and how many raters match them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.agree.by_reference import by_reference
from solecism.agree.pairwise import pairwise
from solecism.agree.raters_needed import RatersNeeded, raters_needed
from solecism.figure import Figure
from solecism.panel import Panel
from solecism.papers.page.plain import plain_figure


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
    experts = panel.of_raters(references) if len(references) > 1 else None
    pairs = [] if experts is None else list(pairwise(experts))
    return RaterCurves(
        panel.n_judged,
        panel.n_raters - len(references),
        [
            ReferencePair(one.table.first, one.table.second, plain_figure(one.kappa))
            for one in pairs
        ],
        {name: [point.kappa for point in curve] for name, curve in found.curves.items()},
        [point.kappa for point in found.mean],
        raters_needed(panel, references, rng=resampling),
    )
