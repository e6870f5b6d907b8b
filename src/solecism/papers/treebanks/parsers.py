"""What the experiments ask of a parser: to be trained, and to tell how likely a sentence is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from solecism.papers.treebanks.error_sets import TrainingSet
from solecism.parse.parsed import Parsed
from solecism.sentence import Sentence

if TYPE_CHECKING:
    from solecism.parse.lexicon import Lexicon


class TrainedParser(Protocol):
    """Something that parses sentences by their words alone."""

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """One parse a sentence, in their order."""


class Trainer(Protocol):
    """Something that learns a parser from trees."""

    def __call__(self, given: TrainingSet, *, seed: int) -> TrainedParser:
        """The parser."""


def train_bundled(given: TrainingSet, *, seed: int) -> TrainedParser:
    """The parser of this package, as `solecism train parser` trains it.

    A word that is in one sentence of the treebank stays a rare word however many copies of the
    sentence there are: what is rare, and how far counts are trusted, goes by sentences.
    """
    from solecism.parse.parser import Parser
    from solecism.parse.train import Settings, train

    plain, n_copies = Settings(), given.n_copies
    splitting = replace(plain.splitting, n_least_uses=n_copies * plain.splitting.n_least_uses)
    settings = replace(plain, n_rare=round(n_copies * plain.n_rare), splitting=splitting)
    grammar = train(given.trees, weights=given.weights, seed=seed, settings=settings)
    splits = tuple(
        replace(split, lexicon=_by_sentences(split.lexicon, n_copies)) for split in grammar.splits
    )
    return Parser(replace(grammar, splits=splits))


def _by_sentences(lexicon: Lexicon, n_copies: float) -> Lexicon:
    return replace(lexicon, counts=lexicon.counts / n_copies, totals=lexicon.totals / n_copies)
