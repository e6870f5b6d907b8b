"""`solecism train spellings`: pairs of words that are written for one another."""

from __future__ import annotations

import click

from solecism.cli.terminal.output import check_output
from solecism.train.texts import native_counts


@click.command(name="spellings")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the pairs to (.tsv).")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum number of sentences per file.")
@click.option(
    "--least",
    type=click.FloatRange(min=0, min_open=True),
    default=150.0,
    show_default=True,
    help="Minimum number of occurrences of a word per million words.",
)
def command(native: tuple[str, ...], out: str, limit: int | None, least: float) -> None:
    """List the pairs of words that `solecism corrupt` makes real-word spelling errors with.

    NATIVE is plain text, a paragraph a line and a blank line between documents. A pair is two
    common words that differ in one letter and in part of speech. Read what comes out: the rule
    does not know what you would rather not have written.

    \b
    Example:
      solecism train spellings examples/texts/library.txt --least 2000 --out spellings.tsv
    """
    from solecism.corrupt.tables.spellings import format, learn_spellings
    from solecism.formats import files

    check_output(out)
    pairs = learn_spellings(native_counts(native, limit=limit), least_per_million=least)
    files.write_text(out, format(pairs))
    click.echo(f"{len(pairs)} pairs.", err=True)
