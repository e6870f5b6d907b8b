"""The compiled loops of the span parser's tagger: a linear classifier, from left to right."""

# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba gives no types to what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from solecism.parse.spans.loops import PADDING, _mix

# Views of a word: itself, its last three and last two letters, its shape.
N_VIEWS = 4
N_TAG_FEATURES = 22


@njit(cache=True)
def _tag_rows(views, at, previous, last_but_one, mask, rows):
    """Write the rows of the features of the word at a place, after the tags chosen so far."""
    word, ending, short_ending, shape = views[at]
    left, right = views[at - 1], views[at + 1]
    rows[0] = _mix(0, word)
    rows[1] = _mix(1, ending)
    rows[2] = _mix(2, short_ending)
    rows[3] = _mix(3, shape)
    rows[4] = _mix(_mix(4, left[0]), word)
    rows[5] = _mix(_mix(5, word), right[0])
    rows[6] = _mix(6, left[0])
    rows[7] = _mix(7, right[0])
    rows[8] = _mix(_mix(8, ending), left[0])
    rows[9] = _mix(_mix(9, ending), right[0])
    rows[10] = _mix(_mix(10, left[1]), ending)
    rows[11] = _mix(_mix(11, ending), right[1])
    rows[12] = _mix(_mix(12, views[at - 2][0]), left[0])
    rows[13] = _mix(_mix(13, right[0]), views[at + 2][0])
    rows[14] = _mix(_mix(14, previous), word)
    rows[15] = _mix(_mix(15, previous), ending)
    rows[16] = _mix(_mix(_mix(16, last_but_one), previous), word)
    rows[17] = _mix(_mix(_mix(17, previous), shape), right[1])
    rows[18] = _mix(_mix(18, last_but_one), previous)
    rows[19] = _mix(_mix(19, shape), ending)
    rows[20] = _mix(_mix(_mix(20, left[3]), shape), right[3])
    rows[21] = _mix(_mix(21, shape), word)
    for number in range(N_TAG_FEATURES):
        rows[number] &= mask


@njit(cache=True)
def _best_tag(weights, rows, totals):
    totals[:] = 0
    for row in rows:
        totals += weights[row]
    return totals.argmax()


@njit(cache=True)
def tag(views, weights):
    """The tags of the words, by their numbers."""
    n_words = len(views) - 2 * PADDING
    tags = np.empty(n_words, dtype=np.int64)
    rows = np.empty(N_TAG_FEATURES, dtype=np.int64)
    totals = np.empty(weights.shape[1], dtype=np.float32)
    previous, last_but_one = -1, -1
    for place in range(n_words):
        _tag_rows(views, place + PADDING, previous, last_but_one, len(weights) - 1, rows)
        tags[place] = _best_tag(weights, rows, totals)
        last_but_one, previous = previous, tags[place]
    return tags


@njit(cache=True)
def learn_tags(views, gold, time, weights, sums):
    """Tag the words, and move the weights towards the gold tags where the tags are wrong."""
    rows = np.empty(N_TAG_FEATURES, dtype=np.int64)
    totals = np.empty(weights.shape[1], dtype=np.float32)
    previous, last_but_one = -1, -1
    for place in range(len(gold)):
        _tag_rows(views, place + PADDING, previous, last_but_one, len(weights) - 1, rows)
        best = _best_tag(weights, rows, totals)
        right = gold[place]
        if best != right:
            for row in rows:
                weights[row, right] += 1
                sums[row, right] += time
                weights[row, best] -= 1
                sums[row, best] -= time
        last_but_one, previous = previous, best
