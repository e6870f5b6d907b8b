"""N-grams of native text counted on a Ray cluster: the same table as by one process.

A task per chunk turns words into numbers, which stay where they are made. For each length, a task
per chunk counts n-grams by share of contexts, and a task per share adds them up and prunes them.
Ray makes again what a lost machine has held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from solecism.cluster.counting.chunks import CHUNK_BYTES, Chunk, all_chunks
from solecism.cluster.ray_session import cluster, n_processors, raised
from solecism.detect.extraneous.ngram import BOUNDARY, Hashes
from solecism.detect.extraneous.ngram_table import NgramTable
from solecism.numeric.arrays import Ints32
from solecism.train.corpora import training_documents
from solecism.train.extraneous.ngram_parts import (
    CountedNgrams,
    KeptNgrams,
    NgramSettings,
    WordTypes,
    added,
    counted,
    kept,
    known_forms,
    numbered,
    numbered_text,
    type_counts,
    word_ngrams,
)
from solecism.train.extraneous.ngrams import MAX_AT_ONCE, Progress, check_words, ngram_table

# The numbers of the words of a chunk, and the words in the order of their numbers.
_Spooled = tuple[Ints32, list[str]]


def count_ngrams(
    paths: Iterable[str],
    *,
    marked: frozenset[str],
    settings: NgramSettings,
    address: str | None = None,
    chunk_bytes: int = CHUNK_BYTES,
    progress: Progress | None = None,
) -> NgramTable:
    """The table of the n-grams of native files; `marked` words are in normal form."""
    with cluster(address) as ray, raised(ray):
        spool = ray.remote(num_returns=2, max_retries=-1)(_spooled)
        pairs = [spool.remote(chunk) for chunk in all_chunks(ray, paths, chunk_bytes)]
        texts = [text for text, _ in pairs]
        counts = _added_counts(ray.get(each) for _, each in pairs)
        check_words([word for word in counts if word != BOUNDARY])
        known = known_forms(counts, marked, settings.min_word)
        n_shares = max(n_processors(ray), -(-sum(counts.values()) // MAX_AT_ONCE))
        vocabulary = ray.put((known, marked))
        count = ray.remote(max_retries=-1, num_returns=n_shares)(_counted)
        add = ray.remote(max_retries=-1)(_kept)

        def ngrams(order: int, needed: Hashes) -> Sequence[KeptNgrams]:
            made = [count.remote(text, vocabulary, order, n_shares) for text in texts]
            # One that is not in a list if there is one share only.
            parts = [each if isinstance(each, list) else [each] for each in made]
            broadcast = ray.put(needed)
            by_share = zip(*parts, strict=True)
            kept_ones: list[KeptNgrams] = ray.get(
                [add.remote(order, settings, broadcast, *share) for share in by_share]
            )
            return kept_ones

        return ngram_table(word_ngrams(counts, known), ngrams, progress)


def _spooled(chunk: Chunk) -> tuple[_Spooled, Counter[str]]:
    types = WordTypes()
    sentences = (sentence.words for sentence in chunk.sentences(training_documents))
    pieces = [np.frombuffer(piece, dtype=np.int32) for piece in numbered(sentences, types)]
    numbers = np.concatenate(pieces)
    return (numbers, list(types)), type_counts(numbers, types)


def _added_counts(parts: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
        # A text has one boundary more than sentences, however many parts it has.
        total[BOUNDARY] -= 1
    total[BOUNDARY] += 1
    return total


def _counted(
    spooled: _Spooled, vocabulary: tuple[frozenset[str], frozenset[str]], order: int, n_shares: int
) -> Any:
    numbers, types = spooled
    text = numbered_text(numbers, types, *vocabulary)
    parts = [counted(text, order, share, n_shares) for share in range(n_shares)]
    return parts[0] if n_shares == 1 else parts


def _kept(order: int, settings: NgramSettings, needed: Hashes, *parts: CountedNgrams) -> KeptNgrams:
    return kept(added(parts), order, settings, needed)
