"""`solecism train curve`: the learning curve of the models that guess prepositions."""

from __future__ import annotations

import tempfile

import click

from solecism.cli.terminal.options import json_option, seed_option
from solecism.cli.terminal.output import WorkFolder
from solecism.cli.terminal.progress import progress_bar
from solecism.cli.terminal.tables import show, show_json
from solecism.cli.train.options import native_option, work_option
from solecism.errors import InputError
from solecism.table import number, span


@click.command(name="curve")
@native_option
@click.option(
    "--step",
    "steps",
    type=click.IntRange(1),
    multiple=True,
    help="Learn from every STEPth example; may be repeated. The default is 256, 64, 16, 4 and 1.",
)
@click.option(
    "--test",
    "tests",
    multiple=True,
    metavar="FILE",
    help="Guess the prepositions of all of this text instead; may be repeated.",
)
@work_option()
@seed_option(default=1)
@json_option
def command(
    native: tuple[str, ...],
    steps: tuple[int, ...],
    tests: tuple[str, ...],
    work: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Show how well prepositions are guessed after more and more native examples.

    The two context models of `solecism train prepositions` are trained on every 256th example of
    the native text, every 64th, and so on, and guess the prepositions of the documents that were
    held out, every fiftieth of each file. The shards in the folder of --work are those of
    `solecism train prepositions`.

    \b
    Example:
      solecism train curve --native examples/quarry.txt --test examples/texts/library.txt --step 1
    """
    from functools import partial

    import numpy as np

    from solecism.formats.files import document_name
    from solecism.language.annotate import annotate_sentences
    from solecism.train.choice.native_shards import prepare_shards, training_shards
    from solecism.train.corpora import documents, held_out_documents
    from solecism.train.prepositions import native_examples
    from solecism.train.prepositions.curve import STEPS, learning_curve
    from solecism.train.texts import split_documents

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
        shards = [read() for name in names for read in training_shards(name, folder)]
    chosen = documents if tests else held_out_documents
    texts = {
        document_name(path): list(annotate_sentences(split_documents(path, chosen)))
        for path in tests or native
    }
    if not any(texts.values()):
        raise InputError("no document is held out of so little text. Give a text with --test.")
    with progress_bar("Reading", "Learning prepositions") as progress:
        points = list(
            learning_curve(
                shards,
                {name: text for name, text in texts.items() if text},
                steps=steps or STEPS,
                seed=seed,
                progress=progress,
            )
        )
    if as_json:
        show_json({"points": points})
        return
    show(
        "Accuracy by number of native examples",
        ("examples", "text", "model", "accuracy", "95%"),
        [
            [str(point.n_examples), text, model, number(figure), span(figure.interval)]
            for point in points
            for text, models in point.accuracy.items()
            for model, figure in models.items()
        ],
    )
