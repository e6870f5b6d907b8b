"""`solecism train perceptron`: the perceptron of extraneous prepositions."""

from __future__ import annotations

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar
from solecism.train.texts import learner_sentences, native_sentences


@click.command(name="perceptron")
@click.argument("learner", metavar="LEARNER...", nargs=-1, required=True)
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    help="File of running native text to insert errors into; may be repeated.",
)
@click.option(
    "--native-sentences",
    "n_native",
    default=20_000,
    show_default=True,
    type=click.IntRange(min=0),
    help="Number of sentences to use per native file.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@seed_option(default=1, result="model")
def command(
    learner: tuple[str, ...], native: tuple[str, ...], n_native: int, out: str, seed: int
) -> None:
    """Train the perceptron that finds extraneous prepositions.

    LEARNER is annotated text (.m2, .xml): nine tenths are for training, and the tenth that is
    reserved for tuning sets the threshold and the probabilities. Prepositions are inserted into
    sentences of the --native files (plain text, also .xz and .gz; every fiftieth document is held
    out) as learners do.

    \b
    Example:
      solecism train perceptron examples/annotations/*.m2 --out perceptron.npz \\
          --native examples/texts/library.txt
    """
    import numpy as np

    from solecism.detect.extraneous import perceptron as model_file
    from solecism.formats import files
    from solecism.train.extraneous import perceptron
    from solecism.train.extraneous.examples import examples

    check_output(out)
    with progress_bar("Reading", "Learning") as progress:
        model = perceptron.train(
            list(examples(learner_sentences(learner, is_tuning=False))),
            list(examples(learner_sentences(learner, is_tuning=True))),
            native_sentences(native, limit=n_native),
            rng=np.random.default_rng(seed),
            progress=progress,
        )
    files.write_bytes(out, model_file.format(model))
