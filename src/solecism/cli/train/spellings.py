"""`solecism train spellings`: pairs of words that writers confuse in spelling."""

from __future__ import annotations

import click

from solecism.cli.terminal.output import check_output
from solecism.counted import count
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
    """List the pairs of words with which `solecism corrupt` makes real-word spelling errors.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. A pair is
    two common words that differ in one letter and in part of speech. Read the list before you use
    it: it may contain words that you would rather not have in your data.

    \b
    Example:
      solecism train spellings examples/texts/library.txt --least 2000 --out spellings.tsv
    """
    from solecism.corrupt.tables.spellings import format, learn_spellings
    from solecism.formats import files

    check_output(out)
    pairs = learn_spellings(native_counts(native, limit=limit), least_per_million=least)
    files.write_text(out, format(pairs))
    click.echo(f"{count(len(pairs), 'pair')}.", err=True)
