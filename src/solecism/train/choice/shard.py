"""Shards: examples of native text, contexts with the choice that was made, and their file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import Layout
from solecism.locate.sentence_columns import Hashes
from solecism.system import archive

SHARD_SIZE = 500_000
VERSION = 2
_REMEDY = "Empty the work folder and train again."


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Contexts, one row per example, the choice made in each, and the number of words of text."""

    contexts: Hashes
    choices: npt.NDArray[np.uint8]
    n_words: int

    def __len__(self) -> int:
        return len(self.choices)


def collected(shards: Iterable[Shard], *, size: int = SHARD_SIZE) -> Iterator[Shard]:
    """Small shards joined to shards of some hundred thousand examples."""
    parts: list[Shard] = []
    for shard in shards:
        parts.append(shard)
        if sum(map(len, parts)) > size:
            yield _joined(parts)
            parts = []
    if parts:
        yield _joined(parts)


def thinned(shard: Shard, step: int) -> Shard:
    """Every `step`-th example."""
    if step == 1:
        return shard
    contexts = shard.contexts[::step].copy()
    return Shard(contexts, shard.choices[::step].copy(), shard.n_words // step)


def together(parts: Sequence[Shard], layout: Layout) -> Shard:
    """The examples of all parts."""
    if not parts:
        nothing = np.zeros((0, len(layout.names)), dtype=np.uint32)
        return Shard(nothing, np.zeros(0, dtype=np.uint8), 0)
    return _joined(parts)


def _joined(parts: Sequence[Shard]) -> Shard:
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
    arrays = archive.parse(data, names=names, version=VERSION, file=file, remedy=_REMEDY)
    return Shard(arrays["contexts"], arrays["choices"], int(arrays["n_words"]))
