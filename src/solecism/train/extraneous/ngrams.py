"""Counts of n-grams in running text of any size, pruned to a table.

Words are written to a temporary file as numbers. N-grams are counted one share of contexts at a
time, sorted in memory, so that memory is bounded by the share and not by the text. The longest
n-grams are counted first, because the context of every n-gram in the table must be in it, too.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO

import numpy as np
import numpy.typing as npt

from solecism.detect.extraneous.ngram import (
    BOUNDARY,
    N_BOUNDARIES,
    ORDER,
    Hashes,
    joined,
    rare_class,
    word_hash,
)
from solecism.detect.extraneous.ngram_table import NgramTable, compact
from solecism.errors import InputError
from solecism.language.tagging.spelling import normal_form
from solecism.numeric.arrays import Ints32

_BUFFER = 1 << 20
_STRIP = 4_000_000
# Forty bytes each while they are sorted: about a gigabyte.
_MAX_AT_ONCE = 24_000_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class NgramSettings:
    """How often an n-gram must occur to be in the table, by its number of words.

    N-grams with a marked word (a preposition) and those without have different limits.
    """

    min_word: int = 20
    min_marked: tuple[int, int, int] = (3, 5, 10)
    min_other: tuple[int, int, int] = (6, 20, 100)

    def limit(self, order: int, is_marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The least count for each n-gram of this many words."""
        return np.where(is_marked, self.min_marked[order - 2], self.min_other[order - 2])


@dataclass(frozen=True, slots=True)
class _Text:
    """The numbers of all words, with boundaries between sentences, and what each number means."""

    numbers: Ints32
    hashes: Hashes
    is_marked: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Kept:
    """N-grams of one length with their counts and contexts."""

    hashes: Hashes
    counts: npt.NDArray[np.int64]
    contexts: Hashes


def count_ngrams(
    sentences: Iterable[Sequence[str]],
    *,
    marked: frozenset[str],
    settings: NgramSettings | None = None,
    progress: Progress | None = None,
) -> NgramTable:
    """The table of the sentences' n-grams up to four words; `marked` words are in normal form."""
    chosen = settings or NgramSettings()
    report = progress or (lambda done, total: None)
    with tempfile.TemporaryFile() as spool:
        numbers, types = _spooled(sentences, spool)
        text, words = _interpreted(numbers, types, marked, chosen.min_word)
        pieces = [words]
        needed = np.zeros(0, dtype=np.uint64)
        for order in range(ORDER, 1, -1):
            report(ORDER - order, ORDER - 1)
            pieces.append(_ngrams(text, order, chosen, needed))
            needed = np.unique(pieces[-1].contexts)
        pieces.append(_beginnings(words))
    return compact(
        np.concatenate([piece.hashes for piece in pieces]),
        np.concatenate([piece.counts for piece in pieces]),
        n_words=int(words.counts.sum()),
    )


