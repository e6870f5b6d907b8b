"""The compiled loops of the span parser and of its tagger: features, scores, trees and updates.

Features are hashed to rows of a table of weights, one column per label. What they look at: the
words and tags at the ends of a span, inside and outside, its length, and what is in it. The tagger
is a linear classifier, from left to right.
"""

from __future__ import annotations

import numpy as np
from numba import njit

# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba gives no types to what it compiles.


# Words and tags have this number of empty places on either side.
PADDING = 3
N_SPAN_FEATURES = 25
N_SPLIT_FEATURES = 9
_PRIME = 0x9E3779B1


@njit(cache=True, inline="always")
def _mix(h, value):
    h = (h ^ (value + 1)) * _PRIME
    return h ^ ((h >> 15) & 0x1FFFFFFFFFFFF)


@njit(cache=True, inline="always")
def _bucket(length):
    if length <= 5:
        return length
    if length <= 8:
        return 6
    if length <= 12:
        return 7
    if length <= 20:
        return 8
    return 9


@njit(cache=True)
def _span_rows(words, tags, counts, i, j, mask, rows):
    """Write the rows of the features of the span from i to j."""
    a, b = i + PADDING, j - 1 + PADDING
    before, after = a - 1, b + 1
    size = _bucket(j - i)
    w_first, w_last, w_before, w_after = words[a], words[b], words[before], words[after]
    t_first, t_last, t_before, t_after = tags[a], tags[b], tags[before], tags[after]
    t_second, t_last_but_one = tags[a + 1], tags[b - 1]
    n_verbs = min(2, counts[0, j] - counts[0, i])
    contents = (
        n_verbs * 8
        + min(1, counts[1, j] - counts[1, i]) * 4
        + min(1, counts[2, j] - counts[2, i]) * 2
        + min(1, counts[3, j] - counts[3, i])
    )
    shape = size
    if j - i <= 6:
        for place in range(a, b + 1):
            shape = _mix(shape, tags[place])
    else:
        shape = _mix(_mix(_mix(_mix(shape, t_first), t_second), t_last_but_one), t_last)
    rows[0] = _mix(_mix(_mix(0, t_first), t_last), size)
    rows[1] = _mix(_mix(1, w_first), size)
    rows[2] = _mix(_mix(2, w_last), size)
    rows[3] = _mix(_mix(3, w_before), size)
    rows[4] = _mix(_mix(4, w_after), size)
    rows[5] = _mix(_mix(_mix(5, t_before), t_first), t_second)
    rows[6] = _mix(_mix(_mix(6, t_last_but_one), t_last), t_after)
    rows[7] = _mix(_mix(_mix(7, t_before), t_after), size)
    rows[8] = _mix(_mix(_mix(_mix(8, t_before), t_first), t_last), t_after)
    rows[9] = _mix(_mix(_mix(9, w_first), w_last), size)
    rows[10] = _mix(_mix(_mix(10, w_before), w_after), t_first)
    rows[11] = _mix(_mix(_mix(11, w_first), t_after), contents)
    rows[12] = _mix(_mix(_mix(12, w_before), t_first), contents)
    rows[13] = _mix(_mix(_mix(13, w_first), t_second), size)
    rows[14] = _mix(_mix(_mix(14, t_last), w_after), contents)
    rows[15] = _mix(_mix(15, shape), t_before)
    rows[16] = _mix(_mix(16, shape), t_after)
    rows[17] = _mix(_mix(_mix(17, contents), t_first), t_last)
    rows[18] = _mix(_mix(_mix(18, contents), t_before), t_after)
    rows[19] = _mix(_mix(_mix(19, t_before), tags[before - 1]), t_first)
    rows[20] = _mix(_mix(_mix(20, t_after), tags[after + 1]), t_last)
    rows[21] = _mix(_mix(_mix(21, w_before), w_first), n_verbs)
    rows[22] = _mix(_mix(_mix(22, w_last), w_after), n_verbs)
    rows[23] = _mix(_mix(_mix(_mix(23, t_first), t_second), t_after), contents)
    rows[24] = _mix(_mix(_mix(_mix(24, w_first), t_before), size), n_verbs)
    for number in range(N_SPAN_FEATURES):
        rows[number] &= mask


