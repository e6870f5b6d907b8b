"""Every noun of a text that could be asked about, with what is known of its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from solecism.kind import NUMBER
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.mentions import N_CONTEXT, documents_of, mentions
from solecism.locate.noun_phrases import noun_phrases
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.noun_ways import is_askable
from solecism.locate.preposition_columns import columns
from solecism.sentence import Sentence
from solecism.site import Site

_BATCH_SENTENCES = 1_000
# Headings have too little to judge by, and nobody reads longer sentences with pleasure.
_SHORTEST, _LONGEST = 5, 60


class Candidate(NamedTuple):
    """A noun in sentence `number` of `around`, which is the text's sentence `place`."""

    noun: str
    construction: str
    is_mentioned: bool
    word: int
    place: int
    around: list[Sentence]
    number: int

    @property
    def site(self) -> Site:
        """Where the noun is."""
        sentence = self.around[self.number]
        return Site(sentence.id, self.word, self.word + 1, NUMBER, sentence.words[self.word])

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentence, after up to five before it in its document."""
        document = _document(self.around[self.number])
        near = self.around[max(self.number - N_CONTEXT, 0) : self.number + 1]
        return tuple(each for each in near if _document(each) == document)


def candidates(
    sentences: Iterable[Sentence], table: NounTable, *, least_times: int
) -> Iterator[Candidate]:
    """The nouns of annotated sentences that are open and in the table at least so often."""
    is_common = np.append(table.counts.sum(axis=1) >= least_times, False)
    for n_before, around, n_done in _batches(sentences):
        text = columns(around)
        phrases = with_non_count(noun_phrases(text), text, table)
        n_back = mentions(text, phrases, documents=documents_of(around)).n_back
        rows = table.rows(text.lemmas[phrases.heads])
        numbers = text.sentences[phrases.heads]
        lengths = np.array([len(sentence) for sentence in around])[numbers]
        keep = is_askable(phrases) & is_common[rows] & (numbers >= n_before)
        keep &= (lengths >= _SHORTEST) & (lengths <= _LONGEST)
        found = (rows, phrases.constructions, n_back > 0, phrases.heads - text.starts[numbers])
        for row, construction, is_mentioned, word, number in zip(
            *(column[keep].tolist() for column in (*found, numbers)), strict=True
        ):
            yield Candidate(
                table.nouns[row],
                CONSTRUCTIONS[construction],
                is_mentioned,
                word,
                n_done + number - n_before,
                around,
                number,
            )


def _batches(sentences: Iterable[Sentence]) -> Iterator[tuple[int, list[Sentence], int]]:
    """Some sentences at a time, after n of those before; and how many were before them in all."""
    stream = iter(sentences)
    before: list[Sentence] = []
    n_done = 0
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        around = [*before, *batch]
        yield len(before), around, n_done
        before, n_done = around[-N_CONTEXT:], n_done + len(batch)


def _document(sentence: Sentence) -> str:
    return sentence.id.rpartition(".")[0]
