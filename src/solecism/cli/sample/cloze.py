"""`solecism sample cloze`: prepositions to guess from a blank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.counted import count

if TYPE_CHECKING:
    from solecism.sentence import Sentence


@click.command(name="cloze")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.argument("output")
@click.option(
    "-n", "--size", type=int, default=200, show_default=True, help="Number of items to draw."
)
@seed_option(default=1, result="sample")
def command(texts: tuple[str, ...], output: str, size: int, seed: int) -> None:
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
    from solecism.sample.prepositions import draw_cloze

    drawn = draw_cloze(annotated(texts), n=size, rng=np.random.default_rng(seed))
    files.write_text(output, jsonl.format(drawn))
    click.echo(f"{count(len(drawn), 'item')}.", err=True)


def annotated(paths: tuple[str, ...]) -> Iterator[Sentence]:
    """The sentences of texts, with tags, lemmas and chunks."""
    from solecism.formats.registry import read_any
    from solecism.language.annotate import annotate_sentences

    return annotate_sentences(read_any(paths))
