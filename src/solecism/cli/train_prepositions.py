"""`solecism train prepositions`: the maximum-entropy detector."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.training import check_folder, progress_bar
from solecism.cli.training_text import learner_sentences, native_sentences

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
    unpacked, and every fiftieth document is held out. It teaches which preposition belongs where.
    Learner text teaches what is an error, but for the tenth that is kept to tune on; without it
    the confusions of the bundled model are put into native text. With --work a run that was
    stopped goes on where it was, file by file.

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
        folder = Path(temporary if work is None else work)
        folder.mkdir(parents=True, exist_ok=True)
        shards = [shard for path in native for shard in _shards(path, folder, seed)]
        known = None if learner else preposition_model.bundled().confusions
        with progress_bar("Reading learner text", "Learning prepositions") as progress:
            model = prepositions.train(
                shards,
                _examples(learner, is_tuning=False),
                _examples(learner, is_tuning=True),
                known_confusions=known,
                seed=seed,
                progress=progress,
            )
        files.write_bytes(out, preposition_model.format(model))


def _shards(path: str, folder: Path, seed: int) -> Iterator[Callable[[], Shard]]:
    """What reads each shard of a file, made and written first where it is not there yet."""
    from solecism.formats import files

    name = f"{files.document_name(path)}.{seed}"
    done = folder / f"{name}.done"
    if not done.exists():
        n_shards = _write_shards(path, folder, name, seed)
        done.write_text(str(n_shards), encoding="utf-8")
    for number in range(int(done.read_text(encoding="utf-8"))):
        yield partial(_read_shard, folder / f"{name}.{number}.npz")


def _write_shards(path: str, folder: Path, name: str, seed: int) -> int:
    import numpy as np

    from solecism.detect.training import native_examples
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences

    sentences = annotate_sentences(native_sentences([path]))
    rng = np.random.default_rng(seed)
    n_shards = 0
    for shard in native_examples.shards(sentences, rng=rng):
        files.write_bytes(str(folder / f"{name}.{n_shards}.npz"), native_examples.format(shard))
        n_shards += 1
    return n_shards


def _read_shard(path: Path) -> Shard:
    from solecism import archive
    from solecism.detect.training import native_examples

    return native_examples.parse(archive.read_bytes(path), file=str(path))


def _examples(learner: Sequence[str], *, is_tuning: bool) -> Examples | None:
    from solecism.detect.learner import concatenated, examples
    from solecism.language.annotate import annotate_sentences

    sentences = annotate_sentences(learner_sentences(learner, is_tuning=is_tuning))
    parts = list(examples(sentences))
    return concatenated(parts) if parts else None
