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
    default="maxent",
    show_default=True,
    metavar="NAME",
    help="Detector whose suggestions are compared with the text.",
)
@click.option(
    "-n", "--size", type=int, default=200, show_default=True, help="Number of items to draw."
)
@seed_option(default=1, result="sample")
def command(
    texts: tuple[str, ...], output: str, flags: str, detector: str, size: int, seed: int
) -> None:
    """Draw places where the writer and a detector choose different prepositions.

    From SIZE random sentences with such a place, one each is written to OUTPUT, and what the
    detector would write there to the file of --flags. With both, `solecism study new --task
    choice` makes a study in which raters see the two words in random order.

    \b
    Example:
      solecism sample choice examples/texts/landlord.txt examples/texts/novel.txt pairs.jsonl \\
        --flags suggestions.jsonl -n 4
    """
    import numpy as np

    from solecism.detect.registry import loader
    from solecism.formats import files, jsonl
    from solecism.sample.prepositions import draw_choice

    if output == flags:
        raise InputError(f"{flags}: items and suggestions must be two files.")
    sentences = list(annotated(texts))
    # From threshold 0 on a detector says what it would write at every place.
    decided = loader(detector)(threshold=0.0).flags(sentences)
    drawn = draw_choice(sentences, decided, n=size, rng=np.random.default_rng(seed))
    files.write_text(flags, jsonl.format(drawn.flags))
    files.write_text(output, jsonl.format(drawn.sites))
    click.echo(f"{count(len(drawn.sites), 'item')}.", err=True)
