"""Forests computed by compiled loops; `forest` explains their contents."""

# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba gives no types to what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from solecism_lab.parse.chart.forest import TIE

_FIRST_ROOM = 8192


def number_items(grammar, chart, top_items, bottom_items):
    """Number the likely tops and bottoms of all cells; return the symbols of the items.

    A symbol that is not a phrase has no chain above it: its top is its bottom.
    """
    symbols = np.empty(chart.likely_tops.sum() + chart.likely_bottoms.sum(), dtype=np.int64)
    return symbols[: _number_items(grammar, chart, top_items, bottom_items, symbols)]


@njit(cache=True)
def _number_items(grammar, chart, top_items, bottom_items, symbols):
    n_cells, n_symbols = top_items.shape
    n = 0
    for cell in range(n_cells):
        for s in range(n_symbols):
            if chart.likely_bottoms[cell, s]:
                bottom_items[cell, s] = n
                if chart.likely_tops[cell, s] and not grammar.is_phrase[s]:
                    top_items[cell, s] = n
                symbols[n] = s
                n += 1
        for s in range(n_symbols):
            if chart.likely_tops[cell, s] and grammar.is_phrase[s]:
                top_items[cell, s] = n
                symbols[n] = s
                n += 1
    return n


def connect(grammar, chart, top_items, bottom_items, n_items, least):
    """All edges between the items, their factors, and a single level, as they are used in order."""
    kept = np.empty(top_items.shape, dtype=np.uint16)
    n_kept = np.zeros(len(top_items), dtype=np.int64)
    _list_kept(top_items, kept, n_kept)
    room = _FIRST_ROOM
    while True:
        edges, factors = np.empty((room, 4), dtype=np.int64), np.ones(room)
        items = (top_items, bottom_items, kept, n_kept)
        done = _connect(grammar, chart, items, n_items, least, edges, factors)
        if done <= room:
            return edges[:done], factors[:done], np.array([0, done])
        room = done


@njit(cache=True)
def _connect(grammar, chart, items, none, least, edges, factors):
    """The number of edges; as many as the arrays have room for are filled in."""
    top_items, bottom_items, _, n_kept = items
    n_words = len(chart.firsts) - 2
    done = 0
    for width in range(1, n_words + 1):
        for i in range(n_words - width + 1):
            cell = chart.firsts[width] + i
            if n_kept[cell] == 0:
                continue
            for k in range(1, width):
                left, right = chart.firsts[k] + i, chart.firsts[width - k] + i + k
                if n_kept[left] and n_kept[right]:
                    cells = (left, right, cell)
                    done = _join(grammar, chart, items, cells, least, edges, factors, done)
            tops, bottoms = top_items[cell], bottom_items[cell]
            done = _lift(grammar, tops, bottoms, none, edges, factors, done)
    return done


@njit(cache=True)
def _list_kept(top_items, kept, n_kept):
    """List the symbols of each cell that have a top."""
    for cell in range(len(top_items)):
        for s in range(top_items.shape[1]):
            if top_items[cell, s] >= 0:
                kept[cell, n_kept[cell]] = s
                n_kept[cell] += 1


@njit(cache=True)
def _join(grammar, chart, items, cells, least, edges, factors, done):
    """Add edges of two adjacent children; those without room in the arrays are only counted."""
    top_items, bottom_items, kept, n_kept = items
    left, right, cell = cells
    factor = np.exp(chart.scales[left] + chart.scales[right] - chart.scales[cell])
    for a in range(n_kept[left]):
        b = kept[left, a]
        for d in range(n_kept[right]):
            c = kept[right, d]
            pair = grammar.pair_ids[b, c]
            if pair < 0:
                continue
            score = chart.tops[left, b] * chart.tops[right, c] * factor
            for at in range(grammar.pair_bounds[pair], grammar.pair_bounds[pair + 1]):
                rule = grammar.pair_rules[at]
                symbol = grammar.rules[rule, 0]
                share = chart.outer_bottoms[cell, symbol] * grammar.rule_probs[rule] * score
                if bottom_items[cell, symbol] >= 0 and share >= least:
                    if done < len(edges):
                        edges[done, 0], edges[done, 1] = rule, bottom_items[cell, symbol]
                        edges[done, 2], edges[done, 3] = top_items[left, b], top_items[right, c]
                        factors[done] = factor
                    done += 1
    return done


@njit(cache=True)
def _lift(grammar, tops, bottoms, none, edges, factors, done):
    """Add edges from bottoms to tops of a cell; those without room are only counted."""
    for s in range(len(tops)):
        if grammar.is_phrase[s] and tops[s] >= 0 and bottoms[s] >= 0:
            if done < len(edges):
                edges[done, 0], edges[done, 1] = grammar.stay_blocks[s], tops[s]
                edges[done, 2], edges[done, 3] = bottoms[s], none
                factors[done] = 1.0
            done += 1
    for c in range(len(grammar.chains)):
        top, bottom = tops[grammar.chains[c, 0]], bottoms[grammar.chains[c, 1]]
        if top >= 0 and bottom >= 0:
            if done < len(edges):
                edges[done, 0], edges[done, 1] = grammar.first_chain + c, top
                edges[done, 2], edges[done, 3] = bottom, none
                factors[done] = 1.0
            done += 1
    return done


@njit(cache=True)
def inside(edges, factors, levels, split, starts, values):
    """Add up the inside scores of all items' subsymbols."""
    for e in range(len(edges)):
        factor, first = factors[e], split.bounds[edges[e, 0]]
        here = values[starts[edges[e, 1]] :]
        left, right = values[starts[edges[e, 2]] :], values[starts[edges[e, 3]] :]
        parents, lefts = split.parents[first:], split.lefts[first:]
        rights, probs = split.rights[first:], split.probs[first:]
        for t in range(split.bounds[edges[e, 0] + 1] - first):
            here[parents[t]] += factor * probs[t] * left[lefts[t]] * right[rights[t]]


def outside(edges, factors, levels, split, starts, values, outer):
    """Add up the outside scores of all subsymbols; return the posterior of each edge."""
    shares = np.empty(len(edges))
    _outside(edges, factors, split, starts, values, outer, shares)
    return shares


@njit(cache=True)
def _outside(edges, factors, split, starts, values, outer, shares):
    for e in range(len(edges) - 1, -1, -1):
        factor, first = factors[e], split.bounds[edges[e, 0]]
        b, c = starts[edges[e, 2]], starts[edges[e, 3]]
        here, left, right = outer[starts[edges[e, 1]] :], values[b:], values[c:]
        outer_left, outer_right = outer[b:], outer[c:]
        parents, lefts = split.parents[first:], split.lefts[first:]
        rights, probs = split.rights[first:], split.probs[first:]
        share = 0.0
        for t in range(split.bounds[edges[e, 0] + 1] - first):
            y, z = lefts[t], rights[t]
            used = here[parents[t]] * probs[t] * factor
            outer_left[y] += used * right[z]
            outer_right[z] += used * left[y]
            share += used * left[y] * right[z]
        shares[e] = share


def best(edges, log_shares, scores):
    """The edge below each item (-1 for none) in the tree with the greatest product of posteriors.

    Of equal ones the first wins; a difference in the last digits is none.
    """
    backs = np.full(len(scores), -1)
    _best(edges, log_shares, scores, backs)
    return backs


@njit(cache=True)
def _best(edges, log_shares, scores, backs):
    for e in range(len(edges)):
        parent = edges[e, 1]
        score = log_shares[e] + scores[edges[e, 2]] + scores[edges[e, 3]]
        if score > scores[parent] + TIE:
            scores[parent], backs[parent] = score, e
