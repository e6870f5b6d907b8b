"""A block: many annotated sentences as columns of numbers, computed when they are first used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language.chunking.phrases import Phrases
from solecism.language.tagging.word_types import WordTypes, current_tags, current_types
from solecism.numeric.arrays import Ints, Ints32
from solecism.sentence import Chunk, Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Block:
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


def block_of(sentences: Sequence[Sentence]) -> Block:
    """The block of the sentences, built from their tags, lemmas and chunks where needed."""
    link = sentences[0].link if sentences else None
    if link is not None:
        block, first = link
        if isinstance(block, Block) and len(sentences) == len(block.lengths) and not first:
            links = [sentence.link for sentence in sentences]
            if links == [(block, number) for number in range(len(links))]:
                return block
    return _gathered(sentences)


def gathered(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The same sentences in a block of their own, so that it is built once for all detectors."""
    block = block_of(sentences)
    return [sentence.linked(block, number) for number, sentence in enumerate(sentences)]


def _gathered(sentences: Sequence[Sentence]) -> Block:
    for sentence in sentences:
        if len(sentence.tags) != len(sentence.words) or len(sentence.lemmas) != len(sentence.words):
            raise InputError(f"{sentence.id}: has no tags or lemmas. Annotate the sentences first.")
    types, tag_types = current_types(), current_tags()
    lengths = np.array([len(sentence.words) for sentence in sentences], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    return Block(
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
