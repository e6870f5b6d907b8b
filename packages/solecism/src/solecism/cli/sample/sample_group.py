"""`solecism sample`: samples for raters to judge, one subcommand per kind of sample."""

from __future__ import annotations

import click

from solecism.cli.main import Entry, LazyGroup

SUBCOMMANDS = {
    "flags": Entry(
        "solecism.cli.sample.sites:flags_command",
        "Draw sites to judge, in order to estimate precision and recall.",
    ),
    "cloze": Entry(
        "solecism.cli.sample.texts:cloze_command",
        "Draw prepositions for people to guess from a blank.",
    ),
    "choice": Entry(
        "solecism.cli.sample.texts:choice_command",
        "Draw places where the writer and a detector choose different words.",
    ),
    "balanced": Entry(
        "solecism.cli.sample.sites:balanced_command",
        "Draw a set with as many errors as sites that are good.",
    ),
    "disputed": Entry(
        "solecism.cli.sample.sites:disputed_command",
        "Draw the sites that raters disagree about, for somebody to decide.",
    ),
    "covert": Entry(
        "solecism.cli.sample.texts:covert_command",
        "Draw sentences with made errors, to see which raters notice.",
    ),
    "nouns": Entry(
        "solecism.cli.sample.texts:nouns_command",
        "Draw nouns for raters to judge with each article and number.",
    ),
}


@click.group(name="sample", cls=LazyGroup, sections={"Commands": SUBCOMMANDS}, default="flags")
def sample_command() -> None:
    """Draw samples for raters to judge.

    `solecism sample FLAGS ...` is short for `solecism sample flags FLAGS ...`.

    \b
    Example:
      solecism sample examples/flags.a.jsonl items.jsonl --key key.json -n 60
    """
