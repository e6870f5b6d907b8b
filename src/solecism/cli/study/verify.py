"""`solecism study verify`: the log and the judgments are whole and unchanged."""

from __future__ import annotations

import click

from solecism.errors import StoreError


@click.command(name="verify")
@click.argument("study")
def command(study: str) -> None:
    """Check that nobody changed, added or removed an answer or an entry of the log.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study verify demo
    """
    from solecism.collect.log.verify import verify
    from solecism.collect.study import open_study

    opened = open_study(study)
    found = verify(opened)
    opened.close()
    for problem in found.problems:
        click.echo(problem, err=True)
    if found.problems:
        raise StoreError(f"{study}: {len(found.problems)} problems. Go back to a copy of it.")
    click.echo(f"{found.n_entries} entries and {found.n_judgments} rows of judgments are whole.")
