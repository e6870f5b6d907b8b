"""`solecism study verify`: check that the log and the judgments are unchanged."""

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
    result = verify(opened)
    opened.close()
    for problem in result.problems:
        click.echo(problem, err=True)
    if result.problems:
        raise StoreError(f"{study}: {len(result.problems)} problems. Restore it from a backup.")
    click.echo(
        f"{result.n_entries} entries and {result.n_judgments} rows of judgments are unchanged."
    )
