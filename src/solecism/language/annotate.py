"""The whole of the language layer in one call: text to sentences with tags, lemmas and chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from solecism.language import lemma, split
from solecism.language.chunk import Chunker, bundled_chunker
from solecism.language.tag import Tagger, bundled_tagger
from solecism.sentence import Chunk, Sentence

_BATCH_SENTENCES = 1_000


def annotate(
    text: str, document: str, *, lemmas: bool = True, chunks: bool = True
) -> Iterator[Sentence]:
    """The sentences of a text with all that we work out about their words.

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
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        yield from _annotated(batch, tagger, chunker if chunks else None, lemmas=lemmas)


def _annotated(
    batch: Sequence[Sentence], tagger: Tagger, chunker: Chunker | None, *, lemmas: bool
) -> Iterator[Sentence]:
    words = [sentence.words for sentence in batch]
    tags = tagger.tag_words(words)
    phrases: Sequence[tuple[Chunk, ...]] = [sentence.chunks for sentence in batch]
    if chunker is not None:
        phrases = chunker.chunk_words(words, tags)
    for sentence, its_tags, its_phrases in zip(batch, tags, phrases, strict=True):
        yield sentence.with_columns(
            tags=its_tags,
            lemmas=lemma.lemmas(sentence.words, its_tags) if lemmas else sentence.lemmas,
            chunks=its_phrases,
        )
