"""Forests computed with arrays; `forest` explains their contents.

All edges that do not need one another at once. Gives what `forest_compiled` gives, slower,
without numba.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from solecism.numeric import Floats, Ints
from solecism_lab.parse.chart.chart import Chart
from solecism_lab.parse.chart.forest import TIE, SplitTables
from solecism_lab.parse.grammar.grammar import ranges
from solecism_lab.parse.grammar.lookup_tables import GrammarTables


def number_items(grammar: GrammarTables, chart: Chart, top_items: Ints, bottom_items: Ints) -> Ints:
    """Number the likely tops and bottoms of all cells; return the symbols of the items."""
    are_tops = chart.likely_tops & grammar.is_phrase
    is_item = np.stack((chart.likely_bottoms, are_tops), axis=1)
    numbers = (np.cumsum(is_item) - 1).reshape(is_item.shape)
    bottom_items[chart.likely_bottoms] = numbers[:, 0][chart.likely_bottoms]
    top_items[are_tops] = numbers[:, 1][are_tops]
    are_both = chart.likely_tops & chart.likely_bottoms & ~grammar.is_phrase
    top_items[are_both] = bottom_items[are_both]
    return np.nonzero(is_item)[2]


def connect(
    grammar: GrammarTables,
    chart: Chart,
    top_items: Ints,
    bottom_items: Ints,
    n_items: int,
    least: float,
) -> tuple[Ints, Floats, Ints]:
    """All edges between the items, their factors, and where the edges of each level begin."""
    n_words = len(chart.firsts) - 2
    edges, factors = [], []
    for width in range(1, n_words + 1):
        if width > 1:
            joined, of_joined = _join(grammar, chart, width, top_items, bottom_items, least)
            edges.append(joined)
            factors.append(of_joined)
        first = chart.firsts[width]
        cells = slice(first, first + n_words - width + 1)
        edges.append(_lift(grammar, top_items[cells], bottom_items[cells], n_items))
        factors.append(np.ones(len(edges[-1])))
    levels = np.cumsum([0, *map(len, edges)])
    return np.concatenate(edges), np.concatenate(factors), levels


def _join(
    grammar: GrammarTables,
    chart: Chart,
    width: int,
    top_items: Ints,
    bottom_items: Ints,
    least: float,
) -> tuple[Ints, Floats]:
    """Edges of two children for all cells of a width."""
    n_cells = len(chart.firsts) - 1 - width
    starts = np.repeat(np.arange(n_cells), width - 1)
    splits = np.tile(np.arange(1, width), n_cells)
    cells = chart.firsts[width] + starts
    lefts, rights = chart.firsts[splits] + starts, chart.firsts[width - splits] + starts + splits
    # A cell that nothing can be in has no items: what its factor is does not matter.
    is_there = np.isfinite(chart.scales[cells])
    powers = chart.scales[lefts] + chart.scales[rights]
    factors = np.exp(np.subtract(powers, chart.scales[cells], where=is_there, out=powers.copy()))
    meeting, left_items, left_symbols = _spread(top_items, lefts)
    again, right_items, right_symbols = _spread(top_items, rights[meeting])
    pairs = grammar.pair_ids[left_symbols[again], right_symbols]
    kept = np.flatnonzero(pairs >= 0)
    counts = np.diff(grammar.pair_bounds)[pairs[kept]]
    at = np.repeat(kept, counts)
    rules = grammar.pair_rules[np.repeat(grammar.pair_bounds[pairs[kept]], counts) + ranges(counts)]
    of_split = meeting[again[at]]
    symbols = grammar.rules[rules, 0]
    parents = bottom_items[cells[of_split], symbols]
    score = chart.tops[lefts[of_split], left_symbols[again[at]]] * factors[of_split]
    score *= chart.tops[rights[of_split], right_symbols[at]] * grammar.rule_probs[rules]
    likely = (parents >= 0) & (score * chart.outer_bottoms[cells[of_split], symbols] >= least)
    edges = np.column_stack((rules, parents, left_items[again[at]], right_items[at]))
    return edges[likely], factors[of_split][likely]


def _spread(items: Ints, cells: Ints) -> tuple[Ints, Ints, Ints]:
    """For all items in these cells: the place of the cell, the item and its symbol."""
    places, symbols = np.nonzero(items[cells] >= 0)
    return places, items[cells[places], symbols], symbols


def _lift(grammar: GrammarTables, tops: Ints, bottoms: Ints, none: int) -> Ints:
    """Edges from bottoms to tops of cells."""
    cells, symbols = np.nonzero((tops >= 0) & (bottoms >= 0) & grammar.is_phrase)
    stays = np.column_stack(
        (grammar.stay_blocks[symbols], tops[cells, symbols], bottoms[cells, symbols])
    )
    above, below = grammar.chains.T
    cells, chains = np.nonzero((tops[:, above] >= 0) & (bottoms[:, below] >= 0))
    lifted = np.column_stack(
        (grammar.first_chain + chains, tops[cells, above[chains]], bottoms[cells, below[chains]])
    )
    edges = np.concatenate((stays, lifted))
    return np.column_stack((edges, np.full(len(edges), none)))


def inside(
    edges: Ints, factors: Floats, levels: Ints, split: SplitTables, starts: Ints, values: Floats
) -> None:
    """Add up the inside scores of all items' subsymbols."""
    for begin, end in pairwise(levels):
        _, probs, parents, lefts, rights = _entries(
            edges[begin:end], factors[begin:end], split, starts
        )
        values += np.bincount(
            parents, weights=probs * values[lefts] * values[rights], minlength=len(values)
        )


