"""`solecism papers`: the experiments of the papers that this package is built from."""

from __future__ import annotations

import click

from solecism.cli import papers_treebanks


@click.group(name="papers")
def command() -> None:
    """Run the papers' experiments anew, and show the figures beside the printed ones.

    \b
    Example:
      solecism papers treebanks --help
    """


command.add_command(papers_treebanks.command)
