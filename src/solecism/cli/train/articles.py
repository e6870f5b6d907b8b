"""`solecism train articles`: the detector of articles and noun number."""

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
    from solecism.train.articles.learner_examples import NounExamples


@click.command(name="articles")
@native_option
@learner_option()
@click.option(
    "--nouns", metavar="TABLE", help="Use this table of nouns instead of the bundled one."
)
@click.option(
    "--most",
    default=1_500_000,
    show_default=True,
    help="Maximum number of examples per native file.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@work_option()
@seed_option(default=1, result="model")
def command(
    native: tuple[str, ...],
    learner: tuple[str, ...],
    nouns: str | None,
    most: int,
    out: str,
    work: str | None,
    seed: int,
) -> None:
    """Train the detector of errors in articles and noun number.

    Native text is plain, with one paragraph per line and a blank line between documents; .xz and
    .gz are decompressed. Every fiftieth document is held out, and another fiftieth is reserved for
    tuning. Native text teaches which determiner and number belong where. Learner text teaches what
    is an error; a tenth of it is reserved for tuning. Without learner text, errors are made in
    native text at the rates of the bundled model. Files with more examples than --most are thinned
    evenly. With --work an interrupted run continues where it stopped: file by file, then part by
    part.

    \b
    Example:
      solecism train articles --native examples/texts/library.txt --out articles.npz
    """
    import tempfile
    from pathlib import Path

    from solecism.detect.articles import model as article_model
    from solecism.formats import files
    from solecism.locate import noun_table
    from solecism.train.articles import native_examples, train

    check_output(out)
    table = noun_table.bundled_nouns() if nouns is None else noun_table.read(Path(nouns))
    with tempfile.TemporaryDirectory() as temporary:
        folder = WorkFolder(temporary if work is None else work)
        names = [
            prepare_shards(
                path,
                folder,
                mark="articles",
                training=native_examples.shards,
                tuning=native_examples.whole_shard,
            )
            for path in native
        ]
        with progress_bar("Reading learner text", "Learning articles") as progress:
            model = train.train(
                [shard for name in names for shard in training_shards(name, folder, most=most)],
                _examples(learner, is_tuning=False),
                _examples(learner, is_tuning=True),
                table,
                native_tuning=[tuning_shard(name, folder) for name in names],
                known_confusions=None if learner else article_model.bundled().confusions,
                seed=seed,
                progress=progress,
                parts=folder,
            )
        files.write_bytes(out, article_model.format(model))


def _examples(learner: Sequence[str], *, is_tuning: bool) -> NounExamples | None:
    from solecism.train.articles.learner_examples import concatenated, noun_examples

    parts = list(noun_examples(annotated_learner_sentences(learner, is_tuning=is_tuning)))
    return concatenated(parts) if parts else None
