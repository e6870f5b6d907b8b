"""The figures of Parseval, as EVALB prints them, with intervals for other sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.arrays import Floats
from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.parse.parseval.counts import BracketCounts
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.shuffle import paired_bootstrap, stratified_shuffle

RECALL, PRECISION, F = "recall", "precision", "F"
COMPLETE, CROSSING, NO_CROSSING = "complete match", "crossing", "no crossing"
FEW_CROSSING, TAGS, LEAF_ANCESTOR = "2 or less crossing", "right tags", "leaf-ancestor"
FIGURES = (
    RECALL,
    PRECISION,
    F,
    COMPLETE,
    CROSSING,
    NO_CROSSING,
    FEW_CROSSING,
    TAGS,
    LEAF_ANCESTOR,
)
N_DRAWS = 10_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A share, or a mean for crossing, and its interval; NaN where there is nothing to count."""

    value: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of some sentences, by name.

    `n_failed` counts parses that failed, `n_left_out` sentences that have no part in the figures.
    """

    n_sentences: int
    n_failed: int
    n_left_out: int
    values: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of two parses, first minus second.

    Its interval is by bootstrap over sentences, its p-value by stratified shuffling.
    """

    name: str
    first: float
    second: float
    difference: float
    interval: Interval
    p_value: float


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
        reason = undefined("there is no sentence", level=level)
        values = {name: Figure(float("nan"), reason) for name in FIGURES}
        return Figures(0, n_failed, n_left_out, values)
    draws = bootstrap(rows, ratios, rng=rng, n_draws=n_draws)
    values = {
        name: Figure(float(value), interval)
        for name, value, interval in zip(
            FIGURES, draws.estimate, draws.intervals(level=level), strict=True
        )
    }
    return Figures(len(counts), n_failed, n_left_out, values)


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
    """Each figure of two parses of the same sentences, first minus second."""
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
    """What figures are ratios of, one row a sentence; zeros for one that is not counted."""
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
    above = (matched, matched, 2 * matched, complete, crossing, none, few, right, lineage)
    below = (gold, tested, gold + tested, n, n, n, n, words, of)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.column_stack([one / other for one, other in zip(above, below, strict=True)])


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

    def figure(sums: Floats) -> Floats:
        return np.asarray(ratios(sums)[:, place])

    shuffled = stratified_shuffle(one, two, figure, rng=rng, n_draws=n_draws)
    draws = paired_bootstrap(one, two, figure, rng=rng, n_draws=min(n_draws, 2000))
    first, second = (float(figure(rows.sum(axis=0, keepdims=True))[0]) for rows in (one, two))
    interval = draws.interval(level=level)
    return Difference(name, first, second, first - second, interval, shuffled.p_value)
