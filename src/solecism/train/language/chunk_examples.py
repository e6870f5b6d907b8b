"""Training data of the chunker: sentences as in a corpus, and as in raw text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from solecism.errors import InputError
from solecism.language.tagging.tag import Tagger, tag
from solecism.sentence import Chunk, Sentence, from_words

_HYPHEN_INSIDE = re.compile(r"\w-\w")
_PIECE = re.compile(r"-|[^-]+")


def examples(sentences: Sequence[Sentence], *, tagger: Tagger | None = None) -> list[Sentence]:
    """The sentences as they are, with our tags, and with hyphenated words split as we do it."""
    for sentence in sentences:
        if len(sentence) and not sentence.tags:
            raise InputError(f"{sentence.id}: has no tags. Tag it first.")
    if not any(sentence.chunks for sentence in sentences):
        raise InputError("no sentence has a chunk: there is nothing to learn from.")
    cut = [pieces for sentence in sentences if (pieces := cut_hyphens(sentence)) is not sentence]
    return [*sentences, *tag(sentences, tagger=tagger), *tag(cut, tagger=tagger)]


def cut_hyphens(sentence: Sentence) -> Sentence:
    """The sentence with words cut at hyphens, as in the English Web Treebank, without tags."""
    pieces = [
        _PIECE.findall(word) if _HYPHEN_INSIDE.search(word) else [word] for word in sentence.words
    ]
    firsts = list(accumulate(map(len, pieces), initial=0))
    if firsts[-1] == len(sentence):
        return sentence
    chunks = tuple(
        Chunk(chunk.label, firsts[chunk.start], firsts[chunk.end], firsts[chunk.end] - 1)
        for chunk in sentence.chunks
    )
    words = [piece for word in pieces for piece in word]
    return replace(from_words(sentence.id, words), chunks=chunks)
