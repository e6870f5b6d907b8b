"""Counting of collocations in native text: pairs of words that stand near each other."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language.collocations import (
    BESIDE,
    MOST_WORDS,
    N_CONTEXT,
    N_SAYING_NOTHING,
    NEAR,
    NEAR_DISTANCES,
    NUMBER,
    SECOND,
    STEPS_PER_LOG,
    Collocations,
    Pairs,
)
from solecism.numeric import Ints

N_WORDS = 30_000
# Pairs that were seen less often are not kept, nor those that are hardly commoner than by chance.
_LEAST = {BESIDE: 5, SECOND: 5, NEAR: 8}
_LEAST_RATIO = 1.5
_DISTANCES = {BESIDE: (1,), SECOND: (2,), NEAR: NEAR_DISTANCES}
_TOKEN = re.compile(
    r"n't\b|'(?:s|m|re|ve|ll|d)\b|[a-z]+?(?=n't\b)|[a-z]+(?:-[a-z]+)*|\d[\d.,]*|[^\w\s]"
)
_PLAIN = str.maketrans("’‘´`“”", "''''\"\"")
_END = 0

Numbers = npt.NDArray[np.uint16]


class _Numbers(dict[str, int]):
    """Words numbered in order of appearance from 1."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        return number


def tokens(paragraph: str) -> list[str]:
    """The words and signs of a paragraph in lower case, 0 for every number.

    >>> tokens("She didn't climb 3,000 metres.")
    ['she', 'did', "n't", 'climb', '0', 'metres', '.']
    """
    found = _TOKEN.findall(paragraph.translate(_PLAIN).lower())
    return [NUMBER if word[0].isdigit() else word for word in found]


def count_collocations(paragraphs: Iterable[str], *, n_words: int = N_WORDS) -> Collocations:
    """The collocations of the commonest words of native text."""
    numbers = _Numbers()
    text = array("i", [_END])
    for paragraph in paragraphs:
        text.extend(map(numbers.__getitem__, tokens(paragraph)))
        text.append(_END)
    sequence = np.frombuffer(text, np.int32)
    counts = np.bincount(sequence, minlength=len(numbers) + 1)
    counts[_END] = 0
    order = np.argsort(-counts, kind="stable")[: min(n_words, MOST_WORDS, len(numbers))]
    if not len(order):
        raise InputError("there are no words in the native text.")
    ranks = np.full(len(counts), len(order), np.uint16)
    ranks[order] = np.arange(len(order))
    texts = list(numbers)
    words = tuple(texts[number - 1] for number in order.tolist())
    ends = np.cumsum(sequence == _END, dtype=np.int32)
    in_text, n_in_text = counts[order], float(counts.sum())
    pairs = tuple(
        _pairs(ranks[sequence], ends, kind, in_text, n_in_text) for kind in sorted(_DISTANCES)
    )
    return Collocations(words, in_text.astype(np.float32), n_in_text, pairs)


def _pairs(
    ranks: Numbers, paragraphs: npt.NDArray[np.int32], kind: int, counts: Ints, n_in_text: float
) -> Pairs:
    """The pairs of one kind that are common enough."""
    n_words = len(counts)
    keys = np.sort(
        np.concatenate([_keys(ranks, paragraphs, each, kind, n_words) for each in _DISTANCES[kind]])
    )
    is_first = np.diff(keys, prepend=np.uint32(0)) > 0
    is_first[:1] = True
    starts = np.flatnonzero(is_first)
    n = np.diff(starts, append=len(keys))
    starts, n = starts[n >= _LEAST[kind]], n[n >= _LEAST[kind]]
    keys = keys[starts]
    first, second = np.divmod(keys.astype(np.int64), n_words)
    n_places = len(_DISTANCES[kind]) * (2 if kind == NEAR else 1)
    expected = n_places * counts[first] * (counts[second] / n_in_text)
    is_kept = n > _LEAST_RATIO * expected
    strengths = np.log((n + 1) / (expected + 1))[is_kept] * STEPS_PER_LOG
    return Pairs(keys[is_kept], np.clip(np.rint(strengths), 1, 255).astype(np.uint8))


def _keys(
    ranks: Numbers, paragraphs: npt.NDArray[np.int32], distance: int, kind: int, n_words: int
) -> npt.NDArray[np.uint32]:
    """The keys of all pairs of words at a distance; of near words the commoner one is first."""
    first, second = ranks[:-distance], ranks[distance:]
    is_pair = (first < n_words) & (second < n_words)
    is_pair &= paragraphs[:-distance] == paragraphs[distance:]
    is_pair &= np.minimum(first, second) < N_CONTEXT
    if kind == NEAR:
        is_pair &= np.maximum(first, second) >= N_SAYING_NOTHING
    first, second = first[is_pair].astype(np.uint32), second[is_pair].astype(np.uint32)
    if kind == NEAR:
        first, second = np.minimum(first, second), np.maximum(first, second)
    return first * np.uint32(n_words) + second
