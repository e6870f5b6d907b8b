"""`solecism train`: the models that ship with this package, or your own."""

from __future__ import annotations

import click

from solecism.cli.main import Entry, LazyGroup

SUBCOMMANDS = {
    "articles": Entry(
        "solecism_lab.cli.train_detectors:articles_command",
        "Train the detector of errors in articles and noun number.",
    ),
    "boundaries": Entry(
        "solecism_lab.cli.train_language:boundaries_command",
        "Train the model of sentence boundaries.",
    ),
    "chunker": Entry(
        "solecism_lab.cli.train_language:chunker_command",
        "Train the chunker of noun and verb phrases.",
    ),
    "curve": Entry(
        "solecism_lab.cli.train_detectors:curve_command",
        "Show how well prepositions are guessed after more examples.",
    ),
    "collocations": Entry(
        "solecism_lab.cli.train_words:collocations_command",
        "Count which words stand near each other.",
    ),
    "dictionary": Entry(
        "solecism_lab.cli.train_language:dictionary_command",
        "Make the dictionary of the speller from a list of words.",
    ),
    "edits": Entry(
        "solecism_lab.cli.train_network:edits_command",
        "Learn which suggested changes annotators make.",
    ),
    "inflection": Entry(
        "solecism_lab.cli.train_language:inflection_command", "Learn the endings of word forms."
    ),
    "insertions": Entry(
        "solecism_lab.cli.train_words:insertions_command",
        "Draw the words that `corrupt` inserts where none is needed.",
    ),
    "lm": Entry(
        "solecism_lab.cli.train_detectors:lm_command",
        "Count n-grams for the language model of extraneous prepositions.",
    ),
    "misspellings": Entry(
        "solecism_lab.cli.train_language:misspellings_command",
        "Learn which words are misspelt, and what was meant.",
    ),
    "network": Entry(
        "solecism_lab.cli.train_network:network_command",
        "Train the network that reads whole sentences.",
    ),
    "nouns": Entry(
        "solecism_lab.cli.train_words:nouns_command",
        "Count how often each noun has which article and number.",
    ),
    "parser": Entry(
        "solecism_lab.cli.train_language:parser_command", "Train the parser on a treebank."
    ),
    "perceptron": Entry(
        "solecism_lab.cli.train_detectors:perceptron_command",
        "Train the perceptron that finds extraneous prepositions.",
    ),
    "phrases": Entry(
        "solecism_lab.cli.train_words:phrases_command",
        "Count which prepositions go with which words.",
    ),
    "prepositions": Entry(
        "solecism_lab.cli.train_detectors:prepositions_command",
        "Train the detector of prepositions.",
    ),
    "spellings": Entry(
        "solecism_lab.cli.train_words:spellings_command",
        "List the pairs of words that `corrupt` confuses in spelling.",
    ),
    "tagger": Entry(
        "solecism_lab.cli.train_language:tagger_command", "Train the part-of-speech tagger."
    ),
    "tuning": Entry(
        "solecism_lab.cli.train_network:tuning_command",
        "Tune a trained network again, on other text.",
    ),
    "writer": Entry(
        "solecism_lab.cli.train_words:writer_command",
        "Learn what learners write, for `corrupt --like learners`.",
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
