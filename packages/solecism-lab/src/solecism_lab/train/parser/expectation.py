"""Expected uses of split rules in trees whose unsplit symbols are known (Petrov et al. 2006).

Compiled loops: the steps of all trees in one row, children before parents. `starts` and
`sizes` say where the subsymbols of each node lie, `places` where the block of each step's rule
lies in `probs`.
"""

# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba gives no types to what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from solecism_lab.train.parser.derivations import BINARY, CHAIN, LEXICAL, STAY

# Sums may be taken in any order, several numbers at a time.
_FREE = {"reassoc", "contract"}


@njit(cache=True, fastmath=_FREE)
def inside(steps, starts, sizes, places, probs, values, scales):
    """The log likelihood; `values` of each node are divided by the greatest, kept in `scales`."""
    log_likelihood = 0.0
    for s in range(len(steps)):
        kind, node, left, right = steps[s, 0], steps[s, 1], steps[s, 2], steps[s, 3]
        p = places[s]
        here = values[starts[node] : starts[node] + sizes[node]]
        if kind == LEXICAL:
            here[:] = probs[p : p + len(here)]
        elif kind == STAY:
            here[:] = probs[p : p + len(here)] * values[starts[left] : starts[left] + len(here)]
        else:
            first = values[starts[left] : starts[left] + sizes[left]]
            if kind == CHAIN:
                _inside_chain(probs[p : p + len(here) * len(first)], first, here)
            else:
                second = values[starts[right] : starts[right] + sizes[right]]
                _inside_pair(probs, p, first, second, here)
        scales[s] = here.max()
        here /= scales[s]
        log_likelihood += np.log(scales[s])
    return log_likelihood


@njit(cache=True, fastmath=_FREE)
def _inside_chain(probs, below, here):
    for x in range(len(here)):
        here[x] = 0.0
        for y in range(len(below)):
            here[x] += probs[x * len(below) + y] * below[y]


@njit(cache=True, fastmath=_FREE)
def _inside_pair(probs, p, first, second, here):
    for x in range(len(here)):
        total = 0.0
        for y in range(len(first)):
            part = 0.0
            row = probs[p : p + len(second)]
            for z in range(len(second)):
                part += row[z] * second[z]
            p += len(second)
            total += part * first[y]
        here[x] = total


@njit(cache=True, fastmath=_FREE)
def outside(steps, starts, sizes, places, probs, values, scales, is_root, weights, outer, counts):
    """Add the expected uses of all rules to `counts`; outer @ values is the node's weight."""
    outer[:] = 0.0
    for s in range(len(steps) - 1, -1, -1):
        kind, node, left, right = steps[s, 0], steps[s, 1], steps[s, 2], steps[s, 3]
        a, b, p = starts[node], starts[left], places[s]
        here = outer[a : a + sizes[node]]
        if is_root[s]:
            here[0] = weights[s]
        if kind in (LEXICAL, STAY):
            counts[p : p + len(here)] += here * values[a : a + len(here)]
        if kind == STAY:
            outer[b : b + len(here)] = here * probs[p : p + len(here)] / scales[s]
        elif kind == CHAIN:
            ends = (values[b : b + sizes[left]], outer[b : b + sizes[left]])
            _outside_chain(probs, p, here / scales[s], ends, counts)
        elif kind == BINARY:
            c = starts[right]
            ends = (values[b : b + sizes[left]], outer[b : b + sizes[left]])
            others = (values[c : c + sizes[right]], outer[c : c + sizes[right]])
            _outside_pair(probs, p, here / scales[s], ends, others, counts)


@njit(cache=True, fastmath=_FREE)
def _outside_chain(probs, p, here, ends, counts):
    below, outer = ends
    for x in range(len(here)):
        for y in range(len(below)):
            used = here[x] * probs[p]
            outer[y] += used
            counts[p] += used * below[y]
            p += 1


@njit(cache=True, fastmath=_FREE)
def _outside_pair(probs, p, here, ends, others, counts):
    first, outer_first = ends
    second, outer_second = others
    n = len(second)
    for x in range(len(here)):
        if here[x] == 0.0:
            p += len(first) * n
            continue
        for y in range(len(first)):
            total = 0.0
            row, counted = probs[p : p + n], counts[p : p + n]
            for z in range(n):
                used = here[x] * row[z]
                total += used * second[z]
                outer_second[z] += used * first[y]
                counted[z] += used * first[y] * second[z]
            outer_first[y] += total
            p += n


@njit(cache=True, fastmath=_FREE)
def merge_losses(
    steps, node_symbols, weights, starts, sizes, values, outer, shares, sub_starts, losses
):
    """Add to `losses` the loss in log likelihood from merging each pair of subsymbols."""
    for s in range(steps.shape[0]):
        if steps[s, 0] == STAY:
            continue
        node = steps[s, 1]
        a, first, weight = starts[node], sub_starts[node_symbols[node]], weights[s]
        for x in range(0, sizes[node] - 1, 2):
            i1, i2 = values[a + x], values[a + x + 1]
            o1, o2 = outer[a + x] / weight, outer[a + x + 1] / weight
            w1, w2 = shares[first + x], shares[first + x + 1]
            merged = (w1 * i1 + w2 * i2) * (o1 + o2)
            kept = max(1.0 - i1 * o1 - i2 * o2 + merged, 1e-300)
            losses[first + x] -= weight * np.log(kept)
