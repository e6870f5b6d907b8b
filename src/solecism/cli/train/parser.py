"""`solecism train parser`: a grammar from trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.progress import progress_bar

if TYPE_CHECKING:
    from solecism.tree import Tree


@click.command(name="parser")
@click.argument("trees", metavar="TREES...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@seed_option(default=1, result="model")
@click.option(
    "--rounds",
    type=click.IntRange(0, 6),
    default=None,
    help="Number of times that symbols are split in two; 0 needs no numba.",
)
@click.option(
    "--splits",
    type=click.IntRange(1, 16),
    default=None,
    help="Number of grammars that are combined in the model.",
)
@click.option(
    "--first", type=click.IntRange(1), metavar="N", help="Train on the first N trees only."
)
def command(
    trees: tuple[str, ...],
    out: str,
    seed: int,
    rounds: int | None,
    splits: int | None,
    first: int | None,
) -> None:
    """Train the parser on a treebank.

    TREES are Penn brackets or JSON Lines of sentences with trees (.jsonl); .gz and .xz are
    decompressed. Grammatical functions and traces are left out. Training needs numba (`pip install
    "solecism[parse]"`).

    \b
    Example:
      solecism train parser examples/treebank.mrg --rounds 1 --out parser.npz
      solecism parse --model parser.npz examples/texts/library.txt
    """
    from dataclasses import replace
    from itertools import islice

    from solecism.formats import files
    from solecism.parse.grammar import grammar as grammars
    from solecism.train.parser import train

    check_output(out)
    settings = train.GrammarSettings()
    if rounds is not None:
        settings = replace(settings, splitting=replace(settings.splitting, n_rounds=rounds))
    if splits is not None:
        settings = replace(settings, n_splits=splits)
    with progress_bar("Reading", "Splitting symbols") as progress:
        grammar = train.train(
            islice(_read(trees), first), seed=seed, settings=settings, progress=progress
        )
    files.write_bytes(out, grammars.format(grammar))


def _read(paths: Iterable[str]) -> Iterator[Tree]:
    from solecism.formats import files, penn, registry

    for path in paths:
        if registry.format_of(path) is registry.FORMATS["jsonl"]:
            for sentence in registry.read([path], registry.FORMATS["jsonl"]):
                yield from sentence.trees[:1]
        else:
            yield from penn.parse_trees(files.read_lines(path), file=files.shown_name(path))
