"""`solecism train merging`: which neighbouring changes are one edit."""

from __future__ import annotations

from pathlib import Path

import click

from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar, with_progress


@click.command(name="merging")
@click.argument("train", metavar="TRAIN.m2...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.tsv).")
@click.option("--tagger", metavar="MODEL", help="Tag with this model instead of the bundled one.")
def command(train: tuple[str, ...], out: str, tagger: str | None) -> None:
    """Train the model that joins neighbouring changes into one edit, on annotators' edits.

    TRAIN is M2, in which each annotator is a correction of its own. Nothing is random: the same
    edits give the same model. The bundled model took 15 seconds on one core.

    \b
    Example:
      solecism train merging examples/annotations/*.m2 --out merge.tsv
    """
    from solecism.align.merge import format_weights
    from solecism.formats import files, registry
    from solecism.language.tagging.tag import Tagger
    from solecism.train import merging as train_merge

    check_output(out)
    sentences = list(registry.read(train, registry.FORMATS["m2"]))
    with progress_bar("Reading", "Reading edits") as progress:
        weights = train_merge.train(
            with_progress(sentences, progress, total=len(sentences)),
            tagger=None if tagger is None else Tagger.load(Path(tagger)),
        )
    files.write_text(out, [format_weights(weights)])
