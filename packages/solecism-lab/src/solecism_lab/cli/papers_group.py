"""`solecism papers`: the experiments of the papers that this package is built from."""

from __future__ import annotations

import click

from solecism.cli.main import Entry, LazyGroup

SUBCOMMANDS = {
    "prepositions": Entry(
        "solecism_lab.cli.usage_papers:prepositions_command",
        "Native judgments of non-native usage (2008): raters and systems of prepositions.",
    ),
    "crowd": Entry(
        "solecism_lab.cli.crowd_papers:crowd_command",
        "They can help (2011): many raters, graded scores, and bins of agreement.",
    ),
    "treebanks": Entry(
        "solecism_lab.cli.treebanks_paper:treebanks_command",
        "Treebanks gone bad (Foster 2007): what errors do to a parser.",
    ),
    "turk": Entry(
        "solecism_lab.cli.crowd_papers:turk_command",
        "Rethinking annotation with Mechanical Turk (2010): how many raters match experts.",
    ),
    "nouns": Entry(
        "solecism_lab.cli.usage_papers:nouns_command",
        "Articles and noun number (Lee and others 2009): what raters accept, and how far they "
        "agree.",
    ),
}


@click.group(name="papers", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def papers_command() -> None:
    """Run the papers' experiments again, and show the figures beside the printed ones.

    \b
    Example:
      solecism papers treebanks --help
    """
