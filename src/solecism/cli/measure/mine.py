"""`solecism mine`: find candidates for extraneous prepositions in a large corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.progress import progress_bar, with_progress
from solecism.cli.terminal.tables import show
from solecism.table import number

if TYPE_CHECKING:
    from solecism.detect.extraneous.mine import Candidate

_COLUMNS = ("score", "words", "native with", "native without", "here", "example")
_EXAMPLE_WIDTH = 60
_EVERY = 1_000


@click.command(name="mine")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option(
    "--best",
    default=100,
    show_default=True,
    type=click.IntRange(min=1),
    help="Number of candidates to show.",
)
@click.option(
    "--sites-each",
    default=5,
    show_default=True,
    type=click.IntRange(min=1),
    help="Maximum number of sites per candidate.",
)
@click.option(
    "--min-without",
    default=20,
    show_default=True,
    type=click.IntRange(min=1),
    help="Minimum number of times that native text has the words without the preposition.",
)
@click.option("--output", "-o", metavar="FILE", help="Write the sites to this file, as JSON Lines.")
@click.option(
    "--model",
    metavar="MODEL",
    help="Use the counts that `solecism train lm` wrote instead of the bundled ones.",
)
def command(
    inputs: tuple[str, ...],
    best: int,
    sites_each: int,
    min_without: int,
    output: str | None,
    model: str | None,
) -> None:
    """Find candidates for extraneous prepositions in a large corpus, for people to judge.

    FILE is plain text, or another format by the ending of its name; - is standard input. A
    candidate is three words with a preposition in the middle that native text never has, or has
    more rarely than the two words without it; its score is the logarithm of how many times more
    rarely. Files are read once, and memory use does not grow with them.

    \b
    Example:
      solecism mine examples/texts/*.txt --best 10 -o sites.jsonl
    """
    from solecism.detect.extraneous import language_model
    from solecism.detect.extraneous.mine import MiningSettings, mine
    from solecism.formats import files, jsonl, registry

    path = language_model.BUNDLED_MODEL if model is None else Path(model)
    table = language_model.read(path).table
    settings = MiningSettings(best, sites_each, min_without)
    with progress_bar("Reading", "Mining") as progress:
        sentences = with_progress(registry.read_any(inputs or ("-",)), progress, every=_EVERY)
        candidates = mine(sentences, table, settings=settings)
    if output is not None:
        files.write_text(output, jsonl.format(site for each in candidates for site in each.sites))
    if output != "-":
        show("Candidates for extraneous prepositions", _COLUMNS, map(_row, candidates))


def _row(candidate: Candidate) -> list[str]:
    example = candidate.sites[0]
    text = " ".join((example.context or "").split())
    return [
        number(candidate.score, 2),
        " ".join(candidate.words),
        number(candidate.n_with, 0),
        number(candidate.n_without, 0),
        str(candidate.n_here),
        text if len(text) <= _EXAMPLE_WIDTH else text[: _EXAMPLE_WIDTH - 3] + "...",
    ]