def outside(
    edges: Ints,
    factors: Floats,
    levels: Ints,
    split: SplitTables,
    starts: Ints,
    values: Floats,
    outer: Floats,
) -> Floats:
    """Add up the outside scores of all subsymbols; return the posterior of each edge."""
    shares = np.zeros(len(edges))
    for begin, end in zip(levels[-2::-1], levels[:0:-1], strict=True):
        of_edges, probs, parents, lefts, rights = _entries(
            edges[begin:end], factors[begin:end], split, starts
        )
        used = outer[parents] * probs
        outer += np.bincount(lefts, weights=used * values[rights], minlength=len(outer))
        outer += np.bincount(rights, weights=used * values[lefts], minlength=len(outer))
        shares[begin:end] = np.bincount(
            of_edges, weights=used * values[lefts] * values[rights], minlength=end - begin
        )
    return shares


def _entries(
    edges: Ints, factors: Floats, split: SplitTables, starts: Ints
) -> tuple[Ints, Floats, Ints, Ints, Ints]:
    """Each edge between subsymbols: its edge, probability, and the places of all three."""
    blocks = edges[:, 0]
    counts = split.bounds[blocks + 1] - split.bounds[blocks]
    of_edges = np.repeat(np.arange(len(edges)), counts)
    at = np.repeat(split.bounds[blocks], counts) + ranges(counts)
    parents, lefts, rights = starts[edges[of_edges, 1:]].T
    return (
        of_edges,
        split.probs[at] * factors[of_edges],
        parents + split.parents[at],
        lefts + split.lefts[at],
        rights + split.rights[at],
    )


def best(edges: Ints, log_shares: Floats, scores: Floats) -> Ints:
    """The edge below each item (-1 for none) in the tree with the greatest product of posteriors.

    Of equal ones the first wins; a difference in the last digits is none.
    """
    backs = np.full(len(scores), -1)
    best_scores = scores.tolist()
    for number, ((_, parent, left, right), share) in enumerate(
        zip(edges.tolist(), log_shares.tolist(), strict=True)
    ):
        score = share + best_scores[left] + best_scores[right]
        if score > best_scores[parent] + TIE:
            best_scores[parent], backs[parent] = score, number
    scores[:] = best_scores
    return backs
