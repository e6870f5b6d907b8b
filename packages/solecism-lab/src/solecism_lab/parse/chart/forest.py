"""The likely phrases of a sentence, the rules that combine them, and the best tree of these.

The posteriors of several split grammars are combined into one product (Petrov 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.numeric import Bools, Floats, Floats32, Ints
from solecism.tree import Leaf, Tree
from solecism_lab.parse.chart.chart import Chart
from solecism_lab.parse.grammar.grammar import PART, Split, Symbols, ranges
from solecism_lab.parse.grammar.lookup_tables import GrammarTables

# A hundred thousand rules between subsymbols must fit a processor's cache.
Bytes = npt.NDArray[np.uint8]
# Sums in another order differ in their last digits, which must not decide between trees.
TIE = 1e-9


class Forest(NamedTuple):
    """Items, and the edges that make them, children before parents.

    `symbols` are the items' symbols, `words` the word that a tag stands over, else -1. A row of
    `edges` is the block of its rule, parent, first and second child. The item after the last
    stands in for the second child of a chain. Scores of an edge are multiplied by its factor,
    which keeps them from vanishing: those of words are divided by e to `word_scales`, those of
    the whole by e to `log_scale`. Edges between two `levels` do not need one another.
    """

    symbols: Ints
    words: Ints
    edges: Ints
    factors: Floats
    levels: Ints
    root: int
    word_scales: Floats
    log_scale: float


class SplitTables(NamedTuple):
    """A split grammar's rules without their zeros.

    Subsymbols of a symbol begin at `starts` and are `sizes` many. Entry e of a block lets its
    parent's subsymbol `parents[e]` have children `lefts[e]` and `rights[e]` with probability
    `probs[e]`; the entries of block b begin at `bounds[b]`.
    """

    starts: Ints
    sizes: Ints
    bounds: Ints
    parents: Bytes
    lefts: Bytes
    rights: Bytes
    probs: Floats32


class Posteriors(NamedTuple):
    """Posterior probabilities of edges and of words' tags (zero for other items)."""

    edges: Floats
    tags: Floats
    log_likelihood: float


def forest(
    grammar: GrammarTables, chart: Chart, root: int, *, threshold: float, loops: Any
) -> Forest:
    """The forest of the likely items of a chart, below a symbol that spans all words.

    Edges of two children have at least `threshold` of all trees.
    """
    least = threshold * chart.tops[-1, root]
    top_items = np.full(chart.tops.shape, -1, dtype=np.int64)
    bottom_items = np.full(chart.tops.shape, -1, dtype=np.int64)
    symbols = loops.number_items(grammar, chart, top_items, bottom_items)
    edges, factors, levels = loops.connect(
        grammar, chart, top_items, bottom_items, len(symbols), least
    )
    n_words = len(chart.firsts) - 2
    words = np.full(len(symbols), -1)
    of_words, tags = np.nonzero((bottom_items[:n_words] >= 0) & grammar.is_tag)
    words[bottom_items[of_words, tags]] = of_words
    return Forest(
        symbols=symbols,
        words=words,
        edges=edges,
        factors=factors,
        levels=levels,
        root=int(top_items[-1, root]),
        word_scales=chart.scales[:n_words],
        log_scale=float(chart.scales[-1]),
    )


def pruned(forest: Forest, kept: Bools) -> Forest:
    """The forest with some of its edges only."""
    return forest._replace(
        edges=forest.edges[kept],
        factors=forest.factors[kept],
        levels=np.concatenate(([0], np.cumsum(kept)))[forest.levels],
    )


def posteriors(
    forest: Forest, split: SplitTables, words: Sequence[Floats], *, loops: Any
) -> Posteriors | None:
    """Posteriors under a split grammar, given the words' scores; None if no tree is possible."""
    sizes = np.append(split.sizes[forest.symbols], 1)
    starts = np.cumsum(sizes) - sizes
    values, outer = np.zeros(sizes.sum()), np.zeros(sizes.sum())
    values[-1] = 1.0
    tags = np.flatnonzero(forest.words >= 0)
    within, of_tags = ranges(sizes[tags]), np.repeat(tags, sizes[tags])
    of_words = forest.words[of_tags]
    scores = np.array(words)[of_words, split.starts[forest.symbols[of_tags]] + within]
    values[starts[of_tags] + within] = scores * np.exp(-forest.word_scales[of_words])
    loops.inside(forest.edges, forest.factors, forest.levels, split, starts, values)
    root = slice(starts[forest.root], starts[forest.root + 1])
    total = values[root].sum()
    if not total > 0:
        return None
    outer[root] = 1 / total
    edge_posteriors = loops.outside(
        forest.edges, forest.factors, forest.levels, split, starts, values, outer
    )
    item_posteriors = np.add.reduceat(values * outer, starts)[:-1]
    return Posteriors(
        edges=edge_posteriors,
        tags=np.where(forest.words >= 0, item_posteriors, 0.0),
        log_likelihood=float(np.log(total) + forest.log_scale),
    )


def split_tables(split: Split) -> SplitTables:
    """The rules of a split grammar; a phrase without a chain keeps its subsymbol."""
    layout = split.layout
    blocks, parents, lefts, rights = layout.entries()
    stays = layout.block_symbols[blocks, 1] < 0
    kept = split.probs > 0
    return SplitTables(
        starts=layout.starts,
        sizes=layout.sizes,
        bounds=np.searchsorted(blocks[kept], np.arange(len(layout.offsets))),
        parents=parents[kept].astype(np.uint8),
        lefts=np.where(stays, parents, lefts)[kept].astype(np.uint8),
        rights=rights[kept].astype(np.uint8),
        probs=split.probs[kept].astype(np.float32),
    )


SplitWordScores = Sequence[Sequence[Floats]]
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
    scores: SplitWordScores,
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
    scores: SplitWordScores,
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
