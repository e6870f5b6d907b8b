"""What several splits think of a forest, made one: their posteriors multiplied (Petrov 2010)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from solecism.arrays import Floats
from solecism.parse.chart.forest import Forest, Judged, SplitTables, judge, pruned

WordScores = Sequence[Sequence[Floats]]
# What a split finds impossible is as unlikely as this where others are asked too.
_IMPOSSIBLE = 1e-12


class Agreed(NamedTuple):
    """A forest, the logarithms of how likely its edges and tags are, and the sentence's."""

    forest: Forest
    edges: Floats
    tags: Floats
    log_likelihood: float


def in_turn(
    forest: Forest,
    splits: Sequence[SplitTables],
    scores: WordScores,
    *,
    least_share: float,
    loops: Any,
) -> Agreed | None:
    """All count alike, and what one finds less likely than `least_share` the next do not see.

    None where one of them finds nothing.
    """
    judged: list[Judged] = []
    for split, of_words in zip(splits, scores, strict=True):
        opinion = judge(forest, split, of_words, loops=loops)
        if opinion is None:
            return None
        kept = opinion.edge_shares >= least_share
        forest = pruned(forest, kept)
        judged = [each._replace(edge_shares=each.edge_shares[kept]) for each in judged]
        judged.append(opinion._replace(edge_shares=opinion.edge_shares[kept]))
    with np.errstate(divide="ignore"):
        edges = np.log([opinion.edge_shares for opinion in judged]).sum(axis=0)
        tags = np.log([opinion.tag_shares for opinion in judged]).sum(axis=0)
    likelihoods = [opinion.log_likelihood for opinion in judged]
    mean = float(np.logaddexp.reduce(likelihoods) - np.log(len(likelihoods)))
    return Agreed(forest, edges, tags, mean)


def side_by_side(
    forest: Forest,
    splits: Sequence[SplitTables],
    scores: WordScores,
    *,
    weights: Sequence[float],
    loops: Any,
) -> Agreed | None:
    """Each counts by its weight, and none has a veto; None where none finds anything."""
    edges, tags = np.zeros(len(forest.edges)), np.zeros(len(forest.symbols))
    likelihoods = []
    for split, of_words, weight in zip(splits, scores, weights, strict=True):
        opinion = judge(forest, split, of_words, loops=loops)
        if opinion is None:
            edges += weight * np.log(_IMPOSSIBLE)
            tags += weight * np.log(_IMPOSSIBLE)
            continue
        edges += weight * np.log(opinion.edge_shares + _IMPOSSIBLE)
        tags += weight * np.log(opinion.tag_shares + _IMPOSSIBLE)
        likelihoods.append(opinion.log_likelihood + np.log(weight))
    if not likelihoods:
        return None
    tags[forest.words < 0] = -np.inf
    whole = float(np.logaddexp.reduce(likelihoods) - np.log(sum(weights)))
    return Agreed(forest, edges, tags, whole)
