"""Text to sentences with tags, lemmas and chunks, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from solecism.language.block import Block
from solecism.language.chunking.chunk import Chunker, bundled_chunker
from solecism.language.chunking.phrases import NO_PHRASES
from solecism.language.forms.lemma_table import lemma_table
from solecism.language.tagging.tag import Tagger, bundled_tagger
from solecism.language.tagging.word_types import current_types
from solecism.language.text import split
from solecism.sentence import Sentence
from solecism.system.batches import batches


def annotate(
    text: str, document: str, *, lemmas: bool = True, chunks: bool = True
) -> Iterator[Sentence]:
    """The sentences of a text, with tags, lemmas and chunks.

    >>> [sentence] = annotate("She has two cats.", "letter")
    >>> sentence.tags, sentence.lemmas
    (('PRP', 'VBZ', 'CD', 'NNS', '.'), ('she', 'have', 'two', 'cat', '.'))
    """
    return annotate_sentences(split.sentences(text, document), lemmas=lemmas, chunks=chunks)


def annotate_sentences(
    sentences: Iterable[Sentence],
    *,
    lemmas: bool = True,
    chunks: bool = True,
    tagger: Tagger | None = None,
    chunker: Chunker | None = None,
) -> Iterator[Sentence]:
    """The same for sentences of words; at most a thousand are read ahead."""
    if tagger is None:
        tagger = bundled_tagger()
    if chunker is None and chunks:
        chunker = bundled_chunker()
    for batch in batches(sentences):
        yield from _annotated(batch, tagger, chunker if chunks else None, lemmas=lemmas)


def _annotated(
    batch: Sequence[Sentence], tagger: Tagger, chunker: Chunker | None, *, lemmas: bool
) -> Iterator[Sentence]:
    block = _block(batch, tagger, chunker)
    if lemmas and chunker is not None:
        for number, sentence in enumerate(batch):
            yield sentence.linked(block, number)
        return
    for number, sentence in enumerate(batch):
        its_tags, its_lemmas, its_chunks = block.columns_of(number)
        yield sentence.with_columns(
            tags=its_tags,
            lemmas=its_lemmas if lemmas else sentence.lemmas,
            chunks=its_chunks if chunker is not None else sentence.chunks,
        )


def _block(batch: Sequence[Sentence], tagger: Tagger, chunker: Chunker | None) -> Block:
    types, names = current_types(), tagger.tag_names
    words = types.numbers(chain.from_iterable(sentence.words for sentence in batch))
    lengths = np.array([len(sentence.words) for sentence in batch], dtype=np.int64)
    tags = tagger.tag_numbers(types, words, lengths)
    lemma_types, lemmas = lemma_table(names).lemmas(types, words, tags)
    phrases = NO_PHRASES
    if chunker is not None:
        phrases = chunker.phrases(types, words, tags, lengths, tag_names=names)
    return Block(
        types=types,
        tag_names=names,
        lemma_types=lemma_types,
        words=words,
        tags=tags,
        lemmas=lemmas,
        phrases=phrases,
        lengths=lengths,
        starts=np.cumsum(lengths) - lengths,
    )
