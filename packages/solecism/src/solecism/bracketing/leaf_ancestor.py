"""The leaf-ancestor measure: how similar the paths from each word to the root are.

A lineage is the labels above a word, with a boundary symbol before the highest phrase that
begins with the word and one after the highest phrase that ends with it. Two lineages are
compared by edit distance in which replacing costs 2, over the length of both (Sampson &
Babarczy 2003). Tags of words are not part of a lineage, and Parseval's rules say what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from solecism.bracketing.brackets import Bracket, Rules
from solecism.bracketing.counts import BracketPair, bracket_pairs
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.tree import Tree

BEGINS, ENDS = "[", "]"
Lineage = tuple[str, ...]


def leaf_ancestor(
    gold: Iterable[Sentence], parsed: Iterable[Tree | None], *, rules: Rules | None = None
) -> Floats:
    """Per sentence the sum of its words' scores and their number, for its best gold tree."""
    rows = [
        max(map(_sums, of_golds), key=_mean)
        for _, of_golds in bracket_pairs(gold, parsed, rules=rules or Rules())
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 2)


def lineages(brackets: Sequence[Bracket], n_words: int) -> list[Lineage]:
    """The lineage of each word, from the word up, of brackets in pre-order.

    >>> lineages([("S", 0, 3), ("NP", 0, 2)], 3)
    [('NP', '[', 'S'), ('NP', ']', 'S'), ('S', ']')]
    """
    above: list[list[Bracket]] = [[] for _ in range(n_words)]
    for bracket in brackets:
        for place in range(bracket[1], bracket[2]):
            above[place].append(bracket)
    return [_lineage(ancestors, place) for place, ancestors in enumerate(above)]


@lru_cache(maxsize=100_000)
def similarity(one: Lineage, other: Lineage) -> float:
    """1 for equal lineages, 0 for lineages that have nothing in common.

    >>> similarity(("NP", "[", "S"), ("NP", "S"))
    0.8
    """
    if one == other:
        return 1.0
    best = [0] * (len(other) + 1)
    for label in one:
        diagonal = 0
        for place, label_of_other in enumerate(other, 1):
            above = best[place]
            best[place] = diagonal + 1 if label == label_of_other else max(above, best[place - 1])
            diagonal = above
    # With replacing at 2 the distance is what is not in the longest common subsequence.
    return 2 * best[-1] / (len(one) + len(other))


def _lineage(ancestors: Sequence[Bracket], place: int) -> Lineage:
    """`ancestors` from the root down: the first to begin or end here is the highest."""
    upwards: list[str] = []
    first = next((bracket for bracket in ancestors if bracket[1] == place), None)
    last = next((bracket for bracket in ancestors if bracket[2] == place + 1), None)
    for bracket in reversed(ancestors):
        if bracket is first:
            upwards.append(BEGINS)
        upwards.append(bracket[0])
        if bracket is last:
            upwards.append(ENDS)
    return tuple(upwards)


def _sums(pair: BracketPair) -> tuple[float, int]:
    if pair.state:
        return 0.0, pair.n_words
    pairs_of_lineages = zip(
        lineages(pair.gold, pair.n_words), lineages(pair.parsed, pair.n_words), strict=True
    )
    return sum(similarity(one, other) for one, other in pairs_of_lineages), pair.n_words


def _mean(sums: tuple[float, int]) -> float:
    return sums[0] / sums[1] if sums[1] else 1.0
