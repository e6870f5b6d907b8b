"""How often native text has each noun in each of the five constructions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from solecism.language.block import block_of
from solecism.locate.construction import CONSTRUCTIONS, NO_CONSTRUCTION
from solecism.locate.noun_phrases import NounPhrases, Reason, noun_phrases
from solecism.locate.sentence_columns import REACH, columns
from solecism.sentence import Sentence
from solecism.system.batches import batches

_N_CELLS = NO_CONSTRUCTION + 1


def _zeros() -> list[int]:
    return [0] * len(CONSTRUCTIONS)


@dataclass(slots=True)
class ConstructionCounts:
    """Counts per noun whose article and number are open, and for all names together."""

    nouns: dict[str, list[int]] = field(default_factory=dict)
    names: list[int] = field(default_factory=_zeros)
    n_words: int = 0

    def total(self) -> list[int]:
        """All nouns together, names left out."""
        return [sum(column) for column in zip(_zeros(), *self.nouns.values(), strict=True)]

    def add(self, other: ConstructionCounts) -> None:
        """Add the counts of another text."""
        for noun, row in other.nouns.items():
            own = self.nouns.setdefault(noun, _zeros())
            own[:] = map(int.__add__, own, row)
        self.names[:] = map(int.__add__, self.names, other.names)
        self.n_words += other.n_words


def count_constructions(sentences: Iterable[Sentence]) -> ConstructionCounts:
    """The counts of annotated sentences.

    >>> from solecism.language.annotate import annotate
    >>> count_constructions(annotate("She saw the dog. She likes dogs. It was a dog.", "a")).nouns
    {'dog': [0, 1, 1, 1, 0]}
    """
    counts = ConstructionCounts()
    for batch in batches(sentences):
        _add(counts, batch)
    return counts


def _add(counts: ConstructionCounts, batch: list[Sentence]) -> None:
    block, table = block_of(batch), columns(batch)
    phrases = noun_phrases(table)
    phrases = phrases.select(phrases.constructions != NO_CONSTRUCTION)
    is_open, is_name = (phrases.reasons == reason for reason in (Reason.OPEN, Reason.NAME))
    # Columns have empty places between the sentences, a block has none.
    at = phrases.heads - (table.sentences[phrases.heads] + 1) * REACH
    cells = block.lemmas[at[is_open]].astype(np.int64) * _N_CELLS + phrases.constructions[is_open]
    numbers, times = np.unique(cells, return_counts=True)
    lemmas = block.lemma_types.words
    for number, n_times in zip(numbers.tolist(), times.tolist(), strict=True):
        lemma, construction = divmod(number, _N_CELLS)
        # The lemma of what the tagger took for a name has a capital.
        noun = lemmas[lemma].lower()
        counts.nouns.setdefault(noun, _zeros())[construction] += n_times
    for construction, n_names in enumerate(_bins(phrases.select(is_name))):
        counts.names[construction] += n_names
    counts.n_words += len(block.words)


def _bins(phrases: NounPhrases) -> list[int]:
    counts: list[int] = np.bincount(phrases.constructions, minlength=len(CONSTRUCTIONS)).tolist()
    return counts
