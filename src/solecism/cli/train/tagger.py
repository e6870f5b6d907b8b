"""`solecism train tagger`: the part-of-speech tagger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar


@click.command(name="tagger")
@click.argument("train", metavar="TRAIN.conllu")
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    help="File of running native text to learn words from; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@seed_option(default=1, result="model")
@click.option(
    "--epochs", type=click.IntRange(min=1), help="Number of passes through the training sentences."
)
def command(train: str, native: tuple[str, ...], out: str, seed: int, epochs: int | None) -> None:
    """Train the part-of-speech tagger on sentences with Penn tags in CoNLL-U.

    Running text (--native: plain text, also .xz and .gz) teaches which words are used alike. The
    bundled model took two minutes on one core.

    \b
    Example:
      solecism tag --conllu examples/texts/library.txt > library.conllu
      solecism train tagger library.conllu --epochs 2 --out tagger.npz
      solecism tag --tagger tagger.npz examples/texts/library.txt
    """
    from dataclasses import replace

    from solecism.formats import conllu, files
    from solecism.language.tagging import tag_model
    from solecism.train.language import tagger as train_tagger

    check_output(out)
    lines = files.read_lines(train)
    sentences = conllu.parse(lines, document=files.document_name(train), file=train)
    settings = train_tagger.TaggerSettings()
    with progress_bar("Learning words", "Learning tags") as progress:
        model = train_tagger.train(
            sentences,
            unlabelled=_paragraphs(native) if native else None,
            seed=seed,
            settings=settings if epochs is None else replace(settings, n_epochs=epochs),
            progress=progress,
        )
    files.write_bytes(out, tag_model.format(model))


def _paragraphs(native: Iterable[str]) -> Iterator[tuple[str, ...]]:
    from solecism.formats import files
    from solecism.language.text.tokenise import tokenise

    for file in native:
        for line in files.read_lines(file):
            if not line.isspace():
                yield tokenise(line)[0]
