"""What the experiments ask of a parser: to be trained, and to tell how likely a sentence is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from solecism.parse.parsed import Parsed
from solecism.sentence import Sentence
from solecism.tree import Tree

if TYPE_CHECKING:
    from solecism.parse.lexicon import Lexicon


class TrainedParser(Protocol):
    """Something that parses sentences by their words alone."""

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """One parse a sentence, in their order."""


class Trainer(Protocol):
    """Something that learns a parser from trees."""

    def __call__(self, trees: Sequence[Tree], *, n_copies: int, seed: int) -> TrainedParser:
        """The parser; each sentence is there in `n_copies`, with and without errors."""


def train_bundled(trees: Sequence[Tree], *, n_copies: int, seed: int) -> TrainedParser:
    """The parser of this package, as `solecism train parser` trains it.

    A word that is in one sentence of the treebank stays a rare word however many copies of the
    sentence there are: what is rare, and how far counts are trusted, goes by sentences.
    """
    from solecism.parse.parser import Parser
    from solecism.parse.train import Settings, train

    plain = Settings()
    splitting = replace(plain.splitting, n_least_uses=n_copies * plain.splitting.n_least_uses)
    settings = replace(plain, n_rare=n_copies * plain.n_rare, splitting=splitting)
    grammar = train(trees, seed=seed, settings=settings)
    splits = tuple(
        replace(split, lexicon=_by_sentences(split.lexicon, n_copies)) for split in grammar.splits
    )
    return Parser(replace(grammar, splits=splits))


def _by_sentences(lexicon: Lexicon, n_copies: int) -> Lexicon:
    return replace(lexicon, counts=lexicon.counts / n_copies, totals=lexicon.totals / n_copies)
