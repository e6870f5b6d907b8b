"""Counts of n-grams in running text of any size, pruned to a table.

Words are written to a temporary file as numbers. N-grams are counted one share of contexts at a
time, sorted in memory, so that memory is bounded by the share and not by the text. The longest
n-grams are counted first, because the context of every n-gram in the table must be in it, too.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO

import numpy as np

from solecism.detect.extraneous.ngram import ORDER, Hashes
from solecism.detect.extraneous.ngram_table import NgramTable, compact
from solecism.errors import InputError
from solecism.numeric.arrays import Ints32
from solecism.train.extraneous.ngram_parts import (
    KeptNgrams,
    NgramSettings,
    NumberedText,
    WordTypes,
    beginnings,
    counted,
    kept,
    known_forms,
    numbered,
    numbered_text,
    type_counts,
    word_ngrams,
)

# Forty bytes each while they are sorted: about a gigabyte.
MAX_AT_ONCE = 24_000_000

Progress = Callable[[int, int], None]


def count_ngrams(
    sentences: Iterable[Sequence[str]],
    *,
    marked: frozenset[str],
    settings: NgramSettings | None = None,
    progress: Progress | None = None,
) -> NgramTable:
    """The table of the sentences' n-grams up to four words; `marked` words are in normal form."""
    chosen = settings or NgramSettings()
    with tempfile.TemporaryFile() as spool:
        types = WordTypes()
        numbers = _spooled(numbered(sentences, types), spool)
        check_words(types)
        counts = type_counts(numbers, types)
        known = known_forms(counts, marked, chosen.min_word)
        text = numbered_text(numbers, types, known, marked)

        def ngrams(order: int, needed: Hashes) -> list[KeptNgrams]:
            return list(_ngrams(text, order, chosen, needed))

        return ngram_table(word_ngrams(counts, known), ngrams, progress)


def check_words(words: Sequence[str] | WordTypes) -> None:
    """Raise an InputError if a text has no words."""
    if not words:
        raise InputError("the native text has no words. Is it the right file?")


def ngram_table(
    words: KeptNgrams,
    ngrams: Callable[[int, Hashes], Sequence[KeptNgrams]],
    progress: Progress | None = None,
) -> NgramTable:
    """The table of words and of longer n-grams.

    `ngrams` gives, in parts, those of one length that are frequent, or needed as contexts.
    """
    pieces = [words]
    needed = np.zeros(0, dtype=np.uint64)
    for order in range(ORDER, 1, -1):
        if progress is not None:
            progress(ORDER - order, ORDER - 1)
        parts = ngrams(order, needed)
        pieces += parts
        needed = np.unique(np.concatenate([part.contexts for part in parts]))
    pieces.append(beginnings(words))
    return compact(
        np.concatenate([piece.hashes for piece in pieces]),
        np.concatenate([piece.counts for piece in pieces]),
        n_words=int(words.counts.sum()),
    )


def _spooled(pieces: Iterable[array[int]], spool: IO[bytes]) -> Ints32:
    for piece in pieces:
        piece.tofile(spool)
    spool.flush()
    return np.memmap(spool, dtype=np.int32, mode="r")


def _ngrams(
    text: NumberedText, order: int, settings: NgramSettings, needed: Hashes
) -> Iterator[KeptNgrams]:
    n_shares = -(-len(text.numbers) // MAX_AT_ONCE)
    for share in range(n_shares):
        yield kept(counted(text, order, share, n_shares), order, settings, needed)
