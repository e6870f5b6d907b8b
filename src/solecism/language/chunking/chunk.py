"""Base noun and verb phrases with their heads, in the conventions of CoNLL-2000.

Tjong Kim Sang and Buchholz (2000): a possessive *'s* begins the next noun phrase, a verb phrase
takes in its auxiliaries, negation, adverbs between its verbs and *to* with its infinitive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language.chunking.chunk_model import (
    BUNDLED_MODEL,
    FOLLOWS,
    FORBIDDEN,
    REACH,
    ChunkModel,
    TagHashes,
    feature_lines,
    read,
    scores,
    word_hash,
)
from solecism.language.chunking.phrases import Phrases, head, phrases_of
from solecism.language.tagging.viterbi import best_labels
from solecism.language.tagging.word_types import TypeTable, WordTypes, current_types
from solecism.numeric.arrays import Ints, Ints32
from solecism.sentence import Chunk, Sentence
from solecism.system.batches import batches

__all__ = ["Chunker", "bundled_chunker", "chunk", "chunks", "head"]

_BATCH_SENTENCES = 500


class Chunker:
    """A chunker with a loaded model and a cache of the words seen so far."""

    def __init__(self, model: ChunkModel) -> None:
        self.model = model
        self._packed = model.packed()
        self._transitions = np.where(FOLLOWS, model.transitions.astype(np.int64), FORBIDDEN)
        self._words = TypeTable(_word_hashes, np.array(0, dtype=np.uint64))
        self._tags = TagHashes()

    @classmethod
    def load(cls, path: Path = BUNDLED_MODEL) -> Chunker:
        """The chunker with the model in a file, or the one that comes with this package."""
        return cls(read(path))

    def chunk_words(
        self, words: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]
    ) -> list[tuple[Chunk, ...]]:
        """The phrases of each sentence, in order."""
        lengths = [len(sentence) for sentence in words]
        if [len(sentence) for sentence in tags] != lengths:
            raise InputError("chunks need one tag per word. Tag the sentences first.")
        types, names = current_types(), WordTypes()
        phrases = self.phrases(
            types,
            types.numbers(chain.from_iterable(words)),
            names.numbers(chain.from_iterable(tags)),
            np.array(lengths, dtype=np.int64),
            tag_names=names.words,
        )
        bounds = [0, *np.cumsum(lengths, dtype=np.int64).tolist()]
        return [phrases.between(first, last).chunks() for first, last in pairwise(bounds)]

    def phrases(
        self,
        types: WordTypes,
        words: Ints32,
        tags: npt.NDArray[np.integer],
        lengths: Ints,
        *,
        tag_names: Sequence[str],
    ) -> Phrases:
        """The phrases of sentences with these lengths, by the numbers of their words and tags."""
        at = np.arange(len(words)) + np.repeat(np.arange(1, len(lengths) + 1) * REACH, lengths)
        n_places = len(words) + (len(lengths) + 1) * REACH
        word_hashes = np.zeros(n_places, dtype=np.uint64)
        word_hashes[at] = self._words.rows(types)[words]
        tag_hashes = np.zeros(n_places, dtype=np.uint32)
        tag_hashes[at] = np.array([self._tags[name] for name in tag_names], dtype=np.uint32)[tags]
        nodes = scores(self._packed, feature_lines(word_hashes, tag_hashes))[at]
        starts = np.cumsum(lengths) - lengths
        labels = best_labels(nodes, self._transitions, starts, lengths)
        return phrases_of(labels, tags, tag_names)


def _word_hashes(words: Sequence[str]) -> npt.NDArray[np.uint64]:
    return np.array([word_hash(word) for word in words], dtype=np.uint64)


@cache
def bundled_chunker() -> Chunker:
    """The chunker that comes with this package, loaded when first asked for."""
    return Chunker.load()


def chunks(words: Sequence[str], tags: Sequence[str]) -> tuple[Chunk, ...]:
    """The noun and verb phrases of one sentence.

    >>> [(c.label, c.start, c.end, c.head) for c in chunks(["She", "sings"], ["PRP", "VBZ"])]
    [('NP', 0, 1, 0), ('VP', 1, 2, 1)]
    """
    return bundled_chunker().chunk_words([words], [tags])[0]


def chunk(sentences: Iterable[Sentence], *, chunker: Chunker | None = None) -> Iterator[Sentence]:
    """The same tagged sentences with chunks; at most a few hundred are read ahead."""
    if chunker is None:
        chunker = bundled_chunker()
    for batch in batches(sentences, _BATCH_SENTENCES):
        chunks = chunker.chunk_words([s.words for s in batch], [s.tags for s in batch])
        for sentence, phrases in zip(batch, chunks, strict=True):
            yield sentence.with_columns(tags=sentence.tags, lemmas=sentence.lemmas, chunks=phrases)
