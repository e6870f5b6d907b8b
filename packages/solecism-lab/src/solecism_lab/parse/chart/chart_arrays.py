"""Charts computed with arrays; `chart` explains their contents.

All cells of one width at once. Gives what `chart_compiled` gives, slower, without numba.
"""

from __future__ import annotations

import numpy as np

from solecism.numeric import Floats, Ints
from solecism_lab.parse.chart.chart import NEGLIGIBLE, Chart
from solecism_lab.parse.grammar.lookup_tables import GrammarTables


def inside(words: Floats, grammar: GrammarTables, chart: Chart, beam: float) -> None:
    """Score the bottoms and tops of a sentence whose words have these scores for each tag."""
    n_words = len(words)
    by_pair, by_chain = _rule_matrix(grammar), _chain_matrix(grammar)
    chart.bottoms[:n_words] = words
    _finish_cells(grammar, by_chain, chart, slice(0, n_words), np.zeros(n_words), beam)
    for width in range(2, n_words + 1):
        lefts, rights = _children(chart, width)
        scales = chart.scales[lefts] + chart.scales[rights]
        greatest = np.where(chart.n_lefts[lefts] > 0, scales, -np.inf).max(axis=1)
        left_tops, right_tops, factors = _sides(chart, lefts, rights, greatest)
        meeting = np.matmul((left_tops * factors).transpose(0, 2, 1), right_tops)
        first = chart.firsts[width]
        cells = slice(first, first + len(lefts))
        sums = meeting.reshape(len(lefts), -1)[:, _pair_places(grammar)]
        chart.bottoms[cells] = sums @ by_pair
        _finish_cells(grammar, by_chain, chart, cells, greatest, beam)


def outside(grammar: GrammarTables, chart: Chart, root: int, threshold: float) -> None:
    """Mark the symbols of each cell with at least this posterior below a root.

    Nothing may be marked yet.
    """
    by_pair, by_chain = _rule_matrix(grammar), _chain_matrix(grammar)
    n_words, n_symbols = len(chart.firsts) - 2, len(grammar.stays)
    least = threshold * chart.tops[-1, root]
    chart.outer_tops[-1, root] = 1.0
    for width in range(n_words, 0, -1):
        first = chart.firsts[width]
        cells = slice(first, first + n_words - width + 1)
        below = _mark_cells(grammar, by_chain, chart, cells, least)
        if width == 1 or not below.any():
            continue
        flat = np.zeros((len(below), n_symbols * n_symbols))
        flat[:, _pair_places(grammar)] = below @ by_pair.T
        meeting = flat.reshape(len(below), n_symbols, n_symbols)
        lefts, rights = _children(chart, width)
        left_tops, right_tops, factors = _sides(chart, lefts, rights, chart.scales[cells])
        # No two splits of cells of one width share a left or a right child.
        to_left = np.matmul(right_tops * factors, meeting.transpose(0, 2, 1))
        to_right = np.matmul(left_tops * factors, meeting)
        chart.outer_tops[lefts] += to_left * (left_tops > 0)
        chart.outer_tops[rights] += to_right * (right_tops > 0)


def _finish_cells(
    grammar: GrammarTables,
    by_chain: Floats,
    chart: Chart,
    cells: slice,
    scales: Floats,
    beam: float,
) -> None:
    """Add chains above the bottoms, scale the cells, and mark the symbols to try."""
    bottoms = chart.bottoms[cells]
    tops = bottoms * grammar.stays + bottoms @ by_chain
    best = tops.max(axis=1, keepdims=True)
    merits = tops * grammar.priors
    tried = (tops > 0) & (merits >= beam * merits.max(axis=1, keepdims=True))
    with np.errstate(divide="ignore"):
        chart.scales[cells] = scales + np.log(best[:, 0])
    best[best == 0] = 1.0
    chart.bottoms[cells] = bottoms / best
    chart.tops[cells] = tops / best
    chart.tried[cells] = np.where(tried, chart.tops[cells], 0.0)
    chart.n_lefts[cells] = (tried & (np.diff(grammar.left_bounds) > 0)).sum(axis=1)


def _mark_cells(
    grammar: GrammarTables, by_chain: Floats, chart: Chart, cells: slice, least: float
) -> Floats:
    """The outer scores of the likely bottoms of cells, zero for others."""
    outer = chart.outer_tops[cells]
    is_likely = (outer > 0) & (outer * chart.tops[cells] >= least)
    kept = np.where(is_likely, outer, 0.0)
    below: Floats = kept * grammar.stays + kept @ by_chain.T
    is_likely_below = (below > 0) & (below * chart.bottoms[cells] >= least)
    chart.likely_tops[cells] = is_likely
    chart.likely_bottoms[cells] = is_likely_below
    chart.outer_bottoms[cells] = below
    return np.where(is_likely_below, below, 0.0)


def _children(chart: Chart, width: int) -> tuple[Ints, Ints]:
    """For each cell of a width (rows) and each place to split it, the two cells."""
    n_cells = len(chart.firsts) - 1 - width
    starts, splits = np.arange(n_cells)[:, None], np.arange(1, width)
    return chart.firsts[splits] + starts, chart.firsts[width - splits] + starts + splits


def _sides(
    chart: Chart, lefts: Ints, rights: Ints, scales: Floats
) -> tuple[Floats, Floats, Floats]:
    """The symbols to try on either side of each split, and the factors of the splits."""
    powers = (
        chart.scales[lefts]
        + chart.scales[rights]
        - np.where(scales > -np.inf, scales, 0.0)[:, None]
    )
    factors = np.exp(powers)
    return (
        chart.tried[lefts],
        chart.tried[rights],
        np.where(factors > NEGLIGIBLE, factors, 0.0)[:, :, None],
    )


def _pair_places(grammar: GrammarTables) -> Ints:
    """The index of each pair of children in a flattened square of symbols."""
    places = np.flatnonzero(grammar.pair_ids.ravel() >= 0)
    return places[np.argsort(grammar.pair_ids.ravel()[places])]


def _rule_matrix(grammar: GrammarTables) -> Floats:
    """Probabilities of rules, pairs of children by parents."""
    matrix = np.zeros((len(grammar.pair_bounds) - 1, len(grammar.stays)))
    matrix[grammar.rules[:, 3], grammar.rules[:, 0]] = grammar.rule_probs
    return matrix


def _chain_matrix(grammar: GrammarTables) -> Floats:
    """Probabilities of chains, bottoms by tops, summed over the symbols between them."""
    matrix = np.zeros((len(grammar.stays), len(grammar.stays)))
    np.add.at(matrix, (grammar.chains[:, 1], grammar.chains[:, 0]), grammar.chain_probs)
    return matrix
