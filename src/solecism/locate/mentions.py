"""Direct anaphora: has the same noun headed a phrase before, in the sentences just before?

Lee, Tetreault and Chodorow (2009), section 3.3, footnote 2, with a context of five sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.locate.noun_phrases import NounPhrases, Reason
from solecism.locate.sentence_columns import Columns
from solecism.numeric.arrays import Ints
from solecism.sentence import Sentence

N_CONTEXT = 5


@dataclass(frozen=True, slots=True, eq=False)
class Mentions:
    """The earlier mentions of the head of each noun phrase.

    `n_back` is how many sentences back the last one is, 0 if there is none within five;
    `is_in_sentence` whether there is one earlier in the same sentence; `last` the number of the
    last such phrase, -1 if there is none.
    """

    n_back: npt.NDArray[np.uint8]
    is_in_sentence: npt.NDArray[np.bool_]
    last: Ints


def documents_of(sentences: Sequence[Sentence]) -> Ints:
    """The number of each sentence's document, by ids: `essay7.3` belongs to `essay7`.

    >>> from solecism.sentence import from_words
    >>> documents_of([from_words(id, ["Yes"]) for id in ("a.1", "a.2", "b.1")]).tolist()
    [0, 0, 1]
    """
    numbers: dict[str, int] = {}
    names = (sentence.id.rpartition(".")[0] for sentence in sentences)
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def mentions(columns: Columns, phrases: NounPhrases, *, documents: Ints | None = None) -> Mentions:
    """The earlier mentions of each head in these sentences, which are one document by default."""
    is_noun = (phrases.reasons != Reason.NO_NOUN) & (phrases.reasons != Reason.PRONOUN)
    nouns = np.flatnonzero(is_noun)
    lemmas = columns.lemmas[phrases.heads[nouns]]
    order = np.argsort(lemmas, kind="stable")
    nouns, lemmas = nouns[order], lemmas[order]
    sentences = columns.sentences[phrases.heads[nouns]]
    is_new = np.ones(len(nouns), dtype=bool)
    is_new[1:] = (lemmas[1:] != lemmas[:-1]) | (sentences[1:] != sentences[:-1])
    first_here = np.maximum.accumulate(np.where(is_new, np.arange(len(nouns)), 0))
    before = np.maximum(first_here - 1, 0)
    distance = sentences - sentences[before]
    is_near = (lemmas[before] == lemmas) & (distance > 0) & (distance <= N_CONTEXT)
    if documents is not None:
        is_near &= documents[sentences] == documents[sentences[before]]
    result = Mentions(
        np.zeros(len(phrases), dtype=np.uint8),
        np.zeros(len(phrases), dtype=bool),
        np.full(len(phrases), -1, dtype=np.int64),
    )
    result.n_back[nouns] = np.where(is_near, distance, 0)
    result.is_in_sentence[nouns] = ~is_new
    result.last[nouns] = np.where(is_near, nouns[before], -1)
    again = np.flatnonzero(~is_new)
    result.last[nouns[again]] = nouns[again - 1]
    return result
