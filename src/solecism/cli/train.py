"""`solecism train`: the models that ship with this package, or your own."""

from __future__ import annotations

import click

from solecism.cli import train_tagger


@click.group(name="train")
def command() -> None:
    """Train the models that ship with this package, or your own.

    \b
    Example:
      solecism train tagger --help
    """


command.add_command(train_tagger.command)
