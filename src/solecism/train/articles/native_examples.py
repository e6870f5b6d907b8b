"""Native sentences to examples: contexts of nouns, with the determiner and number chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from solecism.detect.articles.contexts import NOUNS, noun_contexts
from solecism.detect.articles.places import noun_places
from solecism.locate.sentence_columns import columns
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.train.choice.shard import SHARD_SIZE, Shard, collected, together


def shards(sentences: Iterable[Sentence], *, size: int = SHARD_SIZE) -> Iterator[Shard]:
    """The examples of annotated sentences in shards of some hundred thousand."""
    return collected(_small_shards(sentences), size=size)


def whole_shard(sentences: Iterable[Sentence]) -> Shard:
    """All sites that are classified when the sentences are checked."""
    return together(list(_small_shards(sentences)), NOUNS)


def _small_shards(sentences: Iterable[Sentence]) -> Iterator[Shard]:
    for batch in batches(sentences):
        table = columns(batch)
        places = noun_places(table, batch)
        n_words = int(np.count_nonzero(table.words))
        yield Shard(noun_contexts(table, places), places.written, n_words)
