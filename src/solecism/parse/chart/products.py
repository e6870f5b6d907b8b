"""The posteriors of several split grammars combined into one product (Petrov 2010)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from solecism.numeric.arrays import Floats
from solecism.parse.chart.forest import Forest, Posteriors, SplitTables, posteriors, pruned

WordScores = Sequence[Sequence[Floats]]
# The posterior of what one split finds impossible, where other splits have a say as well.
_IMPOSSIBLE = 1e-12


class CombinedPosteriors(NamedTuple):
    """A forest, the log posteriors of its edges and tags, and the sentence's log likelihood."""

    forest: Forest
    edges: Floats
    tags: Floats
    log_likelihood: float


def pruned_product(
    forest: Forest,
    splits: Sequence[SplitTables],
    scores: WordScores,
    *,
    least_share: float,
    loops: Any,
) -> CombinedPosteriors | None:
    """The product of the splits' posteriors, all with the same weight.

    Edges that a split gives a posterior below `least_share` are removed for the next splits.
    None if one of the splits has no tree.
    """
    of_splits: list[Posteriors] = []
    for split, of_words in zip(splits, scores, strict=True):
        latest = posteriors(forest, split, of_words, loops=loops)
        if latest is None:
            return None
        is_likely = latest.edges >= least_share
        forest = pruned(forest, is_likely)
        of_splits = [each._replace(edges=each.edges[is_likely]) for each in (*of_splits, latest)]
    with np.errstate(divide="ignore"):
        edges = np.log([each.edges for each in of_splits]).sum(axis=0)
        tags = np.log([each.tags for each in of_splits]).sum(axis=0)
    likelihoods = [each.log_likelihood for each in of_splits]
    mean = float(np.logaddexp.reduce(likelihoods) - np.log(len(likelihoods)))
    return CombinedPosteriors(forest, edges, tags, mean)


def weighted_product(
    forest: Forest,
    splits: Sequence[SplitTables],
    scores: WordScores,
    *,
    weights: Sequence[float],
    loops: Any,
) -> CombinedPosteriors | None:
    """The weighted product of the splits' posteriors; None if no split has a tree.

    What one split finds impossible is only unlikely, so that no split has a veto.
    """
    edges, tags = np.zeros(len(forest.edges)), np.zeros(len(forest.symbols))
    likelihoods = []
    for split, of_words, weight in zip(splits, scores, weights, strict=True):
        of_split = posteriors(forest, split, of_words, loops=loops)
        if of_split is None:
            edges += weight * np.log(_IMPOSSIBLE)
            tags += weight * np.log(_IMPOSSIBLE)
            continue
        edges += weight * np.log(of_split.edges + _IMPOSSIBLE)
        tags += weight * np.log(of_split.tags + _IMPOSSIBLE)
        likelihoods.append(of_split.log_likelihood + np.log(weight))
    if not likelihoods:
        return None
    tags[forest.words < 0] = -np.inf
    mean = float(np.logaddexp.reduce(likelihoods) - np.log(sum(weights)))
    return CombinedPosteriors(forest, edges, tags, mean)
