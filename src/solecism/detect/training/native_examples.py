"""Native sentences to examples: contexts of prepositions and of some gaps, with the choice made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from solecism import archive
from solecism.detect.contexts import NAMES, contexts
from solecism.locate.preposition_columns import Columns, Hashes, columns
from solecism.locate.preposition_places import Places, gaps, joined, prepositions
from solecism.sentence import Sentence

_BATCH_SENTENCES = 1_000
# There are more gaps than prepositions, and less to learn from each.
GAP_SHARE = 1 / 3
SHARD_SIZE = 500_000
VERSION = 2
_REMEDY = "Empty the work folder and train anew."


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Contexts, a row an example, and the choice that was made in each, of so many words."""

    contexts: Hashes
    choices: npt.NDArray[np.uint8]
    n_words: int

    def __len__(self) -> int:
        return len(self.choices)


def shards(
    sentences: Iterable[Sentence], *, rng: np.random.Generator, size: int = SHARD_SIZE
) -> Iterator[Shard]:
    """The examples of annotated sentences, some hundred thousand at a time."""
    parts: list[Shard] = []
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        parts.append(learnt(columns(batch), rng=rng))
        if sum(map(len, parts)) > size:
            yield together(parts)
            parts = []
    if parts:
        yield together(parts)


def checked_shard(sentences: Iterable[Sentence]) -> Shard:
    """All that is looked at when the sentences are checked."""
    stream, parts = iter(sentences), []
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        parts.append(checked(columns(batch)))
    return together(parts)


def learnt(table: Columns, *, rng: np.random.Generator) -> Shard:
    """The examples of some sentences: all prepositions and some of the gaps, wherever they are."""
    some = gaps(table, everywhere=True)
    some = some.select(rng.random(len(some)) < GAP_SHARE)
    return _shard(table, joined(prepositions(table), some))


def checked(table: Columns) -> Shard:
    """All prepositions of some sentences, and the gaps where one may be missing."""
    return _shard(table, joined(prepositions(table), gaps(table)))


def _shard(table: Columns, places: Places) -> Shard:
    return Shard(contexts(table, places), places.choices, int(np.count_nonzero(table.words)))


def together(parts: Sequence[Shard]) -> Shard:
    """The examples of all parts."""
    if not parts:
        nothing = np.zeros((0, len(NAMES)), dtype=np.uint32)
        return Shard(nothing, np.zeros(0, dtype=np.uint8), 0)
    return Shard(
        np.concatenate([part.contexts for part in parts]),
        np.concatenate([part.choices for part in parts]),
        sum(part.n_words for part in parts),
    )


def format(shard: Shard) -> bytes:
    """The bytes of a shard's file; `parse` gives the shard back."""
    arrays: archive.Arrays = {
        "contexts": shard.contexts,
        "choices": shard.choices,
        "n_words": np.array(shard.n_words),
    }
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> Shard:
    """The shard in the bytes of its file."""
    names = ("contexts", "choices", "n_words")
    found = archive.parse(data, names=names, version=VERSION, file=file, remedy=_REMEDY)
    return Shard(found["contexts"], found["choices"], int(found["n_words"]))
