"""`solecism sample covert`: sentences with made errors, to see which raters notice"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.key import Key


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
def command(corrupted: str, output: str, key: str, size: int, untouched: int, seed: int) -> None:
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
    from solecism.formats import jsonl, registry
    from solecism.formats import key as keys
    from solecism.formats.files import write_text
    from solecism.sample.covert import sample_covert

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
    from solecism.sample.covert import UNTOUCHED

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
