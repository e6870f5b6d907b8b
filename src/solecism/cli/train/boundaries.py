"""`solecism train boundaries`: where sentences end."""

from __future__ import annotations

import click

from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar


@click.command(name="boundaries")
@click.argument("train", metavar="TRAIN.conllu...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.json).")
def command(train: tuple[str, ...], out: str) -> None:
    """Train the model of sentence boundaries on texts in CoNLL-U.

    The texts are rebuilt from the files: spaces between words and sentences, and a blank line
    where a document or paragraph begins. Nothing is random: the same texts give the same model.
    The bundled model took ten seconds.

    \b
    Example:
      solecism tag --conllu examples/texts/library.txt > library.conllu
      solecism train boundaries library.conllu --out boundaries.json
    """
    from solecism.formats import files, registry
    from solecism.language.text import boundary
    from solecism.train.language import boundaries

    check_output(out)
    with progress_bar("Learning where sentences end", ""):
        weights = boundaries.train(registry.read(train, registry.FORMATS["conllu"]))
    files.write_text(out, [boundary.format_weights(weights)])
