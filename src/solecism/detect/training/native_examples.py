"""Native sentences to examples: contexts of prepositions and of some gaps, with the choice made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from solecism import archive
from solecism.detect.contexts import NAMES, contexts
from solecism.locate.preposition_columns import Hashes, columns
from solecism.locate.preposition_places import gaps, joined, prepositions
from solecism.sentence import Sentence

_BATCH_SENTENCES = 1_000
# There are more gaps than prepositions, and less to learn from each.
GAP_SHARE = 1 / 3
SHARD_SIZE = 500_000
VERSION = 1
_REMEDY = "Empty the work folder and train anew."


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


def format(shard: Shard) -> bytes:
    """The bytes of a shard's file; `parse` gives the shard back."""
    arrays: archive.Arrays = {"contexts": shard.contexts, "choices": shard.choices}
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> Shard:
    """The shard in the bytes of its file."""
    names = ("contexts", "choices")
    found = archive.parse(data, names=names, version=VERSION, file=file, remedy=_REMEDY)
    return Shard(found["contexts"], found["choices"])
