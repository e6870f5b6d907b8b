"""Every noun of a text that could be asked about, with what is known of its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.kind import NUMBER
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.mentions import N_CONTEXT, documents_of, mentions
from solecism.locate.noun_phrases import NounPhrases, noun_phrases
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.noun_ways import is_askable
from solecism.locate.preposition_columns import Columns, columns
from solecism.sentence import Sentence
from solecism.site import Site

Booleans = npt.NDArray[np.bool_]

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
    stream = iter(sentences)
    before: list[Sentence] = []
    n_done = 0
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        around = [*before, *batch]
        text = columns(batch)
        phrases = with_non_count(noun_phrases(text), text, table)
        numbers = text.sentences[phrases.heads]
        rows = table.rows(text.lemmas[phrases.heads])
        words = phrases.heads - text.starts[numbers]
        is_mentioned = _is_mentioned(before, batch, text, phrases)
        keep = is_askable(phrases) & is_common[rows] & _is_readable(batch)[numbers]
        found = (rows, phrases.constructions, is_mentioned, words, numbers)
        for row, construction, was_mentioned, word, number in zip(
            *(column[keep].tolist() for column in found), strict=True
        ):
            yield Candidate(
                table.nouns[row],
                CONSTRUCTIONS[construction],
                was_mentioned,
                word,
                n_done + number,
                around,
                len(before) + number,
            )
        before, n_done = around[-N_CONTEXT:], n_done + len(batch)


def _is_readable(batch: Sequence[Sentence]) -> Booleans:
    lengths = np.array([len(sentence) for sentence in batch])
    return np.asarray((lengths >= _SHORTEST) & (lengths <= _LONGEST))


def _is_mentioned(
    before: Sequence[Sentence], batch: Sequence[Sentence], text: Columns, phrases: NounPhrases
) -> Booleans:
    """Whether each noun was in the five sentences before, some of which are `before` the batch."""
    found = mentions(text, phrases, documents=documents_of(batch)).n_back > 0
    if before:
        # The columns of a batch are at hand; only where it begins they are made anew.
        border = [*before, *batch[:N_CONTEXT]]
        near = columns(border)
        there = noun_phrases(near)
        n_back = mentions(near, there, documents=documents_of(border)).n_back
        is_new = near.sentences[there.heads] >= len(before)
        found[text.sentences[phrases.heads] < N_CONTEXT] = n_back[is_new] > 0
    return np.asarray(found)


def _document(sentence: Sentence) -> str:
    return sentence.id.rpartition(".")[0]
