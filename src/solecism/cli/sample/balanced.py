"""`solecism sample balanced`: a set in which half of the sites are errors."""

from __future__ import annotations

import click

from solecism.cli.terminal.options import seed_option


@click.command(name="balanced")
@click.argument("judgments")
@click.argument("output")
@click.option(
    "--errors",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="Number of sites to draw that most raters call errors.",
)
@click.option(
    "--ok",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    help="Number of sites to draw that most raters accept.",
)
@click.option(
    "--sites", metavar="FILE", help="File of the located sites, for their text and context."
)
@seed_option(default=1, result="sample")
def command(
    judgments: str, output: str, errors: int, ok: int, sites: str | None, seed: int
) -> None:
    """Draw a set with as many errors as good sites, each from a sentence of its own.

    JUDGMENTS are those of experts or annotators, such as `solecism judgments --only extraneous`
    makes of annotated text. OUTPUT gets the drawn sites in random order, without the answers.
    Errors are rare in text: a set with half errors tells more about them from as many judgments,
    but its precision is not that of running text.

    \b
    Example:
      solecism sample balanced examples/judgments.simulated.jsonl items.jsonl --errors 20 --ok 20
    """
    import numpy as np

    from solecism.formats import files, jsonl
    from solecism.judgment import Judgment
    from solecism.sample.balanced import balanced
    from solecism.site import Site

    places = {site.id: site for site in jsonl.read(sites, Site)} if sites else None
    drawn = balanced(
        jsonl.read(judgments, Judgment),
        n_errors=errors,
        n_ok=ok,
        rng=np.random.default_rng(seed),
        places=places,
    )
    files.write_text(output, jsonl.format(drawn))
    click.echo(f"{len(drawn)} items: {errors} errors, {ok} ok.", err=True)
