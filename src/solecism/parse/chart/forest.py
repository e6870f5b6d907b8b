"""The likely phrases of a sentence, and the rules that combine them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.numeric.arrays import Bools, Floats, Floats32, Ints
from solecism.parse.chart.chart import Chart
from solecism.parse.grammar.grammar import Split
from solecism.parse.grammar.layout import ranges
from solecism.parse.grammar.tables import Tables

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


def forest(grammar: Tables, chart: Chart, root: int, *, threshold: float, loops: Any) -> Forest:
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
