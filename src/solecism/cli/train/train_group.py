"""`solecism train`: the models that ship with this package, or your own."""

from __future__ import annotations

import click

from solecism.cli.lazy_group import Entry, LazyGroup

SUBCOMMANDS = {
    "articles": Entry(
        "solecism.cli.train.detectors:articles_command",
        "Train the detector of errors in articles and noun number.",
    ),
    "boundaries": Entry(
        "solecism.cli.train.language:boundaries_command", "Train the model of sentence boundaries."
    ),
    "chunker": Entry(
        "solecism.cli.train.language:chunker_command", "Train the chunker of noun and verb phrases."
    ),
    "curve": Entry(
        "solecism.cli.train.detectors:curve_command",
        "Show how well prepositions are guessed after more examples.",
    ),
    "inflection": Entry(
        "solecism.cli.train.language:inflection_command", "Learn the endings of word forms."
    ),
    "insertions": Entry(
        "solecism.cli.train.counted_words:insertions_command",
        "Draw the words that `corrupt` inserts where none is needed.",
    ),
    "lm": Entry(
        "solecism.cli.train.detectors:lm_command",
        "Count n-grams for the language model of extraneous prepositions.",
    ),
    "misspellings": Entry(
        "solecism.cli.train.language:misspellings_command",
        "Learn which words are misspelt, and what was meant.",
    ),
    "network": Entry(
        "solecism.cli.train.network:network_command",
        "Train the network that reads whole sentences.",
    ),
    "nouns": Entry(
        "solecism.cli.train.counted_words:nouns_command",
        "Count how often each noun has which article and number.",
    ),
    "parser": Entry(
        "solecism.cli.train.language:parser_command", "Train the parser on a treebank."
    ),
    "perceptron": Entry(
        "solecism.cli.train.detectors:perceptron_command",
        "Train the perceptron that finds extraneous prepositions.",
    ),
    "phrases": Entry(
        "solecism.cli.train.counted_words:phrases_command",
        "Count which prepositions go with which words.",
    ),
    "prepositions": Entry(
        "solecism.cli.train.detectors:prepositions_command", "Train the detector of prepositions."
    ),
    "spellings": Entry(
        "solecism.cli.train.counted_words:spellings_command",
        "List the pairs of words that `corrupt` confuses in spelling.",
    ),
    "tagger": Entry(
        "solecism.cli.train.language:tagger_command", "Train the part-of-speech tagger."
    ),
    "tuning": Entry(
        "solecism.cli.train.network:tuning_command", "Tune a trained network again, on other text."
    ),
}


@click.group(name="train", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def train_command() -> None:
    """Train the models that ship with this package, or your own.

    The card beside each bundled model says how it was made: data, licence, command, figures.

    \b
    Example:
      solecism train tagger --help
    """