@njit(cache=True)
def _split_rows(words, tags, counts, i, k, j, mask, rows):
    """Write the rows of the features of dividing the span from i to j at k."""
    a, m, b = i + PADDING, k + PADDING, j - 1 + PADDING
    left, right = _bucket(k - i), _bucket(j - k)
    n_left = min(2, counts[0, k] - counts[0, i])
    n_right = min(2, counts[0, j] - counts[0, k])
    verbs = n_left * 3 + n_right
    rows[0] = _mix(_mix(_mix(100, tags[m - 1]), tags[m]), verbs)
    rows[1] = _mix(_mix(101, words[m - 1]), words[m])
    rows[2] = _mix(_mix(_mix(_mix(102, tags[a]), tags[m]), left), right)
    rows[3] = _mix(_mix(_mix(103, tags[a]), tags[m - 1]), tags[m])
    rows[4] = _mix(_mix(_mix(104, tags[m - 1]), tags[m]), tags[b])
    rows[5] = _mix(_mix(_mix(105, words[m]), tags[a]), verbs)
    rows[6] = _mix(_mix(_mix(106, words[a]), tags[m]), left)
    rows[7] = _mix(_mix(_mix(_mix(107, tags[a]), tags[m]), tags[b]), tags[b + 1])
    rows[8] = _mix(_mix(_mix(_mix(108, tags[a - 1]), tags[a]), tags[m]), verbs)
    for number in range(N_SPLIT_FEATURES):
        rows[number] &= mask


@njit(cache=True)
def span_scores(words, tags, counts, n_words, weights, share, scores):
    """Add to the scores of each span, by label, `share` of what these weights give it."""
    rows = np.empty(N_SPAN_FEATURES, dtype=np.int64)
    mask = len(weights) - 1
    n_labels = weights.shape[1]
    for i in range(n_words):
        for j in range(i + 1, n_words + 1):
            _span_rows(words, tags, counts, i, j, mask, rows)
            here = scores[i, j]
            for number in range(N_SPAN_FEATURES):
                row = weights[rows[number]]
                for label in range(n_labels):
                    here[label] += share * row[label]


@njit(cache=True)
def split_scores(words, tags, counts, n_words, weights, share, scores):
    """Add to the scores of dividing each span at each place."""
    rows = np.empty(N_SPLIT_FEATURES, dtype=np.int64)
    mask = len(weights) - 1
    for i in range(n_words):
        for j in range(i + 2, n_words + 1):
            for k in range(i + 1, j):
                _split_rows(words, tags, counts, i, k, j, mask, rows)
                total = np.float32(0.0)
                for number in range(N_SPLIT_FEATURES):
                    total += weights[rows[number]]
                scores[i, j, k] += share * total


@njit(cache=True)
def best_spans(scores, splits, n_words, labels, backs):
    """Write the best label of each span and where it is divided in the best tree of its words."""
    best = np.zeros((n_words + 1, n_words + 1), dtype=np.float32)
    for width in range(1, n_words + 1):
        for i in range(n_words - width + 1):
            j = i + width
            here = scores[i, j]
            label = 0
            for other in range(1, len(here)):
                if here[other] > here[label]:
                    label = other
            labels[i, j] = label
            total = here[label]
            if width > 1:
                at, greatest = i + 1, np.float32(-np.inf)
                for k in range(i + 1, j):
                    value = best[i, k] + best[k, j] + splits[i, j, k]
                    if value > greatest:
                        at, greatest = k, value
                backs[i, j] = at
                total += greatest
            best[i, j] = total


@njit(cache=True)
def chosen_spans(labels, backs, n_words):
    """The spans of the best tree: start, division, end and label of each."""
    chosen = np.empty((2 * n_words - 1, 4), dtype=np.int64)
    stack = np.empty((2 * n_words, 2), dtype=np.int64)
    stack[0, 0], stack[0, 1] = 0, n_words
    n_open, n_chosen = 1, 0
    while n_open:
        n_open -= 1
        i, j = stack[n_open]
        k = backs[i, j] if j - i > 1 else 0
        chosen[n_chosen, 0], chosen[n_chosen, 1] = i, k
        chosen[n_chosen, 2], chosen[n_chosen, 3] = j, labels[i, j]
        n_chosen += 1
        if k:
            stack[n_open, 0], stack[n_open, 1] = i, k
            stack[n_open + 1, 0], stack[n_open + 1, 1] = k, j
            n_open += 2
    return chosen


@njit(cache=True)
def update_spans(words, tags, counts, found, step, time, weights, sums):
    """Add `step` to the weights of these spans, and `step` times `time` to their sums."""
    rows = np.empty(N_SPAN_FEATURES, dtype=np.int64)
    mask = len(weights) - 1
    for number in range(len(found)):
        i, _, j, label = found[number]
        _span_rows(words, tags, counts, i, j, mask, rows)
        for row in rows:
            weights[row, label] += step
            sums[row, label] += step * time


@njit(cache=True)
def update_splits(words, tags, counts, found, step, time, weights, sums):
    """The same for the weights of where these spans are divided."""
    rows = np.empty(N_SPLIT_FEATURES, dtype=np.int64)
    mask = len(weights) - 1
    for number in range(len(found)):
        i, k, j, _ = found[number]
        if k:
            _split_rows(words, tags, counts, i, k, j, mask, rows)
            for row in rows:
                weights[row] += step
                sums[row] += step * time


# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba gives no types to what it compiles.


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
