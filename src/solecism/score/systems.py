"""Systems scored and compared by their flags: one call from flags and judgments to results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.arrays import Floats
from solecism.flag import Flag
from solecism.interval import DEFAULT_LEVEL
from solecism.panel import Panel
from solecism.score.bins import DEFAULT_EDGES, Bin, agreement_bins
from solecism.score.compare import BinDifference, Comparison, compare, compare_bins
from solecism.score.match import Match, match, only
from solecism.score.plain import Ties
from solecism.score.summary import Corrections, Summary, notes, summarise

# How probable an error is at each item of a panel.
ErrorModel = Callable[[Panel], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class SystemComparison:
    """Two systems on the same judgments, and what a reader has to know of the data."""

    comparison: Comparison
    notes: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class CorpusComparison:
    """Two systems on different judgments: their bins of agreement, and how kappa differs."""

    first: Match
    second: Match
    first_bins: list[Bin]
    second_bins: list[Bin]
    differences: list[BinDifference]


def score_systems(
    flags: Iterable[Flag],
    panel: Panel,
    *,
    kinds: Sequence[str] = (),
    control: Panel | None = None,
    error_models: Mapping[str, ErrorModel] | None = None,
    each_rater: bool = False,
    raters: Sequence[str] = (),
    edges: Sequence[float] = DEFAULT_EDGES,
    curve: bool = False,
    ties: Ties = "half",
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> list[Summary]:
    """One summary per system that the flags are by.

    With `control`, the raters' answers to control items, or with `error_models` of the raters by
    name, the truth behind the answers is estimated as well.
    """
    summaries = []
    for each in match(flags, panel):
        chosen = each.of_kinds(kinds) if kinds else each
        models = error_models or {}
        corrections = Corrections(
            gold=control, p_error={name: model(chosen.panel) for name, model in models.items()}
        )
        summaries.append(
            summarise(
                chosen,
                each_rater=each_rater,
                raters=raters,
                edges=edges,
                curve=curve,
                corrections=corrections,
                ties=ties,
                level=level,
                seed=seed,
            )
        )
    return summaries


def compare_systems(
    first: Iterable[Flag],
    second: Iterable[Flag],
    panel: Panel,
    *,
    systems: tuple[str | None, str | None] = (None, None),
    sources: tuple[str, str] = ("first", "second"),
    kinds: Sequence[str] = (),
    n_draws: int = 10_000,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> SystemComparison:
    """Two systems on the same judgments.

    `systems` names them where flags are by several; `sources` tells two of one name apart.
    """
    one, other = _pair((first, second), (panel, panel), systems, sources, kinds)
    comparison = compare(one, other, rng=np.random.default_rng(seed), n_draws=n_draws, level=level)
    return SystemComparison(comparison, [*notes(one), *notes(other)])


def compare_corpora(
    first: Iterable[Flag],
    second: Iterable[Flag],
    panels: tuple[Panel, Panel],
    *,
    systems: tuple[str | None, str | None] = (None, None),
    sources: tuple[str, str] = ("first", "second"),
    kinds: Sequence[str] = (),
    edges: Sequence[float] = DEFAULT_EDGES,
    level: float = DEFAULT_LEVEL,
) -> CorpusComparison:
    """Two systems, each on its own judgments, by kappa in bins of agreement."""
    one, other = _pair((first, second), panels, systems, sources, kinds)
    bins, other_bins = (agreement_bins(each, edges=edges, level=level) for each in (one, other))
    return CorpusComparison(one, other, bins, other_bins, compare_bins(bins, other_bins))


def _pair(
    flags: tuple[Iterable[Flag], Iterable[Flag]],
    panels: tuple[Panel, Panel],
    systems: tuple[str | None, str | None],
    sources: tuple[str, str],
    kinds: Sequence[str],
) -> tuple[Match, Match]:
    """The matches of two systems, under different names."""
    one, other = (
        only(match(each, panel), system=system)
        for each, panel, system in zip(flags, panels, systems, strict=True)
    )
    if kinds:
        one, other = one.of_kinds(kinds), other.of_kinds(kinds)
    if one.system == other.system:
        name = one.system
        one = replace(one, system=f"{name} ({sources[0]})")
        other = replace(other, system=f"{name} ({sources[1]})")
    return one, other
