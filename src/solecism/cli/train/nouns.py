"""`solecism train nouns`: how often each noun occurs in each construction."""

from __future__ import annotations

import click

from solecism.cli.terminal.engine import EngineChoice, engine_options
from solecism.cli.terminal.output import check_output
from solecism.train.texts import split_documents


@click.command(name="nouns")
@click.argument("native", metavar="NATIVE...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="TABLE", help="File to write the counts to (.npz).")
@click.option(
    "--least",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Minimum number of occurrences of a noun in the table.",
)
@engine_options
def command(native: tuple[str, ...], out: str, least: int, where: EngineChoice) -> None:
    """Count how often each noun has which article and number.

    NATIVE is plain text, with one paragraph per line and a blank line between documents; documents
    that are held out for measuring or tuning are skipped. `solecism nouns` shows the table. With
    --engine ray the files, which every machine must have under the same names, are counted on a
    cluster; the table is the same.

    \b
    Example:
      solecism train nouns examples/texts/library.txt --least 2 --out nouns.npz
      solecism nouns --table nouns.npz
    """
    from itertools import chain

    from solecism.formats import files
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_counts import count_constructions
    from solecism.locate.noun_table import format, noun_table
    from solecism.train.corpora import context_documents

    check_output(out)
    if where.is_ray(("out", "least")):
        from solecism.cluster.counting.nouns import count_nouns

        counts = count_nouns(native, address=where.address)
    else:
        sentences = chain.from_iterable(split_documents(path, context_documents) for path in native)
        counts = count_constructions(annotate_sentences(sentences))
    table = noun_table(counts, least=least)
    files.write_bytes(out, format(table))
    n_phrases = sum(counts.total())
    click.echo(f"{len(table.hashes)} nouns; {n_phrases} of {counts.n_words} words.", err=True)
