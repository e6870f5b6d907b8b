"""Every pair of several systems, compared by their edits against annotated text.

Intervals are of a paired bootstrap over sentences, p-values of stratified shuffling by sentence,
corrected by Holm's method for all pairs of systems that are compared in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from solecism.errors import InputError
from solecism.figure import PRECISION, RECALL, f_name
from solecism.interval import DEFAULT_LEVEL, Interval
from solecism.numeric.arrays import Floats
from solecism.score.edit_comparison import EditComparison, PairDifference
from solecism.score.edit_scores import Reference
from solecism.score.edits import (
    SystemEdits,
    checked_annotators,
    chosen_references,
    edit_counts,
    edit_statistic,
)
from solecism.score.errant import CORRECTION, Matching
from solecism.sentence import Sentence
from solecism.uncertainty.bootstrap import Statistic, bootstrap
from solecism.uncertainty.holm import holm
from solecism.uncertainty.shuffle import stratified_shuffle

N_DRAWS = 10_000
F = "F"


def compare_edits(
    systems: Mapping[str, SystemEdits],
    sentences: Sequence[Sentence],
    *,
    references: Sequence[Reference] = (),
    matching: Matching = CORRECTION,
    measures: Sequence[str] = (F,),
    beta: float = 0.5,
    n_draws: int = N_DRAWS,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> EditComparison:
    """All pairs of systems, whose edits are of the same sentences in the same order.

    The references are those of a score, and each system has the annotators that are best for it.
    `measures` are precision, recall and F.
    """
    names = checked_annotators(systems, sentences, beta)
    if len(systems) < 2:
        raise InputError(f"there is one system only, {next(iter(systems))}. Give at least two.")
    differences = []
    for reference in chosen_references(references, names):
        counts = [
            edit_counts(edits, sentences, names, reference=reference, matching=matching, beta=beta)
            for edits in systems.values()
        ]
        for name in _names(measures, beta):
            differences += _differences(
                name, reference, tuple(systems), counts, n_draws=n_draws, level=level, seed=seed
            )
    return EditComparison(tuple(systems), differences, len(sentences), names, matching, level)


def _names(measures: Sequence[str], beta: float) -> list[str]:
    for measure in measures:
        if measure not in (PRECISION, RECALL, F):
            raise InputError(f"there is no measure {measure!r}. Give precision, recall or F.")
    return [f_name(beta) if measure == F else measure for measure in dict.fromkeys(measures)]


def _differences(
    name: str,
    reference: Reference,
    systems: tuple[str, ...],
    counts: Sequence[Floats],
    *,
    n_draws: int,
    level: float,
    seed: int,
) -> list[PairDifference]:
    """All pairs by one measure: a family of tests."""
    measure = edit_statistic([name])

    def statistic(sums: Floats) -> Floats:
        return measure(sums)[:, 0]

    # Each pair has the same random numbers, so that it does not depend on the other systems.
    p_values = [
        stratified_shuffle(
            one, other, statistic, rng=np.random.default_rng(seed), n_draws=n_draws
        ).p_value
        for one, other in combinations(counts, 2)
    ]
    with np.errstate(invalid="ignore"):
        values = [float(statistic(each.sum(axis=0)[None])[0]) for each in counts]
    intervals = _intervals(counts, statistic, n_draws=n_draws, level=level, seed=seed)
    return [
        PairDifference(
            *pair_values,
            name=name,
            interval=interval,
            systems=pair,
            reference=reference,
            p_value=p,
            p_holm=corrected,
        )
        for pair, pair_values, interval, p, corrected in zip(
            combinations(systems, 2),
            combinations(values, 2),
            intervals,
            p_values,
            holm(p_values),
            strict=True,
        )
    ]


def _intervals(
    counts: Sequence[Floats], statistic: Statistic, *, n_draws: int, level: float, seed: int
) -> list[Interval]:
    """The intervals of all pairs, from the same resamples of sentences."""
    pairs = list(combinations(range(len(counts)), 2))

    def differences(sums: Floats) -> Floats:
        parts = np.split(sums, len(counts), axis=1)
        values = [statistic(part) for part in parts]
        return np.column_stack([values[one] - values[other] for one, other in pairs])

    rng = np.random.default_rng(seed)
    return bootstrap(np.hstack(counts), differences, rng=rng, n_draws=n_draws).intervals(
        level=level
    )
