"""`solecism study migrate`: update the database of an older version."""

from __future__ import annotations

import click


@click.command(name="migrate")
@click.argument("study")
def command(study: str) -> None:
    """Update the database of a study that an older version created.

    Make a copy of it first: the update cannot be undone.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study migrate demo
    """
    from solecism.collect.store.database import database
    from solecism.collect.store.migrate import migrate

    store = database(study)
    steps = migrate(store)
    store.close()
    click.echo(f"{len(steps)} steps taken." if steps else "The tables are those of this version.")
