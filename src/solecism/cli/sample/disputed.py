"""`solecism sample disputed`: sites that raters disagree about, for somebody to decide."""

from __future__ import annotations

import click

from solecism.cli.terminal.answers import AnswerOptions, answer_options
from solecism.cli.terminal.options import seed_option
from solecism.errors import InputError


@click.command(name="disputed")
@click.argument("judgments")
@click.argument("output")
@click.option(
    "--agreed",
    required=True,
    metavar="FILE",
    help="File to write the answers to that all raters of a site gave, as judgments of gold.",
)
@click.option(
    "--sites", metavar="FILE", help="File of the located sites, for their text and context."
)
@answer_options
@seed_option(default=1, result="order")
def command(
    judgments: str, output: str, agreed: str, sites: str | None, answers: AnswerOptions, seed: int
) -> None:
    """Draw the sites that raters disagree about, for somebody to decide.

    OUTPUT gets these sites in random order, without the raters' answers: make a study of them for
    the person who decides. The file of --agreed gets the answers that stand. Both together are an
    adjudicated gold standard: `cat agreed.jsonl decided.jsonl`.

    \b
    Example:
      solecism sample disputed examples/judgments.simulated.jsonl open.jsonl \\
        --agreed agreed.jsonl --sites examples/sites.jsonl
    """
    import numpy as np

    from solecism.formats import files, jsonl
    from solecism.sample.disputed import disputed
    from solecism.site import Site

    if output == agreed:
        raise InputError(f"{agreed}: open and agreed items must be two files.")
    places = {site.id: site for site in jsonl.read(sites, Site)} if sites else None
    result = disputed(answers.read([judgments]), rng=np.random.default_rng(seed), places=places)
    files.write_text(agreed, jsonl.format(result.agreed))
    files.write_text(output, jsonl.format(result.sites))
    single = f"; {result.n_single} with one rater left out" if result.n_single else ""
    click.echo(
        f"{len(result.sites)} sites to decide, {len(result.agreed)} agreed{single}.", err=True
    )
