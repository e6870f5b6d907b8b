"""`solecism train`: the models that ship with this package, or your own."""

from __future__ import annotations

import click

from solecism.cli.lazy_group import Entry, LazyGroup

SUBCOMMANDS = {
    "articles": Entry(
        "train.articles", "Train the detector of errors in articles and noun number."
    ),
    "boundaries": Entry("train.boundaries", "Train the model of sentence boundaries."),
    "chunker": Entry("train.chunker", "Train the chunker of noun and verb phrases."),
    "curve": Entry("train.curve", "Show how well prepositions are guessed after more examples."),
    "inflection": Entry("train.inflection", "Learn the endings of word forms."),
    "insertions": Entry(
        "train.insertions", "Draw the words that `corrupt` inserts where none is needed."
    ),
    "lm": Entry("train.lm", "Count n-grams for the language model of extraneous prepositions."),
    "misspellings": Entry(
        "train.misspellings", "Learn which words are misspelt, and what was meant."
    ),
    "network": Entry("train.network", "Train the network that reads whole sentences."),
    "nouns": Entry("train.nouns", "Count how often each noun has which article and number."),
    "parser": Entry("train.parser", "Train the parser on a treebank."),
    "perceptron": Entry(
        "train.perceptron", "Train the perceptron that finds extraneous prepositions."
    ),
    "phrases": Entry("train.phrases", "Count which prepositions go with which words."),
    "prepositions": Entry("train.prepositions", "Train the detector of prepositions."),
    "spellings": Entry(
        "train.spellings", "List the pairs of words that `corrupt` confuses in spelling."
    ),
    "tagger": Entry("train.tagger", "Train the part-of-speech tagger."),
    "tuning": Entry("train.tuning", "Tune a trained network again, on other text."),
}


@click.group(name="train", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def train_command() -> None:
    """Train the models that ship with this package, or your own.

    The card beside each bundled model says how it was made: data, licence, command, figures.

    \b
    Example:
      solecism train tagger --help
    """
