"""`solecism train phrases`: which prepositions go with which words, with examples."""

from __future__ import annotations

import click

from solecism.cli.terminal.output import check_output
from solecism.counted import count
from solecism.train.texts import native_sentences


@click.command(name="phrases")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the table to (.tsv).")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum number of sentences per file.")
@click.option(
    "--least",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    help="Minimum number of times that a word occurs with a preposition.",
)
def command(native: tuple[str, ...], out: str, limit: int | None, least: int) -> None:
    """Count which prepositions go with which words, for the explanations of `solecism check`.

    NATIVE is plain text, with one paragraph per line and a blank line between documents. Words are
    verbs, adjectives, nouns and short phrases such as "holiday" or "the moment"; each has its usual
    prepositions with the commonest phrases that both are in.

    \b
    Example:
      solecism train phrases examples/texts/library.txt --least 1 --out phrases.tsv
    """
    from itertools import chain

    from solecism.detect.prepositions.usage import count_usage, format
    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.governors import governed

    check_output(out)
    sentences = annotate_sentences(native_sentences(native, limit=limit))
    lines = list(format(count_usage(chain.from_iterable(map(governed, sentences))), least=least))
    files.write_text(out, lines)
    click.echo(f"{count(len(lines) - 1, 'row')}.", err=True)
