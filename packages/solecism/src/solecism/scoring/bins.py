"""Scores by agreement of raters: in bins of agreement, or from a level of agreement upwards.

Papers 002 (section 4.2) and 003 (section 5). Within a bin the reference is the majority; kappa
rather than precision where bins of different corpora, with different shares of errors, are
compared. A bin that holds only errors, none, or only ties has neither: they would be 1 (0, or .5)
and 0 for every system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, F05, F1, PRECISION, Figure, undefined_figure
from solecism.numeric import Floats
from solecism.scoring.against_raters import Ties, against_majority, majority_share
from solecism.scoring.match import WHOLE, Match
from solecism.scoring.score import KAPPA, Score, system_kappa

DEFAULT_EDGES = (0.5, 0.75, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Bin:
    """Sites with agreement from `low` up to `high`, which belongs to the last bin only."""

    low: float
    high: float
    n_items: int
    n_errors: float
    score: Score
    kappa: Figure

    @property
    def name(self) -> str:
        """The bin in per cent."""
        return f"{100 * self.low:g}-{100 * self.high:g}%"


def agreement_bins(
    match: Match,
    *,
    edges: Sequence[float] = DEFAULT_EDGES,
    kind: str = WHOLE,
    ties: Ties = "half",
    level: float = DEFAULT_LEVEL,
) -> list[Bin]:
    """Scores and kappa against the majority, bin by bin; sites outside all bins are left out."""
    check_edges(edges)
    agreement = match.agreement
    bins = []
    for low, high in pairwise(edges):
        below = agreement <= high if high == edges[-1] else agreement < high
        part = match.select((agreement >= low) & below)
        score = against_majority(part, kind=kind, ties=ties, level=level)
        bins.append(_bin(part, score, low, high, ties, level))
    return bins


def all_sites(
    match: Match, score: Score, *, ties: Ties = "half", level: float = DEFAULT_LEVEL
) -> Bin:
    """The bin of all sites, given their score against the majority."""
    return _bin(match, score, 0.5, 1.0, ties, level)


def agreement_curve(
    match: Match,
    *,
    thresholds: Sequence[float] | None = None,
    kind: str = WHOLE,
    ties: Ties = "half",
    level: float = DEFAULT_LEVEL,
) -> list[Bin]:
    """The same for sites with at least a given agreement, by default at each level that occurs."""
    agreement = match.agreement
    if thresholds is None:
        thresholds = np.unique(agreement).tolist()
    curve = []
    for low in thresholds:
        part = match.select(agreement >= low)
        score = against_majority(part, kind=kind, ties=ties, level=level)
        curve.append(_bin(part, score, low, 1.0, ties, level))
    return curve


def check_edges(edges: Sequence[float]) -> None:
    """Refuse edges that make no bins."""
    shown = "-".join(f"{100 * edge:g}" for edge in edges)
    if len(edges) < 2 or not all(low < high for low, high in pairwise(edges)):
        raise InputError(f"the bins {shown} do not increase. Give per cents such as 50-75-90-100.")
    if edges[0] < 0.5 or edges[-1] > 1:
        raise InputError(
            f"the bins {shown} are outside 50 to 100, the range of a majority's agreement."
        )


def _bin(match: Match, score: Score, low: float, high: float, ties: Ties, level: float) -> Bin:
    errors = majority_share(match.n_error, match.n_answers, ties=ties)
    kappa = system_kappa(match.is_flagged, errors, match.clusters, level=level)
    if match.n_items and (reason := _why_given(errors)):
        names = (PRECISION, F1, F05)
        known = {name: score.figures[name] for name in names if score.figures[name].is_defined}
        given = {name: undefined_figure(name, reason, level=level) for name in known}
        score = replace(score, figures={**score.figures, **given})
        kappa = undefined_figure(KAPPA, reason, level=level) if kappa.is_defined else kappa
    return Bin(low, high, match.n_items, float(errors.sum()), score, kappa)


def _why_given(errors: Floats) -> str:
    """Why precision and kappa are given before the system is known; empty if they are not."""
    if errors.min() == 1:
        return "all its sites are errors, so that no flag can be wrong"
    if not errors.any():
        return "none of its sites is an error, so that no flag can be right"
    if errors.min() == errors.max():
        return "raters are divided alike at all its sites, so that every flag counts the same"
    return ""
