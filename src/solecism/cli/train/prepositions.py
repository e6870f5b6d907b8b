"""`solecism train prepositions`: the detectors of prepositions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import WorkFolder, check_output
from solecism.cli.terminal.progress import progress_bar
from solecism.cli.train.options import learner_option, native_option, work_option
from solecism.train.choice.native_shards import prepare_shards, training_shards, tuning_shard
from solecism.train.texts import annotated_learner_sentences

if TYPE_CHECKING:
    from solecism.train.choice.examples import ErrorExamples


@click.command(name="prepositions")
@native_option
@learner_option()
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@work_option()
@seed_option(default=1, result="model")
def command(
    native: tuple[str, ...], learner: tuple[str, ...], out: str, work: str | None, seed: int
) -> None:
    """Train the detector of wrong, extraneous and missing prepositions.

    Native text is plain, with one paragraph per line and a blank line between documents; .xz and
    .gz are decompressed. Every fiftieth document is held out, and another fiftieth is reserved for
    tuning. Native text teaches which preposition belongs where. Learner text teaches what is an
    error; a tenth of it is reserved for tuning. Without learner text, errors are made in native
    text at the rates of the bundled model. With --work an interrupted run continues where it
    stopped: file by file, then part by part.

    \b
    Example:
      solecism train prepositions --native examples/texts/library.txt --out prepositions.npz
    """
    import tempfile
    from functools import partial

    import numpy as np

    from solecism.detect.prepositions import model as preposition_model
    from solecism.formats import files
    from solecism.train.prepositions import native_examples
    from solecism.train.prepositions import train as prepositions

    check_output(out)
    with tempfile.TemporaryDirectory() as temporary:
        folder = WorkFolder(temporary if work is None else work)
        names = [
            prepare_shards(
                path,
                folder,
                mark=str(seed),
                training=partial(native_examples.shards, rng=np.random.default_rng(seed)),
                tuning=native_examples.checked_shard,
            )
            for path in native
        ]
        shards = [shard for name in names for shard in training_shards(name, folder)]
        known = None if learner else preposition_model.bundled().confusions
        with progress_bar("Reading learner text", "Learning prepositions") as progress:
            model = prepositions.train(
                shards,
                _examples(learner, is_tuning=False),
                _examples(learner, is_tuning=True),
                native_tuning=[tuning_shard(name, folder) for name in names],
                known_confusions=known,
                seed=seed,
                progress=progress,
                parts=folder,
            )
        files.write_bytes(out, preposition_model.format(model))


def _examples(learner: Sequence[str], *, is_tuning: bool) -> ErrorExamples | None:
    from solecism.train.choice.examples import concatenated
    from solecism.train.prepositions.learner_examples import examples

    parts = list(examples(annotated_learner_sentences(learner, is_tuning=is_tuning)))
    return concatenated(parts) if parts else None