class _Types(dict[str, int]):
    """Words numbered in order of appearance from 1."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        return number


def _spooled(sentences: Iterable[Sequence[str]], spool: IO[bytes]) -> tuple[Ints32, _Types]:
    types = _Types()
    boundary = (0,) * N_BOUNDARIES
    waiting = array("i", boundary)
    for words in sentences:
        waiting.extend(map(types.__getitem__, words))
        waiting.extend(boundary)
        if len(waiting) >= _BUFFER:
            waiting.tofile(spool)
            waiting = array("i")
    waiting.tofile(spool)
    spool.flush()
    if not types:
        raise InputError("the native text has no words. Is it the right file?")
    return np.memmap(spool, dtype=np.int32, mode="r"), types


def _interpreted(
    numbers: Ints32, types: _Types, marked: frozenset[str], min_word: int
) -> tuple[_Text, _Kept]:
    """The hashes of words, those of their class for rare ones, and the counts of known words."""
    n_of_type = np.zeros(len(types) + 1, dtype=np.int64)
    for begin in range(0, len(numbers), _STRIP):
        n_of_type += np.bincount(numbers[begin : begin + _STRIP], minlength=len(n_of_type))
    n_of_type[0] //= N_BOUNDARIES
    normal = [BOUNDARY, *map(normal_form, types)]
    n_of_normal: dict[str, int] = {}
    for form, count in zip(normal, n_of_type.tolist(), strict=True):
        n_of_normal[form] = n_of_normal.get(form, 0) + count
    forms = [
        form if n_of_normal[form] >= min_word or form in marked else rare_class(word)
        for form, word in zip(normal, [BOUNDARY, *types], strict=True)
    ]
    forms[0] = BOUNDARY
    hash_of = {form: word_hash(form) for form in set(forms)}
    hashes = np.array([hash_of[form] for form in forms], dtype=np.uint64)
    is_marked = np.array([form in marked for form in forms])
    known, inverse = np.unique(hashes, return_inverse=True)
    counts = np.bincount(inverse, weights=n_of_type).astype(np.int64)
    words = _Kept(known, counts, np.zeros_like(known))
    return _Text(numbers, hashes, is_marked), words


def _ngrams(text: _Text, order: int, settings: NgramSettings, needed: Hashes) -> _Kept:
    """The n-grams of one length that are frequent, or needed as contexts of longer ones."""
    n_shares = -(-len(text.numbers) // _MAX_AT_ONCE)
    parts = []
    for share in range(n_shares):
        hashes, contexts, is_marked = _occurrences(text, order, share, n_shares)
        unique, first, counts = np.unique(hashes, return_index=True, return_counts=True)
        is_kept = counts >= settings.limit(order, is_marked[first])
        is_kept |= _is_among(unique, needed)
        parts.append((unique[is_kept], counts[is_kept], contexts[first[is_kept]]))
    return _Kept(*map(np.concatenate, zip(*parts, strict=True)))


def _occurrences(
    text: _Text, order: int, share: int, n_shares: int
) -> tuple[Hashes, Hashes, npt.NDArray[np.bool_]]:
    """Every n-gram of the text whose context is in this share: hash, context, marked or not."""
    strips = [_strip(text, order, share, n_shares, *span) for span in _spans(text, order)]
    hashes, contexts, is_marked = map(np.concatenate, zip(*strips, strict=True))
    return hashes, contexts, is_marked


def _spans(text: _Text, order: int) -> Iterator[tuple[int, int]]:
    n_ngrams = max(len(text.numbers) - order + 1, 0)
    for begin in range(0, n_ngrams, _STRIP):
        yield begin, min(begin + _STRIP, n_ngrams)


def _strip(
    text: _Text, order: int, share: int, n_shares: int, begin: int, end: int
) -> tuple[Hashes, Hashes, npt.NDArray[np.bool_]]:
    numbers = np.asarray(text.numbers[begin : end + order - 1])
    words = text.hashes[numbers]
    n_ngrams = end - begin
    contexts = words[:n_ngrams]
    for place in range(1, order - 1):
        contexts = joined(contexts, words[place : place + n_ngrams])
    last = order - 1
    # A sentence ends once: further boundaries only separate it from the next.
    is_here = (numbers[last:] > 0) | (numbers[last - 1 : -1] > 0)
    is_here &= contexts % np.uint64(n_shares) == share
    contexts = contexts[is_here]
    is_marked = text.is_marked[numbers]
    is_any = is_marked[:n_ngrams].copy()
    for place in range(1, order):
        is_any |= is_marked[place : place + n_ngrams]
    return joined(contexts, words[last:][is_here]), contexts, is_any[is_here]


def _beginnings(words: _Kept) -> _Kept:
    """The contexts of boundaries only, each as frequent as sentences."""
    boundary = np.array([word_hash(BOUNDARY)], dtype=np.uint64)
    runs = [boundary]
    for _ in range(N_BOUNDARIES - 1):
        runs.append(joined(runs[-1], boundary))
    hashes = np.concatenate(runs[1:])
    counts = np.repeat(words.counts[words.hashes == boundary], len(hashes))
    return _Kept(hashes, counts, np.zeros_like(hashes))


def _is_among(hashes: Hashes, among: Hashes) -> npt.NDArray[np.bool_]:
    if not len(among):
        return np.zeros(len(hashes), dtype=bool)
    places = np.minimum(np.searchsorted(among, hashes), len(among) - 1)
    return np.asarray(among[places] == hashes)
