"""Shards of native text in a work folder, each made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from functools import partial
from typing import TYPE_CHECKING

from solecism.train.texts import split_documents

if TYPE_CHECKING:
    from solecism.sentence import Sentence
    from solecism.train.choice.shard import Shard

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
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences
    from solecism.train import corpora as native
    from solecism.train.choice import shard

    name = f"{files.document_name(path)}.{mark}"
    if f"{name}.done" in folder:
        return name
    n_shards = 0
    for part in training(annotate_sentences(split_documents(path, native.context_documents))):
        folder[f"{name}.{n_shards}"] = shard.format(part)
        n_shards += 1
    held_back = tuning(annotate_sentences(split_documents(path, native.tuning_documents)))
    folder[f"{name}.tuning"] = shard.format(held_back)
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
    from solecism.train.choice import shard

    return shard.thinned(shard.parse(folder[name], file=name), step)
