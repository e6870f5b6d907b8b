"""The tree of the best edges of a forest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solecism.numeric.arrays import Ints
from solecism.parse.chart.forest import Forest
from solecism.parse.grammar.symbols import PART, Symbols
from solecism.tree import Leaf, Tree


def best_tree(forest: Forest, backs: Ints, symbols: Symbols, words: Sequence[str]) -> Tree:
    """The tree below the root, by the edge `backs` below each item (-1 above a word).

    Ancestors in the names of phrases are left out. No recursion: chains of parts are as long as
    the sentence.
    """
    first_chain = symbols.first_chain
    parents = np.flatnonzero(backs >= 0)
    edges = dict(zip(parents.tolist(), forest.edges[backs[parents]].tolist(), strict=True))
    item_symbols = forest.symbols.tolist()
    done: dict[int, list[Tree | Leaf]] = {}
    stack = [forest.root]
    while stack:
        item = stack[-1]
        kind, name = symbols.names[item_symbols[item]]
        if item not in edges:
            done[stack.pop()] = [Leaf(name, words[forest.words[item]])]
            continue
        block, _, left, right = edges[item]
        below = [left] if block >= len(symbols.rules) else [left, right]
        waiting = [child for child in below if child not in done]
        if waiting:
            stack.extend(waiting)
            continue
        children = [part for child in below for part in done[child]]
        if block >= first_chain:
            labels = (name, *symbols.chains[block - first_chain][1])
        else:
            labels = (name,) if block < len(symbols.rules) and kind != PART else ()
        done[stack.pop()] = _under(labels, children)
    return _only_tree(done[forest.root])


def _under(labels: tuple[str, ...], children: list[Tree | Leaf]) -> list[Tree | Leaf]:
    for label in reversed(labels):
        children = [Tree(label.split("^")[0], tuple(children))]
    return children


def _only_tree(nodes: list[Tree | Leaf]) -> Tree:
    (tree,) = nodes
    if isinstance(tree, Leaf):
        return Tree("", (tree,))
    return tree
