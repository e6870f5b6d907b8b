"""The parsers of the experiments: trained on trees, with the likelihood of each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from solecism.papers.treebanks.error_sets import TrainingSet
from solecism.parse.parsed import Parsed
from solecism.sentence import Sentence

# Of two grammars: alike where they are, else chosen on the dev part of the Wall Street Journal.
ALIKE, WEIGHTS = (0.5, 0.5), (0.7, 0.3)
_OTHER_SEED = 1000

if TYPE_CHECKING:
    from solecism.parse.grammar.grammar import Grammar
    from solecism.parse.grammar.lexicon import Lexicon


class TrainedParser(Protocol):
    """A parser that uses only the words of sentences."""

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """One parse per sentence, in order."""


class Trainer(Protocol):
    """A function that trains a parser on trees."""

    def __call__(self, training_sets: Sequence[TrainingSet], *, seed: int) -> TrainedParser:
        """The parser; with several training sets, it combines a grammar from each."""


def train_bundled(training_sets: Sequence[TrainingSet], *, seed: int) -> TrainedParser:
    """The parser of this package, as `solecism train parser` trains it.

    A word that is in one sentence of the treebank stays a rare word however many copies of the
    sentence there are: what is rare, and how far counts are trusted, goes by sentences.
    """
    from solecism.parse.grammar.joint import joint
    from solecism.parse.parser import Parser

    # Grammars learned from the same trees must differ.
    grammars = [_grammar(each, seed=seed + n * _OTHER_SEED) for n, each in enumerate(training_sets)]
    if len(grammars) == 1:
        return Parser(grammars[0])
    is_alike = all(each == training_sets[0] for each in training_sets)
    return Parser(joint(grammars), weights=ALIKE if is_alike else WEIGHTS)


def _grammar(training_set: TrainingSet, *, seed: int) -> Grammar:
    from solecism.train.parser.train import GrammarSettings, train

    plain, n_copies = GrammarSettings(), training_set.n_copies
    splitting = replace(plain.splitting, n_least_uses=n_copies * plain.splitting.n_least_uses)
    settings = replace(plain, n_rare=round(n_copies * plain.n_rare), splitting=splitting)
    grammar = train(training_set.trees, weights=training_set.weights, seed=seed, settings=settings)
    splits = tuple(
        replace(split, lexicon=_by_sentences(split.lexicon, n_copies)) for split in grammar.splits
    )
    return replace(grammar, splits=splits)


def _by_sentences(lexicon: Lexicon, n_copies: float) -> Lexicon:
    return replace(lexicon, counts=lexicon.counts / n_copies, totals=lexicon.totals / n_copies)
