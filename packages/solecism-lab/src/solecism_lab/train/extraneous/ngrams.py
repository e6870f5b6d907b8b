"""Counts of n-grams in running text of any size, pruned to a table.

Words are written to a temporary file as numbers. N-grams are counted one share of contexts at a
time, sorted in memory, so that memory is bounded by the share and not by the text. The longest
n-grams are counted first, because the context of every n-gram in the table must be in it, too.

The parts of a large text are counted apart and added up: what a table holds does not depend on how
the text was divided.
"""

from __future__ import annotations

import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.detect.extraneous.language_model import (
    BOUNDARY,
    N_BOUNDARIES,
    ORDER,
    Hashes,
    NgramTable,
    compact,
    joined,
    rare_class,
    word_hash,
)
from solecism.errors import InputError
from solecism.language.tagger import normal_form
from solecism.numeric import Ints32

_BUFFER = 1 << 20
_STRIP = 4_000_000

Booleans = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NgramSettings:
    """How often an n-gram must occur to be in the table, by its number of words.

    N-grams with a marked word (a preposition) and those without have different limits.
    """

    min_word: int = 20
    min_marked: tuple[int, int, int] = (3, 5, 10)
    min_other: tuple[int, int, int] = (6, 20, 100)

    def limit(self, order: int, is_marked: Booleans) -> Counts:
        """The least count for each n-gram of this many words."""
        return np.where(is_marked, self.min_marked[order - 2], self.min_other[order - 2])


@dataclass(frozen=True, slots=True)
class NumberedText:
    """The numbers of all words, with boundaries between sentences, and what each number means."""

    numbers: Ints32
    hashes: Hashes
    is_marked: Booleans


@dataclass(frozen=True, slots=True)
class KeptNgrams:
    """N-grams of one length with their counts and contexts."""

    hashes: Hashes
    counts: Counts
    contexts: Hashes


class CountedNgrams(NamedTuple):
    """Different n-grams of a text with their counts, contexts, and whether they are marked."""

    hashes: Hashes
    counts: Counts
    contexts: Hashes
    is_marked: Booleans


