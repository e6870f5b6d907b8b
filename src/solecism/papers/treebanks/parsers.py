"""What the experiments ask of a parser: to be trained, and to tell how likely a sentence is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from solecism.parse.parsed import Parsed
from solecism.sentence import Sentence
from solecism.tree import Tree


class TrainedParser(Protocol):
    """Something that parses sentences by their words alone."""

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """One parse a sentence, in their order."""


class Trainer(Protocol):
    """Something that learns a parser from trees."""

    def __call__(self, trees: Sequence[Tree], *, seed: int) -> TrainedParser:
        """The parser; trees that are there several times count several times."""


def train_bundled(trees: Sequence[Tree], *, seed: int) -> TrainedParser:
    """The parser of this package, as `solecism train parser` trains it."""
    from solecism.parse.parser import Parser
    from solecism.parse.train import train

    return Parser(train(trees, seed=seed))
