"""`solecism sample nouns`: nouns to judge in five constructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option

if TYPE_CHECKING:
    from solecism.sample.nouns import NounSample
    from solecism.sentence import Sentence


@click.command(name="nouns")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.option(
    "--out",
    default="-",
    metavar="FILE",
    help="File to write the sentences to; - is standard output.",
)
@click.option("--key", metavar="FILE", help="File to write the key to, which raters must not see.")
@click.option(
    "--choices",
    metavar="FILE",
    help="File to write the constructions to that the bundled model of native text chooses.",
)
@click.option(
    "-n",
    "--size",
    type=int,
    default=3,
    show_default=True,
    help="Number of nouns per construction and rank.",
)
@click.option(
    "--each",
    type=int,
    default=2,
    show_default=True,
    help="Number of sentences per noun and construction.",
)
@click.option(
    "--least",
    type=int,
    default=8,
    show_default=True,
    help="Minimum number of sentences that a noun has in TEXT.",
)
@click.option(
    "--times",
    type=int,
    default=1000,
    show_default=True,
    help="Minimum number of times that a noun occurs in native text.",
)
@click.option("--documents", is_flag=True, help="Treat blank lines as the ends of documents.")
@seed_option(default=1, result="sample")
def command(
    texts: tuple[str, ...],
    out: str,
    key: str | None,
    choices: str | None,
    size: int,
    each: int,
    least: int,
    times: int,
    documents: bool,
    seed: int,
) -> None:
    """Draw nouns for raters to judge with each article and number.

    For each of the five constructions, the nouns of highest and lowest entropy are drawn for which
    it is the most frequent one (see `solecism nouns`), and for each noun some sentences per
    construction that the writer used. In half of the sentences with "the", the noun also occurs in
    the five sentences before; in the other half it does not. TEXT is plain or annotated text in
    any format that `solecism convert` reads. The output has the sentences with those before them,
    for `solecism study new`; the file of --key has the writer's own constructions, for `solecism
    constructions`, and that of --choices what a model would write there, to be scored by it.

    \b
    Example:
      solecism sample nouns examples/quarry.txt --each 1 --least 4 --key key.jsonl | \\
        solecism study new stones - --task article-number -n 2
    """
    from solecism.formats import files, jsonl
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_table import bundled_nouns
    from solecism.sample.nouns import draw_nouns

    sample = draw_nouns(
        annotate_sentences(_sentences(texts, documents)),
        bundled_nouns(),
        n_nouns=size,
        n_each=each,
        least_items=least,
        least_times=times,
        seed=seed,
    )
    if key:
        files.write_text(key, jsonl.format(sample.writers))
    if choices:
        _write_choices(choices, sample)
    files.write_text(out, jsonl.format(sample.sentences))
    ranks = Counter(noun.rank for noun in sample.nouns)
    click.echo(
        f"{len(sample.writers)} items of {len(sample.nouns)} nouns: {ranks['high']} of high "
        f"entropy, {ranks['low']} of low.",
        err=True,
    )


def _write_choices(path: str, sample: NounSample) -> None:
    from solecism.detect.articles.constructions import chosen_constructions
    from solecism.formats import files, jsonl
    from solecism.language.annotate import annotate_sentences

    sites = {writer.site for writer in sample.writers}
    chosen = chosen_constructions(list(annotate_sentences(sample.sentences)), sites)
    files.write_text(path, jsonl.format(chosen))


def _sentences(texts: tuple[str, ...], has_documents: bool) -> Iterator[Sentence]:
    from solecism.formats.registry import read_any
    from solecism.train.corpora import documents
    from solecism.train.texts import split_documents

    if not has_documents:
        return read_any(texts)
    return (each for path in texts for each in split_documents(path, documents))
