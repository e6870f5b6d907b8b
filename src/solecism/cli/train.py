"""`solecism train`: the models that ship with this package, or your own."""

from __future__ import annotations

import click

from solecism.cli import (
    train_articles,
    train_boundaries,
    train_chunker,
    train_inflection,
    train_insertions,
    train_lm,
    train_merging,
    train_nouns,
    train_parser,
    train_perceptron,
    train_prepositions,
    train_spellings,
    train_strong,
    train_tagger,
)


@click.group(name="train")
def command() -> None:
    """Train the models that ship with this package, or your own.

    The card beside each bundled model says how it was made: data, licence, command, figures.

    \b
    Example:
      solecism train tagger --help
    """


for _part in (
    train_articles,
    train_boundaries,
    train_chunker,
    train_inflection,
    train_insertions,
    train_lm,
    train_merging,
    train_nouns,
    train_parser,
    train_perceptron,
    train_prepositions,
    train_spellings,
    train_strong,
    train_tagger,
):
    command.add_command(_part.command)
