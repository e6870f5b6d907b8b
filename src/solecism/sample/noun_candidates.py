"""The nouns of a text that raters can be asked about, with their context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from solecism.kind import NUMBER
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.mentions import N_CONTEXT, documents_of, mentions
from solecism.locate.noun_phrases import NounPhrases, noun_phrases
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.noun_ways import is_askable
from solecism.locate.sentence_columns import Columns, columns
from solecism.numeric.arrays import Bools
from solecism.sentence import Sentence
from solecism.site import Site
from solecism.system.batches import batches

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
        """The site of the noun."""
        sentence = self.around[self.number]
        return Site(sentence.id, self.word, self.word + 1, NUMBER, sentence.words[self.word])

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentence, preceded by up to five earlier ones of its document."""
        document = _document(self.around[self.number])
        near = self.around[max(self.number - N_CONTEXT, 0) : self.number + 1]
        return tuple(each for each in near if _document(each) == document)


def candidates(
    sentences: Iterable[Sentence], table: NounTable, *, least_times: int
) -> Iterator[Candidate]:
    """The nouns of annotated sentences that are open and frequent enough in the table."""
    is_common = np.append(table.counts.sum(axis=1) >= least_times, False)
    before: list[Sentence] = []
    last_mentions: dict[tuple[int, str], int] = {}
    n_done = 0
    for batch in batches(sentences):
        around = [*before, *batch]
        text = columns(batch)
        phrases = with_non_count(noun_phrases(text), text, table)
        numbers = text.sentences[phrases.heads]
        rows = table.rows(text.lemmas[phrases.heads])
        words = phrases.heads - text.starts[numbers]
        is_mentioned = mentions(text, phrases, documents=documents_of(batch)).n_back > 0
        is_mentioned |= _is_mentioned_before(last_mentions, batch, text, phrases)
        is_candidate = is_askable(phrases) & is_common[rows] & _is_readable(batch)[numbers]
        of_phrases = (rows, phrases.constructions, is_mentioned, words, numbers)
        for row, construction, was_mentioned, word, number in zip(
            *(column[is_candidate].tolist() for column in of_phrases), strict=True
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
        last_mentions = _last_mentions(batch, text, phrases)


def _is_readable(batch: Sequence[Sentence]) -> Bools:
    lengths = np.array([len(sentence) for sentence in batch])
    return np.asarray((lengths >= _SHORTEST) & (lengths <= _LONGEST))


def _last_mentions(
    batch: Sequence[Sentence], text: Columns, phrases: NounPhrases
) -> dict[tuple[int, str], int]:
    """How many sentences before the end of the batch each noun last occurred, by document."""
    numbers = text.sentences[phrases.heads]
    last = np.flatnonzero(numbers >= len(batch) - N_CONTEXT)
    lemmas = text.lemmas[phrases.heads[last]]
    return {
        (lemma, _document(batch[number])): len(batch) - number
        for lemma, number in zip(lemmas.tolist(), numbers[last].tolist(), strict=True)
    }


def _is_mentioned_before(
    last_mentions: dict[tuple[int, str], int],
    batch: Sequence[Sentence],
    text: Columns,
    phrases: NounPhrases,
) -> Bools:
    """Whether each noun occurred before the batch, at most five sentences earlier."""
    numbers = text.sentences[phrases.heads]
    first = np.flatnonzero(numbers < N_CONTEXT)
    is_mentioned = np.zeros(len(phrases), dtype=bool)
    for index, number in zip(first.tolist(), numbers[first].tolist(), strict=True):
        key = (int(text.lemmas[phrases.heads[index]]), _document(batch[number]))
        is_mentioned[index] = number + last_mentions.get(key, N_CONTEXT + 1) <= N_CONTEXT
    return is_mentioned


def _document(sentence: Sentence) -> str:
    return sentence.id.rpartition(".")[0]
