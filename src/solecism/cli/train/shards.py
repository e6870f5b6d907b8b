"""Shards of native text in the work folder of a command that trains, each made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from solecism.cli.terminal.output import WorkFolder
from solecism.cli.train.texts import split_documents

if TYPE_CHECKING:
    from solecism.sentence import Sentence
    from solecism.train.choice.shard import Shard


def prepared(
    path: str,
    folder: WorkFolder,
    *,
    mark: str,
    learnt: Callable[[Iterable[Sentence]], Iterable[Shard]],
    checked: Callable[[Iterable[Sentence]], Shard],
) -> str:
    """The name under which the shards of a file are in the folder, made where they are not yet.

    `mark` tells them from others of the same file. `learnt` makes what is learnt from, `checked`
    what is tuned on, of annotated sentences.
    """
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences
    from solecism.train import corpora as native
    from solecism.train.choice import shard

    name = f"{files.document_name(path)}.{mark}"
    if f"{name}.done" in folder:
        return name
    n_shards = 0
    for part in learnt(annotate_sentences(split_documents(path, native.context_documents))):
        folder[f"{name}.{n_shards}"] = shard.format(part)
        n_shards += 1
    tuning = checked(annotate_sentences(split_documents(path, native.tuning_documents)))
    folder[f"{name}.tuning"] = shard.format(tuning)
    folder[f"{name}.done"] = str(n_shards).encode()
    return name


def learnt_shards(
    name: str, folder: WorkFolder, *, most: int | None = None
) -> Iterator[Callable[[], Shard]]:
    """What reads each shard of a file, thinned out evenly where there are more than `most`."""
    names = [f"{name}.{number}" for number in range(int(folder[f"{name}.done"]))]
    step = 1
    if most is not None:
        step = max(1, -(-sum(len(_shard(each, folder)) for each in names) // most))
    for each in names:
        yield partial(_shard, each, folder, step=step)


def tuning_shard(name: str, folder: WorkFolder) -> Shard:
    """The shard of a file that is kept to tune on."""
    return _shard(f"{name}.tuning", folder)


def _shard(name: str, folder: WorkFolder, *, step: int = 1) -> Shard:
    from solecism.train.choice import shard

    return shard.thinned(shard.parse(folder[name], file=name), step)
