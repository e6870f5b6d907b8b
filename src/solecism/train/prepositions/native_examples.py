"""Native sentences to examples: contexts of prepositions and of some gaps, with the choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from solecism.detect.prepositions.contexts import contexts
from solecism.detect.prepositions.features import PREPOSITIONS
from solecism.locate.preposition_places import Places, gaps, joined, prepositions
from solecism.locate.sentence_columns import Columns, columns
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.train.choice.shard import SHARD_SIZE, Shard, collected, together

# There are more gaps than prepositions, and each teaches less.
GAP_SHARE = 1 / 3


def shards(
    sentences: Iterable[Sentence], *, rng: np.random.Generator, size: int = SHARD_SIZE
) -> Iterator[Shard]:
    """The examples of annotated sentences in shards of some hundred thousand."""
    parts = (learnt(columns(batch), rng=rng) for batch in batches(sentences))
    return collected(parts, size=size)


def checked_shard(sentences: Iterable[Sentence]) -> Shard:
    """All sites that are classified when the sentences are checked."""
    parts = [checked(columns(batch)) for batch in batches(sentences)]
    return together(parts, PREPOSITIONS)


def learnt(table: Columns, *, rng: np.random.Generator) -> Shard:
    """All prepositions of some sentences, and a random part of all gaps."""
    some = gaps(table, everywhere=True)
    some = some.select(rng.random(len(some)) < GAP_SHARE)
    return _shard(table, joined(prepositions(table), some))


def checked(table: Columns) -> Shard:
    """All prepositions of some sentences, and the gaps where one may be missing."""
    return _shard(table, joined(prepositions(table), gaps(table)))


def _shard(table: Columns, places: Places) -> Shard:
    return Shard(contexts(table, places), places.choices, int(np.count_nonzero(table.words)))
