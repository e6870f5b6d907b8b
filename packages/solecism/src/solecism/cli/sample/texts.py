"""`solecism sample cloze`, `choice`, `covert` and `nouns`: samples out of texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.errors import InputError
from solecism.system.display_text import count

if TYPE_CHECKING:
    from solecism.sample_key import Key
    from solecism.sampling.noun_samples import NounSample
    from solecism.sentence import Sentence


@click.command(name="cloze")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.argument("output")
@click.option(
    "-n", "--size", type=int, default=200, show_default=True, help="Number of items to draw."
)
@seed_option(default=1, result="sample")
def cloze_command(texts: tuple[str, ...], output: str, size: int, seed: int) -> None:
    """Draw prepositions for people to guess from a blank in their place.

    From SIZE random sentences, one random preposition each is written to OUTPUT with its sentence;
    `solecism study new --task cloze` makes a study of them. TEXT is plain or annotated text in any
    format that `solecism convert` reads.

    \b
    Example:
      solecism sample cloze examples/texts/ridge.txt examples/texts/bicycles.txt blanks.jsonl -n 8
    """
    import numpy as np

    from solecism.formats import files, jsonl
    from solecism.sampling.preposition_samples import draw_cloze

    drawn = draw_cloze(annotated(texts), n=size, rng=np.random.default_rng(seed))
    files.write_text(output, jsonl.format(drawn))
    click.echo(f"{count(len(drawn), 'item')}.", err=True)


def annotated(paths: tuple[str, ...]) -> Iterator[Sentence]:
    """The sentences of texts, with tags, lemmas and chunks."""
    from solecism.formats.registry import read_any
    from solecism.language.annotate import annotate_sentences

    return annotate_sentences(read_any(paths))


@click.command(name="choice")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.argument("output")
@click.option(
    "--flags", required=True, metavar="FILE", help="File to write the detector's suggestions to."
)
@click.option(
    "--detector",
    type=click.Choice(["cascade", "strong", "light", "maxent"]),
    default="maxent",
    show_default=True,
    help="Models whose guesses are compared with the text, as in `solecism select`.",
)
@click.option(
    "-n", "--size", type=int, default=200, show_default=True, help="Number of items to draw."
)
@seed_option(default=1, result="sample")
def choice_command(
    texts: tuple[str, ...], output: str, flags: str, detector: str, size: int, seed: int
) -> None:
    """Draw places where the writer and a detector choose different prepositions.

    The detector guesses every preposition of TEXT. From SIZE random sentences in which it guesses
    another one than was written, one place each is written to OUTPUT, and the guess to the file
    of --flags. With both, `solecism study new --task choice` makes a study in which raters see the
    two words in random order, and `solecism choice` tells how often the guess is as good as the
    writer's word. Give it the numbers that this command prints.

    \b
    Example:
      solecism sample choice examples/texts/landlord.txt examples/texts/novel.txt pairs.jsonl \\
        --flags suggestions.jsonl -n 4
    """
    import numpy as np

    from solecism.detect.selection import guesses
    from solecism.formats import files, jsonl
    from solecism.sampling.preposition_samples import draw_choice
    from solecism.site import Flag, Suggestion

    if output == flags:
        raise InputError(f"{flags}: items and suggestions must be two files.")
    sentences = list(annotated(texts))
    guessed = [
        Flag(each.site, detector, not each.is_right, None, None, (Suggestion(each.guess),))
        for each in guesses(detector, sentences)
    ]
    drawn = draw_choice(sentences, guessed, n=size, rng=np.random.default_rng(seed))
    files.write_text(flags, jsonl.format(drawn.flags))
    files.write_text(output, jsonl.format(drawn.sites))
    click.echo(
        f"{count(len(drawn.sites), 'item')}. {detector} guesses {drawn.n_right} of "
        f"{drawn.n_guessed} prepositions as they were written: give `solecism choice` "
        f"--right {drawn.n_right} --guessed {drawn.n_guessed}.",
        err=True,
    )


@click.command(name="covert")
@click.argument("corrupted")
@click.argument("output")
@click.option(
    "--key",
    required=True,
    metavar="FILE",
    help="File to write the key to, which raters must not see.",
)
@click.option(
    "-n",
    "--size",
    type=int,
    default=100,
    show_default=True,
    help="Number of sentences to draw per type of error.",
)
@click.option(
    "--untouched",
    type=int,
    default=100,
    show_default=True,
    help="Number of sentences without errors to draw.",
)
@seed_option(default=1, result="sample")
def covert_command(
    corrupted: str, output: str, key: str, size: int, untouched: int, seed: int
) -> None:
    """Draw sentences with and without made errors, to see which errors raters notice.

    CORRUPTED is the output of `solecism corrupt`, as M2 or JSON Lines. OUTPUT gets sentences in
    random order, which raters judge as a whole as error or ok; nothing shows which have an error.
    The file of --key has the types of error, for `solecism estimate KEY JUDGMENTS`, which shows
    the share of each type that raters accept: its covert errors.

    \b
    Example:
      solecism corrupt examples/treebank.mrg errors.m2 --seed 7
      solecism sample covert errors.m2 items.jsonl --key key.json -n 5 --untouched 10
    """
    from solecism import sample_key as keys
    from solecism.formats import jsonl, registry
    from solecism.formats.files import write_text
    from solecism.sampling.covert_errors import sample_covert

    if output == key:
        raise InputError(f"{key}: items and key must be two files: raters must not see the key.")
    format = registry.format_of(corrupted) or registry.FORMATS["jsonl"]
    sample = sample_covert(
        registry.read([corrupted], format), n_each=size, n_untouched=untouched, seed=seed
    )
    write_text(key, keys.format(sample.key))
    write_text(output, jsonl.format(sample.items))
    drawn = ", ".join(f"{n} {name}" for name, n in sample.key.n_sample.items())
    click.echo(f"{len(sample.items)} sentences to judge: {drawn}.", err=True)
    for line in _short_of(sample.key, untouched):
        click.echo(line, err=True)


def _short_of(key: Key, untouched: int) -> Iterator[str]:
    """What the sample lacks, and what to do about it."""
    from solecism.sampling.covert_errors import UNTOUCHED

    populations = {stratum.name: stratum.n_population for stratum in key.strata}
    n_all = populations.pop(UNTOUCHED)
    if n_other := n_all - sum(populations.values()):
        yield f"{n_other} of {n_all} sentences have no made error, or several types: passed over."
    n_drawn = key.n_sample.get(UNTOUCHED, 0)
    if n_drawn < untouched:
        yield (
            f"Only {n_drawn} of {untouched} untouched sentences: the others were drawn with their "
            "errors. Draw fewer of each type (-n), or from more text."
        )


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
def nouns_command(
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
    from solecism.sampling.noun_samples import draw_nouns

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
    from solecism.detect.light.noun_model import chosen_constructions
    from solecism.formats import files, jsonl
    from solecism.language.annotate import annotate_sentences

    sites = {writer.site for writer in sample.writers}
    chosen = chosen_constructions(list(annotate_sentences(sample.sentences)), sites)
    files.write_text(path, jsonl.format(chosen))


def _sentences(texts: tuple[str, ...], has_documents: bool) -> Iterator[Sentence]:
    from solecism.formats.corpora import documents, split_documents
    from solecism.formats.registry import read_any

    if not has_documents:
        return read_any(texts)
    return (each for path in texts for each in split_documents(path, documents))
