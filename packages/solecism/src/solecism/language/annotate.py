"""Text to sentences with tags, lemmas and chunks, in one call.

Many sentences are annotated together, as a block: columns of numbers from which the tags, lemmas
and chunks of a sentence are computed when they are first used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language import sentence_splitter
from solecism.language.chunker import NO_PHRASES, Chunker, Phrases, bundled_chunker
from solecism.language.tagger import Tagger, bundled_tagger
from solecism.language.word_types import WordTypes, current_tags, current_types, lemma_table
from solecism.numeric import Ints, Ints32
from solecism.sentence import Chunk, Sentence
from solecism.system.installation import model_path
from solecism.system.processes import batches

MODELS = tuple(map(model_path, ("chunker.zz", "inflection.txt", "tagger.npz")))
"""The files of the models that annotate sentences."""
MODELS_OF_TEXT = (sentence_splitter.BUNDLED_MODEL, *MODELS)
"""The files of the models that find sentences in text, and annotate them."""


@dataclass(frozen=True, slots=True, eq=False)
class SentenceBlock:
    """The words of sentences one after another, by number; sentence i has `lengths[i]` of them.

    `words` are numbers of `types`, `tags` of `tag_names`, `lemmas` of `lemma_types`.
    """

    types: WordTypes
    tag_names: Sequence[str]
    lemma_types: WordTypes
    words: Ints32
    tags: npt.NDArray[np.integer]
    lemmas: Ints32
    phrases: Phrases
    lengths: Ints
    starts: Ints

    def columns_of(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Chunk, ...]]:
        """The tags, lemmas and chunks of one sentence."""
        first = int(self.starts[number])
        last = first + int(self.lengths[number])
        names, lemmas = self.tag_names, self.lemma_types.words
        return (
            tuple([names[tag] for tag in self.tags[first:last].tolist()]),
            tuple([lemmas[lemma] for lemma in self.lemmas[first:last].tolist()]),
            self.phrases.between(first, last).chunks(),
        )


def block_of(sentences: Sequence[Sentence]) -> SentenceBlock:
    """The block of the sentences, built from their tags, lemmas and chunks where needed."""
    link = sentences[0].link if sentences else None
    if link is not None:
        block, first = link
        if isinstance(block, SentenceBlock) and len(sentences) == len(block.lengths) and not first:
            links = [sentence.link for sentence in sentences]
            if links == [(block, number) for number in range(len(links))]:
                return block
    return _gathered(sentences)


def gathered(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The same sentences in a block of their own, so that it is built once for all detectors."""
    block = block_of(sentences)
    return [sentence.linked(block, number) for number, sentence in enumerate(sentences)]


def _gathered(sentences: Sequence[Sentence]) -> SentenceBlock:
    for sentence in sentences:
        if len(sentence.tags) != len(sentence.words) or len(sentence.lemmas) != len(sentence.words):
            raise InputError(f"{sentence.id}: has no tags or lemmas. Annotate the sentences first.")
    types, tag_types = current_types(), current_tags()
    lengths = np.array([len(sentence.words) for sentence in sentences], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    return SentenceBlock(
        types=types,
        tag_names=tag_types.words,
        lemma_types=types,
        words=types.numbers(chain.from_iterable(each.words for each in sentences)),
        tags=tag_types.numbers(chain.from_iterable(each.tags for each in sentences)),
        lemmas=types.numbers(chain.from_iterable(each.lemmas for each in sentences)),
        phrases=_phrases(sentences, starts),
        lengths=lengths,
        starts=starts,
    )


def _phrases(sentences: Sequence[Sentence], starts: Ints) -> Phrases:
    shift = np.repeat(starts, [len(sentence.chunks) for sentence in sentences])
    chunks = [chunk for sentence in sentences for chunk in sentence.chunks]
    return Phrases(
        np.array([chunk.start for chunk in chunks], dtype=np.int64) + shift,
        np.array([chunk.end for chunk in chunks], dtype=np.int64) + shift,
        np.array([chunk.head for chunk in chunks], dtype=np.int64) + shift,
        np.array([chunk.label == "VP" for chunk in chunks], dtype=bool),
    )


def annotate(
    text: str, document: str, *, lemmas: bool = True, chunks: bool = True
) -> Iterator[Sentence]:
    """The sentences of a text, with tags, lemmas and chunks.

    >>> [sentence] = annotate("She has two cats.", "letter")
    >>> sentence.tags, sentence.lemmas
    (('PRP', 'VBZ', 'CD', 'NNS', '.'), ('she', 'have', 'two', 'cat', '.'))
    """
    return annotate_sentences(
        sentence_splitter.sentences(text, document), lemmas=lemmas, chunks=chunks
    )


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


def _block(batch: Sequence[Sentence], tagger: Tagger, chunker: Chunker | None) -> SentenceBlock:
    types, names = current_types(), tagger.tag_names
    words = types.numbers(chain.from_iterable(sentence.words for sentence in batch))
    lengths = np.array([len(sentence.words) for sentence in batch], dtype=np.int64)
    tags = tagger.tag_numbers(types, words, lengths)
    lemma_types, lemmas = lemma_table(names).lemmas(types, words, tags)
    phrases = NO_PHRASES
    if chunker is not None:
        phrases = chunker.phrases(types, words, tags, lengths, tag_names=names)
    return SentenceBlock(
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