class WordNumbers(dict[str, int]):
    """Words numbered in order of appearance from 1."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        return number


def number_words(sentences: Iterable[Sequence[str]], types: WordNumbers) -> Iterator[array[int]]:
    """The numbers of words in pieces, with boundaries around sentences; new words join `types`."""
    boundary = (0,) * N_BOUNDARIES
    waiting = array("i", boundary)
    for words in sentences:
        waiting.extend(map(types.__getitem__, words))
        waiting.extend(boundary)
        if len(waiting) >= _BUFFER:
            yield waiting
            waiting = array("i")
    yield waiting


def type_counts(numbers: Ints32, types: Mapping[str, int]) -> Counter[str]:
    """How often each word occurs, and under BOUNDARY one more than there are sentences."""
    counts = np.zeros(len(types) + 1, dtype=np.int64)
    for begin in range(0, len(numbers), _STRIP):
        counts += np.bincount(numbers[begin : begin + _STRIP], minlength=len(counts))
    by_word = Counter(dict(zip(types, counts[1:].tolist(), strict=True)))
    by_word[BOUNDARY] += int(counts[0]) // N_BOUNDARIES
    return by_word


def known_forms(counts: Mapping[str, int], marked: frozenset[str], min_word: int) -> frozenset[str]:
    """The normal forms of words that are frequent or marked."""
    by_form: Counter[str] = Counter()
    for word, n in counts.items():
        by_form[word if word == BOUNDARY else normal_form(word)] += n
    return frozenset(form for form, n in by_form.items() if n >= min_word or form in marked)


def form_of(word: str, known: frozenset[str]) -> str:
    """What a word counts as: its normal form if that is known, otherwise its class."""
    form = normal_form(word)
    return form if form in known else rare_class(word)


def word_ngrams(counts: Mapping[str, int], known: frozenset[str]) -> KeptNgrams:
    """The counts of single words and classes."""
    by_hash: Counter[int] = Counter()
    for word, n in counts.items():
        by_hash[word_hash(word if word == BOUNDARY else form_of(word, known))] += n
    hashes = np.array(sorted(by_hash), dtype=np.uint64)
    numbers = np.array([by_hash[each] for each in sorted(by_hash)], dtype=np.int64)
    return KeptNgrams(hashes, numbers, np.zeros_like(hashes))


def numbered_text(
    numbers: Ints32, types: Iterable[str], known: frozenset[str], marked: frozenset[str]
) -> NumberedText:
    """The text with the hashes of its words, those of their class for rare ones."""
    forms = [BOUNDARY, *(form_of(word, known) for word in types)]
    hash_of = {form: word_hash(form) for form in set(forms)}
    hashes = np.array([hash_of[form] for form in forms], dtype=np.uint64)
    return NumberedText(numbers, hashes, np.array([form in marked for form in forms]))


def count_share(text: NumberedText, order: int, share: int, n_shares: int) -> CountedNgrams:
    """The different n-grams of a text whose contexts are in one of several shares."""
    strips = [_strip(text, order, share, n_shares, *span) for span in _spans(text, order)]
    hashes, contexts, is_marked = map(np.concatenate, zip(*strips, strict=True))
    unique, first, counts = np.unique(hashes, return_index=True, return_counts=True)
    return CountedNgrams(unique, counts, contexts[first], is_marked[first])


def summed_ngrams(parts: Sequence[CountedNgrams]) -> CountedNgrams:
    """The n-grams of all parts of a text with their counts together."""
    hashes, counts, contexts, is_marked = map(np.concatenate, zip(*parts, strict=True))
    unique, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    total = np.zeros(len(unique), dtype=np.int64)
    np.add.at(total, inverse, counts)
    return CountedNgrams(unique, total, contexts[first], is_marked[first])


def frequent_ngrams(
    ngrams: CountedNgrams, order: int, settings: NgramSettings, needed: Hashes
) -> KeptNgrams:
    """The n-grams that are frequent, or needed as contexts of longer ones."""
    is_kept = ngrams.counts >= settings.limit(order, ngrams.is_marked)
    is_kept |= _is_among(ngrams.hashes, needed)
    return KeptNgrams(ngrams.hashes[is_kept], ngrams.counts[is_kept], ngrams.contexts[is_kept])


def boundary_contexts(words: KeptNgrams) -> KeptNgrams:
    """The contexts of boundaries only, each as frequent as sentences."""
    boundary = np.array([word_hash(BOUNDARY)], dtype=np.uint64)
    runs = [boundary]
    for _ in range(N_BOUNDARIES - 1):
        runs.append(joined(runs[-1], boundary))
    hashes = np.concatenate(runs[1:])
    counts = np.repeat(words.counts[words.hashes == boundary], len(hashes))
    return KeptNgrams(hashes, counts, np.zeros_like(hashes))


def _spans(text: NumberedText, order: int) -> Iterator[tuple[int, int]]:
    n_ngrams = max(len(text.numbers) - order + 1, 0)
    for begin in range(0, n_ngrams, _STRIP):
        yield begin, min(begin + _STRIP, n_ngrams)


def _strip(
    text: NumberedText, order: int, share: int, n_shares: int, begin: int, end: int
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


def _is_among(hashes: Hashes, among: Hashes) -> npt.NDArray[np.bool_]:
    if not len(among):
        return np.zeros(len(hashes), dtype=bool)
    places = np.minimum(np.searchsorted(among, hashes), len(among) - 1)
    return np.asarray(among[places] == hashes)


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
        types = WordNumbers()
        numbers = _spooled(number_words(sentences, types), spool)
        check_words(types)
        counts = type_counts(numbers, types)
        known = known_forms(counts, marked, chosen.min_word)
        text = numbered_text(numbers, types, known, marked)

        def ngrams(order: int, needed: Hashes) -> list[KeptNgrams]:
            return list(_ngrams(text, order, chosen, needed))

        return ngram_table(word_ngrams(counts, known), ngrams, progress)


def check_words(words: Sequence[str] | WordNumbers) -> None:
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
    pieces.append(boundary_contexts(words))
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
        yield frequent_ngrams(count_share(text, order, share, n_shares), order, settings, needed)
