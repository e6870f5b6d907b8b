"""Shards of native text: contexts with the choice that was made, each stored once in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from solecism.detect.light.context_models import ContextLayout
from solecism.formats.corpora import split_documents
from solecism.locate.sentence_columns import Hashes
from solecism.system import archive

if TYPE_CHECKING:
    from solecism.sentence import Sentence

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


def merged_shards(shards: Iterable[Shard], *, size: int = SHARD_SIZE) -> Iterator[Shard]:
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


def concatenated_shards(parts: Sequence[Shard], layout: ContextLayout) -> Shard:
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


def format_shard(shard: Shard) -> bytes:
    """The bytes of a shard's file; `parse_shard` gives the shard back."""
    arrays: archive.Arrays = {
        "contexts": shard.contexts,
        "choices": shard.choices,
        "n_words": np.array(shard.n_words),
    }
    return archive.format(arrays, version=VERSION, compressed=False)


def parse_shard(data: bytes, *, file: str) -> Shard:
    """The shard in the bytes of its file."""
    names = ("contexts", "choices", "n_words")
    arrays = archive.parse(data, names=names, version=VERSION, file=file, remedy=_REMEDY)
    return Shard(arrays["contexts"], arrays["choices"], int(arrays["n_words"]))


# The files of a work folder by name.
Folder = MutableMapping[str, bytes]


def prepare_shards(
    path: str,
    folder: Folder,
    *,
    mark: str,
    training: Callable[[Iterable[Sentence]], Iterable[Shard]],
    tuning: Callable[[Iterable[Sentence]], Shard],
) -> str:
    """The name under which the shards of a file are in the folder; they are made if missing.

    `mark` distinguishes them from other shards of the same file. From annotated sentences,
    `training` makes the shards to train on and `tuning` the one to tune on.
    """
    from solecism.formats import corpora as native
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences

    name = f"{files.document_name(path)}.{mark}"
    if f"{name}.done" in folder:
        return name
    n_shards = 0
    for part in training(annotate_sentences(split_documents(path, native.context_documents))):
        folder[f"{name}.{n_shards}"] = format_shard(part)
        n_shards += 1
    held_back = tuning(annotate_sentences(split_documents(path, native.tuning_documents)))
    folder[f"{name}.tuning"] = format_shard(held_back)
    folder[f"{name}.done"] = str(n_shards).encode()
    return name


def training_shards(
    name: str, folder: Folder, *, most: int | None = None
) -> Iterator[Callable[[], Shard]]:
    """Functions that read the shards of a file, thinned evenly to at most `most` examples."""
    names = [f"{name}.{number}" for number in range(int(folder[f"{name}.done"]))]
    step = 1
    if most is not None:
        step = max(1, -(-sum(len(_shard(each, folder)) for each in names) // most))
    for each in names:
        yield partial(_shard, each, folder, step=step)


def tuning_shard(name: str, folder: Folder) -> Shard:
    """The shard of a file that is reserved for tuning."""
    return _shard(f"{name}.tuning", folder)


def _shard(name: str, folder: Folder, *, step: int = 1) -> Shard:

    return thinned(parse_shard(folder[name], file=name), step)
