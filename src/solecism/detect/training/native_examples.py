"""Native sentences to examples: contexts of prepositions and of some gaps, with the choice made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from solecism.detect.contexts import NAMES, contexts
from solecism.locate.preposition_columns import Hashes, columns
from solecism.locate.preposition_places import gaps, joined, prepositions
from solecism.sentence import Sentence

_BATCH_SENTENCES = 1_000
# There are more gaps than prepositions, and less to learn from each.
GAP_SHARE = 1 / 3
SHARD_SIZE = 500_000


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Contexts, a row an example, and the choice that was made in each."""

    contexts: Hashes
    choices: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.choices)


def shards(
    sentences: Iterable[Sentence], *, rng: np.random.Generator, size: int = SHARD_SIZE
) -> Iterator[Shard]:
    """The examples of annotated sentences, some hundred thousand at a time."""
    parts: list[Shard] = []
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        table = columns(batch)
        some = gaps(table, everywhere=True)
        some = some.select(rng.random(len(some)) < GAP_SHARE)
        places = joined(prepositions(table), some)
        parts.append(Shard(contexts(table, places), places.choices))
        if sum(map(len, parts)) > size:
            yield together(parts)
            parts = []
    if parts:
        yield together(parts)


def together(parts: Sequence[Shard]) -> Shard:
    """The examples of all parts."""
    if not parts:
        nothing = np.zeros((0, len(NAMES)), dtype=np.uint32)
        return Shard(nothing, np.zeros(0, dtype=np.uint8))
    return Shard(
        np.concatenate([part.contexts for part in parts]),
        np.concatenate([part.choices for part in parts]),
    )
