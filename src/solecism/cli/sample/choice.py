"""`solecism sample choice`: places where a detector would write another preposition."""

from __future__ import annotations

import click

from solecism.cli.sample.cloze import annotated
from solecism.cli.terminal.options import seed_option
from solecism.counted import count
from solecism.errors import InputError


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
def command(
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
    from solecism.flag import Flag, Suggestion
    from solecism.formats import files, jsonl
    from solecism.sample.prepositions import draw_choice

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
