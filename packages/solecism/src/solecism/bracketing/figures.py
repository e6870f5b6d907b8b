"""The figures of Parseval, as EVALB prints them, with intervals for other sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.bracketing.counts import BracketCounts
from solecism.errors import InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    F1,
    PRECISION,
    RECALL,
    Difference,
    Figure,
    ratio,
    undefined_figure,
)
from solecism.numeric import Floats
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.significance import SHUFFLING, paired_bootstrap, stratified_shuffle

COMPLETE, CROSSING, NO_CROSSING = "complete match", "crossing", "no crossing"
FEW_CROSSING, TAGS, LEAF_ANCESTOR = "2 or less crossing", "right tags", "leaf-ancestor"
FIGURES = (
    RECALL,
    PRECISION,
    F1,
    COMPLETE,
    CROSSING,
    NO_CROSSING,
    FEW_CROSSING,
    TAGS,
    LEAF_ANCESTOR,
)
N_DRAWS = 10_000


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of some sentences, by name: shares, and a mean for crossing.

    `n_failed` counts parses that failed, `n_left_out` sentences that have no part in the figures.
    """

    n_sentences: int
    n_failed: int
    n_left_out: int
    figures: dict[str, Figure]


def figures(
    counts: BracketCounts,
    *,
    rng: np.random.Generator,
    lineages: Floats | None = None,
    level: float = DEFAULT_LEVEL,
    n_draws: int = 2000,
) -> Figures:
    """All figures; `lineages` are the sums of `leaf_ancestor`, of the same sentences."""
    n_left_out = int(np.sum(~counts.is_counted))
    n_failed = sum(bool(state) for state in counts.states) - n_left_out
    rows = additive(counts, lineages)
    if not len(rows):
        nothing = "there is no sentence"
        by_name = {name: undefined_figure(name, nothing, level=level) for name in FIGURES}
        return Figures(0, n_failed, n_left_out, by_name)
    draws = bootstrap(rows, ratios, rng=rng, n_draws=n_draws)
    by_name = {
        name: Figure(value, name=name, interval=interval)
        for name, value, interval in zip(
            FIGURES, draws.estimate, draws.intervals(level=level), strict=True
        )
    }
    return Figures(len(counts), n_failed, n_left_out, by_name)


def differences(
    first: BracketCounts,
    second: BracketCounts,
    *,
    rng: np.random.Generator,
    lineages: tuple[Floats, Floats] | None = None,
    level: float = DEFAULT_LEVEL,
    n_draws: int = N_DRAWS,
    names: Sequence[str] = FIGURES,
) -> list[Difference]:
    """Each figure of two parses of the same sentences, first minus second.

    Intervals are by bootstrap over sentences, p-values by stratified shuffling.
    """
    if first.ids != second.ids:
        raise InputError("the two parses are of different sentences. Score the same ones.")
    one, two = (
        additive(counts, sums, keep_all=True)
        for counts, sums in zip((first, second), lineages or (None, None), strict=True)
    )
    chosen = [name for name in names if name != LEAF_ANCESTOR or lineages is not None]
    return [_difference(name, one, two, rng=rng, level=level, n_draws=n_draws) for name in chosen]


def additive(
    counts: BracketCounts, lineages: Floats | None = None, *, keep_all: bool = False
) -> Floats:
    """The counts that figures are ratios of, one row per sentence; zeros if it is not counted."""
    crossing = counts.column("crossing")
    matched, gold, tested = (counts.column(name) for name in ("matched", "gold", "tested"))
    columns = (
        matched,
        gold,
        tested,
        (matched == gold) & (gold == tested),
        crossing,
        crossing == 0,
        crossing <= 2,
        counts.column("right_tags"),
        counts.column("words"),
        np.ones(len(counts)),
        *(np.full((2, len(counts)), np.nan) if lineages is None else lineages.T),
    )
    rows = np.column_stack(columns).astype(np.float64)
    if keep_all:
        rows[~counts.is_counted] = 0.0
        return rows
    return np.asarray(rows[counts.is_counted])


def ratios(sums: Floats) -> Floats:
    """FIGURES, one column each, of sums of additive rows."""
    matched, gold, tested, complete, crossing, none, few, right, words, n, lineage, of = sums.T
    above = (complete, crossing, none, few, right, lineage)
    below = (n, n, n, n, words, of)
    with np.errstate(invalid="ignore", divide="ignore"):
        of_brackets = [ratio(name, matched, tested, gold) for name in (RECALL, PRECISION, F1)]
        others = [one / other for one, other in zip(above, below, strict=True)]
        return np.column_stack([*of_brackets, *others])


def _difference(
    name: str,
    one: Floats,
    two: Floats,
    *,
    rng: np.random.Generator,
    level: float,
    n_draws: int,
) -> Difference:
    place = FIGURES.index(name)

    def statistic(sums: Floats) -> Floats:
        return np.asarray(ratios(sums)[:, place])

    shuffled = stratified_shuffle(one, two, statistic, rng=rng, n_draws=n_draws)
    draws = paired_bootstrap(one, two, statistic, rng=rng, n_draws=min(n_draws, 2000))
    first, second = (float(statistic(rows.sum(axis=0, keepdims=True))[0]) for rows in (one, two))
    return Difference(
        first,
        second,
        name=name,
        interval=draws.interval(level=level),
        p_value=shuffled.p_value,
        test=SHUFFLING,
    )
