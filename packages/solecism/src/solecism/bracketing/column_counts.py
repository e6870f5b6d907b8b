"""Parseval of many trees at once, from columns: the same counts as sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solecism.bracketing.brackets import Rules, first_of_equals
from solecism.bracketing.counts import SCORED, BracketCounts
from solecism.numeric import Bools, Ints
from solecism.tree_columns import Codes, TreeColumns, codes

_BITS = 26


@dataclass(frozen=True, slots=True)
class _Brackets:
    """The brackets that count, each as one number, and the sentence of each."""

    keys: NDArray[np.uint64]
    starts: Ints
    ends: Ints
    sentences: Ints


def column_counts(
    gold: TreeColumns, parsed: TreeColumns, *, ids: Sequence[str], rules: Rules | None = None
) -> BracketCounts | None:
    """The counts of each tree, or None where they have to be made sentence by sentence."""
    rules = rules or Rules()
    is_kept = ~np.isin(gold.tags, codes(rules.deleted))
    if not _is_plain(gold, parsed, is_kept, rules):
        return None
    n_before = np.concatenate([[0], np.cumsum(is_kept)])
    sentence_of = np.repeat(np.arange(len(gold)), np.diff(n_before[gold.first_words]))
    labels = [_equal(trees.labels, rules) for trees in (gold, parsed)]
    names = _distinct(np.concatenate(labels))
    one, other = (
        _brackets(trees, n_before, sentence_of, np.searchsorted(names, each), rules)
        for trees, each in zip((gold, parsed), labels, strict=True)
    )
    is_right = _equal(gold.tags, rules) == _equal(parsed.tags, rules)
    in_length = ~np.isin(gold.tags, codes(rules.deleted_for_length))
    columns = (
        _matched(one, other, sentence_of, len(gold)),
        np.bincount(one.sentences, minlength=len(gold)),
        np.bincount(other.sentences, minlength=len(gold)),
        _crossing(one, other, len(gold)),
        *(_sums(column, gold) for column in (is_kept, is_kept & is_right, in_length)),
    )
    table = np.column_stack(columns).astype(np.int64)
    is_counted = np.ones(len(gold), dtype=np.bool_)
    return BracketCounts(tuple(ids), table, (SCORED,) * len(gold), is_counted)


def _is_plain(gold: TreeColumns, parsed: TreeColumns, is_kept: Bools, rules: Rules) -> bool:
    """Whether all words are the same on both sides and no sentence needs special treatment."""
    n_words = np.diff(gold.first_words)
    if rules.equal_words or not n_words.all() or len(gold.tags) >> _BITS:
        return False
    if not gold.has_words_of(parsed):
        return False
    if not rules.is_strict:
        return True
    kept_of_parse = ~np.isin(parsed.tags, codes(rules.deleted))
    return np.array_equal(is_kept, kept_of_parse) and bool(_sums(is_kept, gold).all())


def _brackets(
    trees: TreeColumns, n_before: Ints, sentence_of: Ints, labels: Ints, rules: Rules
) -> _Brackets:
    starts, ends = n_before[trees.starts], n_before[trees.ends]
    counts = (starts != ends) & ~np.isin(trees.labels, codes(rules.deleted))
    starts, ends = starts[counts], ends[counts]
    names = labels[counts] if rules.is_labelled else np.int64(0)
    keys = (names << 2 * _BITS) | (starts << _BITS) | ends
    return _Brackets(keys.astype(np.uint64), starts, ends, sentence_of[starts])


def _equal(names: Codes, rules: Rules) -> Codes:
    """The names with equal ones replaced by one of them."""
    for name, first in first_of_equals(rules.equal_labels).items():
        pair = codes([name, first])
        if len(pair) == 2:
            names = np.where(names == pair[0], pair[1], names)
    return names


def _distinct(values: Codes) -> Codes:
    """The different values in order; np.unique takes ten times as long to find them."""
    ordered = np.sort(values)
    is_new = np.ones(len(ordered), dtype=np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def _matched(one: _Brackets, other: _Brackets, sentence_of: Ints, n: int) -> Ints:
    keys, counts = np.unique(one.keys, return_counts=True)
    keys_of_other, counts_of_other = np.unique(other.keys, return_counts=True)
    common, here, there = np.intersect1d(
        keys, keys_of_other, assume_unique=True, return_indices=True
    )
    n_both = np.minimum(counts[here], counts_of_other[there])
    starts = (common.astype(np.int64) >> _BITS) & ((1 << _BITS) - 1)
    return np.bincount(sentence_of[starts], n_both, minlength=n).astype(np.int64)


def _crossing(one: _Brackets, other: _Brackets, n: int) -> Ints:
    """Which test spans cross a gold span of their sentence; a span that is gold crosses none."""
    spans = np.append(np.sort((one.starts << _BITS) | one.ends), -1)
    spans_of_other = (other.starts << _BITS) | other.ends
    is_other = spans[np.searchsorted(spans[:-1], spans_of_other)] != spans_of_other
    starts, ends = other.starts[is_other], other.ends[is_other]
    sentences = other.sentences[is_other]
    sizes = np.bincount(one.sentences, minlength=n)
    firsts = np.concatenate([[0], np.cumsum(sizes)])
    n_pairs = sizes[sentences]
    owner = np.repeat(np.arange(len(starts)), n_pairs)
    within = np.arange(len(owner)) - np.repeat(np.cumsum(n_pairs) - n_pairs, n_pairs)
    golds = firsts[sentences][owner] + within
    a, b, start, end = one.starts[golds], one.ends[golds], starts[owner], ends[owner]
    crosses = ((a < start) & (start < b) & (b < end)) | ((start < a) & (a < end) & (end < b))
    is_crossing = np.bincount(owner, crosses, minlength=len(starts)) > 0
    return np.bincount(sentences[is_crossing], minlength=n)


def _sums(column: Bools, trees: TreeColumns) -> Ints:
    """The number of words in each sentence for which the column is true."""
    total = np.concatenate([[0], np.cumsum(column)])
    return np.asarray(np.diff(total[trees.first_words]), dtype=np.int64)
