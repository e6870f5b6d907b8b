"""`solecism train insertions`: words that are inserted where none is needed."""

from __future__ import annotations

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import check_output
from solecism.train.texts import native_counts


@click.command(name="insertions")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the words to (.tsv).")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum number of sentences per file.")
@click.option(
    "-n",
    "--size",
    type=click.IntRange(min=1),
    default=2500,
    show_default=True,
    help="Number of words to draw.",
)
@seed_option(default=7, result="words")
def command(native: tuple[str, ...], out: str, limit: int | None, size: int, seed: int) -> None:
    """Draw the words that `solecism corrupt` inserts where none is needed.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. Words are
    drawn as often as they occur in the text; names, numbers and foreign words are left out.

    \b
    Example:
      solecism train insertions examples/texts/library.txt -n 100 --out insertions.tsv
    """
    import numpy as np

    from solecism.corrupt.tables.insertions import format, learn_insertions
    from solecism.formats import files

    check_output(out)
    counts = native_counts(native, limit=limit)
    drawn = learn_insertions(counts, rng=np.random.default_rng(seed), n_words=size)
    files.write_text(out, format(drawn))
    click.echo(f"{drawn.total()} words, {len(drawn)} different ones.", err=True)
