"""How far raters agree on which of two outputs is better: kappa on comparisons.

Two raters who both ranked two different outputs of a sentence make one pair of answers (first,
tie, second). As in the WMT evaluations, chance agreement comes from the answers of all raters
together. Weighted kappa counts better against worse as twice as far apart as a tie from either.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from solecism.figure import Figure, undefined_figure
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints
from solecism.rank.comparisons import Comparisons
from solecism.uncertainty.bootstrap import bootstrap

KAPPA, WEIGHTED, OBSERVED = "kappa", "weighted kappa", "agreement"
_N_ANSWERS = 3
_DISTANCE = np.abs(np.subtract.outer(np.arange(3), np.arange(3))) / 2


def agreement(
    comparisons: Comparisons,
    *,
    rng: np.random.Generator,
    n_draws: int = 1000,
    level: float = DEFAULT_LEVEL,
) -> dict[str, Figure]:
    """Observed agreement, kappa and weighted kappa, with intervals over sentences."""
    tables = _answer_pairs(comparisons)
    names = OBSERVED, KAPPA, WEIGHTED
    if not tables.sum():
        reason = "no two raters compared the same outputs"
        return {name: undefined_figure(name, reason, level=level) for name in names}
    draws = bootstrap(tables, _kappas, rng=rng, n_draws=n_draws)
    intervals = draws.intervals(level=level)
    return {
        name: Figure(float(value), name=name, interval=interval)
        for name, value, interval in zip(names, draws.estimate, intervals, strict=True)
    }


def _kappas(sums: Floats) -> Floats:
    """Observed agreement and both kappas, from flat tables of pairs of answers (draws x 9)."""
    joint = sums.reshape(-1, _N_ANSWERS, _N_ANSWERS)
    joint = joint / joint.sum(axis=(1, 2), keepdims=True)
    share = joint.sum(axis=1)
    chance = share[:, :, None] * share[:, None, :]
    figures = [np.trace(joint, axis1=1, axis2=2)]
    for distance in (1 - np.eye(_N_ANSWERS), _DISTANCE):
        figures.append(1 - (joint * distance).sum((1, 2)) / (chance * distance).sum((1, 2)))
    return np.column_stack(figures)


def _answer_pairs(comparisons: Comparisons) -> Floats:
    """Pairs of answers by two raters per sentence, both ways round (sentences x 9)."""
    tables = np.zeros((len(comparisons.sentences), _N_ANSWERS * _N_ANSWERS))
    different = ~comparisons.is_same
    keys = np.column_stack([comparisons.sentence, comparisons.first, comparisons.second])
    keys, raters = keys[different], comparisons.rater[different]
    answers = 1 - comparisons.outcome[different]
    order = np.lexsort((raters, *keys.T[::-1]))
    keys, raters, answers = keys[order], raters[order], answers[order]
    starts = np.flatnonzero(np.r_[True, (keys[1:] != keys[:-1]).any(axis=1), True])
    for start, end in pairwise(starts.tolist()):
        for one, other in _pairs(raters[start:end], answers[start:end]):
            for pair in (one * _N_ANSWERS + other, other * _N_ANSWERS + one):
                tables[keys[start, 0], pair] += 1
    return tables


def _pairs(raters: Ints, answers: Ints) -> Iterable[tuple[int, int]]:
    for place in range(1, len(raters)):
        for earlier in range(place):
            if raters[earlier] != raters[place]:
                yield int(answers[earlier]), int(answers[place])
