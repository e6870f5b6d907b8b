"""`solecism train prepositions`: the detectors of prepositions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from solecism.cli.training import Folder, check_folder, progress_bar
from solecism.cli.training_text import learner_sentences, split_documents

if TYPE_CHECKING:
    from solecism.detect.learner import Examples
    from solecism.detect.training.native_examples import Shard


@click.command(name="prepositions")
@click.option(
    "--native", multiple=True, required=True, metavar="FILE", help="Running text; repeatable."
)
@click.option(
    "--learner", multiple=True, metavar="FILE", help="Annotated text (.m2, .xml); repeatable."
)
@click.option("--out", required=True, metavar="MODEL", help="Where to write the model (.npz).")
@click.option("--work", metavar="FOLDER", help="Keep what is read of the native text here.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same model.")
def command(
    native: tuple[str, ...], learner: tuple[str, ...], out: str, work: str | None, seed: int
) -> None:
    """Train the detector of wrong, extraneous and missing prepositions.

    Native text is plain, a paragraph a line and a blank line between documents; .xz and .gz are
    unpacked, every fiftieth document is held out, and another fiftieth kept to tune on. It teaches
    which preposition belongs where. Learner text teaches what is an error, but for the tenth that
    is kept to tune on; without it the confusions of the bundled model are put into native text.
    With --work a run that was stopped goes on where it was: file by file, then part by part.

    \b
    Example:
      solecism train prepositions --native examples/texts/library.txt --out prepositions.npz
    """
    import tempfile

    from solecism.detect import preposition_model
    from solecism.detect.training import prepositions
    from solecism.formats import files

    check_folder(out)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Folder(temporary if work is None else work)
        names = [_prepared(path, folder, seed) for path in native]
        shards = [shard for name in names for shard in _shards(name, folder)]
        known = None if learner else preposition_model.bundled().confusions
        with progress_bar("Reading learner text", "Learning prepositions") as progress:
            model = prepositions.train(
                shards,
                _examples(learner, is_tuning=False),
                _examples(learner, is_tuning=True),
                native_tuning=[_shard(f"{name}.tuning", folder) for name in names],
                known_confusions=known,
                seed=seed,
                progress=progress,
                parts=folder,
            )
        files.write_bytes(out, preposition_model.format(model))


def _prepared(path: str, folder: Folder, seed: int) -> str:
    """The name under which the shards of a file are in the folder, made where they are not yet."""
    import numpy as np

    from solecism.detect import native
    from solecism.detect.training import native_examples
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences

    name = f"{files.document_name(path)}.{seed}"
    if f"{name}.done" in folder:
        return name
    learnt = annotate_sentences(split_documents(path, native.context_documents))
    shards = native_examples.shards(learnt, rng=np.random.default_rng(seed))
    n_shards = _written(shards, name, folder)
    checked = annotate_sentences(split_documents(path, native.tuning_documents))
    shard = native_examples.checked_shard(checked)
    folder[f"{name}.tuning"] = native_examples.format(shard)
    folder[f"{name}.done"] = str(n_shards).encode()
    return name


def _written(shards: Iterable[Shard], name: str, folder: Folder) -> int:
    from solecism.detect.training import native_examples

    n_shards = 0
    for shard in shards:
        folder[f"{name}.{n_shards}"] = native_examples.format(shard)
        n_shards += 1
    return n_shards


def _shards(name: str, folder: Folder) -> Iterator[Callable[[], Shard]]:
    """What reads each shard of a file."""
    for number in range(int(folder[f"{name}.done"])):
        yield partial(_shard, f"{name}.{number}", folder)


def _shard(name: str, folder: Folder) -> Shard:
    from solecism.detect.training import native_examples

    return native_examples.parse(folder[name], file=name)


def _examples(learner: Sequence[str], *, is_tuning: bool) -> Examples | None:
    from solecism.detect.learner import concatenated, examples
    from solecism.language.annotate import annotate_sentences

    sentences = annotate_sentences(learner_sentences(learner, is_tuning=is_tuning))
    parts = list(examples(sentences))
    return concatenated(parts) if parts else None
