"""Charts computed by compiled loops; `chart` explains their contents."""

# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba gives no types to what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from solecism_lab.parse.chart.chart import NEGLIGIBLE


@njit(cache=True)
def inside(words, grammar, chart, beam):
    """Score the bottoms and tops of a sentence whose words have these scores for each tag."""
    n_words = len(words)
    sums = np.empty(len(grammar.pair_bounds) - 1)
    for width in range(1, n_words + 1):
        for i in range(n_words - width + 1):
            cell = chart.firsts[width] + i
            scale = 0.0
            if width == 1:
                for s in range(words.shape[1]):
                    chart.bottoms[cell, s] = words[i, s]
            else:
                scale = _sum_splits(grammar, chart, width, i, sums)
                if scale > -np.inf:
                    _apply_rules(grammar, sums, chart.bottoms[cell])
            _finish_cell(grammar, chart, cell, scale, beam)


@njit(cache=True)
def _clear(numbers):
    for place in range(len(numbers)):
        numbers[place] = 0.0


@njit(cache=True)
def _greatest_scale(chart, width, i):
    scale = -np.inf
    for k in range(1, width):
        left, right = chart.firsts[k] + i, chart.firsts[width - k] + i + k
        if chart.n_lefts[left]:
            scale = max(scale, chart.scales[left] + chart.scales[right])
    return scale


@njit(cache=True)
def _sum_splits(grammar, chart, width, i, sums):
    """Sum the scores of each pair of children over all split points; return the scale."""
    scale = _greatest_scale(chart, width, i)
    _clear(sums)
    for k in range(1, width):
        left, right = chart.firsts[k] + i, chart.firsts[width - k] + i + k
        factor = np.exp(chart.scales[left] + chart.scales[right] - scale)
        if not factor > NEGLIGIBLE:
            continue
        left_tops, right_tops = chart.tried[left], chart.tried[right]
        for a in range(chart.n_lefts[left]):
            b = chart.lefts[left, a]
            score = left_tops[b] * factor
            here = sums[grammar.left_bounds[b] : grammar.left_bounds[b + 1]]
            rights = grammar.pair_rights[grammar.left_bounds[b] :]
            for pair in range(len(here)):
                here[pair] += score * right_tops[rights[pair]]
    return scale


@njit(cache=True)
def _apply_rules(grammar, sums, bottom):
    for pair in range(len(sums)):
        score = sums[pair]
        if score > 0.0:
            for at in range(grammar.pair_bounds[pair], grammar.pair_bounds[pair + 1]):
                rule = grammar.pair_rules[at]
                bottom[grammar.rules[rule, 0]] += grammar.rule_probs[rule] * score


@njit(cache=True)
def _finish_cell(grammar, chart, cell, scale, beam):
    """Add chains above the bottom, scale the cell, and list the symbols to try."""
    bottom, top = chart.bottoms[cell], chart.tops[cell]
    for s in range(len(top)):
        top[s] = grammar.stays[s] * bottom[s]
    for c in range(len(grammar.chains)):
        score = bottom[grammar.chains[c, 1]]
        if score > 0.0:
            top[grammar.chains[c, 0]] += grammar.chain_probs[c] * score
    best, merit = 0.0, 0.0
    for s in range(len(top)):
        best = max(best, top[s])
        merit = max(merit, top[s] * grammar.priors[s])
    if best == 0.0:
        return
    chart.scales[cell] = scale + np.log(best)
    least = beam * merit
    for s in range(len(top)):
        is_tried = top[s] > 0.0 and top[s] * grammar.priors[s] >= least
        bottom[s] /= best
        top[s] /= best
        if is_tried:
            chart.tried[cell, s] = top[s]
            if grammar.left_bounds[s] < grammar.left_bounds[s + 1]:
                chart.lefts[cell, chart.n_lefts[cell]] = s
                chart.n_lefts[cell] += 1


@njit(cache=True)
def outside(grammar, chart, root, threshold):
    """Mark the symbols of each cell with at least this posterior below a root.

    Nothing may be marked yet. Loops stand where arrays would do, as they compile faster.
    """
    n_words = len(chart.firsts) - 2
    last = chart.firsts[n_words]
    least = threshold * chart.tops[last, root]
    chart.outer_tops[last, root] = 1.0
    sums = np.empty(len(grammar.pair_bounds) - 1)
    for width in range(n_words, 0, -1):
        for i in range(n_words - width + 1):
            cell = chart.firsts[width] + i
            if _mark_cell(grammar, chart, cell, least) and width > 1:
                _outer_pairs(grammar, chart.likely_bottoms[cell], chart.outer_bottoms[cell], sums)
                _outer_splits(grammar, chart, width, i, sums)


@njit(cache=True)
def _mark_cell(grammar, chart, cell, least):
    """Whether anything of the cell is likely; outer scores of its bottoms are filled in."""
    outer, likely_tops, likely_bottoms = (
        chart.outer_tops[cell],
        chart.likely_tops[cell],
        chart.likely_bottoms[cell],
    )
    below = chart.outer_bottoms[cell]
    is_any = False
    for s in range(len(outer)):
        if outer[s] > 0.0 and outer[s] * chart.tops[cell, s] >= least:
            likely_tops[s] = True
            is_any = True
            below[s] = outer[s] * grammar.stays[s]
    if not is_any:
        return False
    for c in range(len(grammar.chains)):
        top = grammar.chains[c, 0]
        if likely_tops[top]:
            below[grammar.chains[c, 1]] += outer[top] * grammar.chain_probs[c]
    for s in range(len(outer)):
        likely_bottoms[s] = below[s] > 0.0 and below[s] * chart.bottoms[cell, s] >= least
    return True


@njit(cache=True)
def _outer_pairs(grammar, likely_bottoms, outer, sums):
    _clear(sums)
    for parent in range(len(outer)):
        if likely_bottoms[parent]:
            for at in range(grammar.parent_bounds[parent], grammar.parent_bounds[parent + 1]):
                rule = grammar.parent_rules[at]
                sums[grammar.rules[rule, 3]] += grammar.rule_probs[rule] * outer[parent]


@njit(cache=True)
def _outer_splits(grammar, chart, width, i, sums):
    scale = chart.scales[chart.firsts[width] + i]
    for k in range(1, width):
        left, right = chart.firsts[k] + i, chart.firsts[width - k] + i + k
        factor = np.exp(chart.scales[left] + chart.scales[right] - scale)
        if not factor > NEGLIGIBLE:
            continue
        left_tops, right_tops = chart.tried[left], chart.tried[right]
        outer_rights = chart.outer_tops[right]
        for a in range(chart.n_lefts[left]):
            b = chart.lefts[left, a]
            score = left_tops[b] * factor
            total = 0.0
            here = sums[grammar.left_bounds[b] : grammar.left_bounds[b + 1]]
            rights = grammar.pair_rights[grammar.left_bounds[b] :]
            for pair in range(len(here)):
                c = rights[pair]
                if here[pair] > 0.0 and right_tops[c] > 0.0:
                    total += here[pair] * right_tops[c]
                    outer_rights[c] += here[pair] * score
            chart.outer_tops[left, b] += total * factor
