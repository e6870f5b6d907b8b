"""The parsers of the experiments: trained on trees, or commands that read words and write trees."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from solecism.errors import InputError
from solecism.formats.penn import format_tree, parse_trees
from solecism.sentence import Sentence
from solecism.tree import Tree
from solecism_lab.papers.treebanks.error_sets import GRAMMATICAL, PAIRS, TRAININGS, TrainingSet
from solecism_lab.parse.external import CommandParser
from solecism_lab.parse.parser import Parsed, SentenceParser

if TYPE_CHECKING:
    from solecism_lab.parse.grammar.grammar import Grammar
    from solecism_lab.parse.grammar.lexicon import Lexicon
    from solecism_lab.parse.span_parser import SpanModel

GRAMMAR, SPANS, COMMAND = "grammar", "spans", "command"
# Of two grammars: alike where they are, else chosen on the dev part of the Wall Street Journal.
ALIKE, WEIGHTS = (0.5, 0.5), (0.7, 0.3)
_OTHER_SEED = 1000
_MODEL, _TREES = "{model}", "{trees}"


class TrainedParser(Protocol):
    """A parser that uses only the words of sentences."""

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """One parse per sentence, in order."""


class Trainer(Protocol):
    """A function that trains a parser on trees."""

    def __call__(self, training_sets: Sequence[TrainingSet], *, seed: int) -> TrainedParser:
        """The parser; with several training sets, it combines a grammar from each."""


@dataclass(slots=True)
class GrammarTrainer:
    """Trains the parser of this package, as `solecism train parser` does.

    A word that is in one sentence of the treebank stays a rare word however many copies of the
    sentence there are: what is rare, and how far counts are trusted, goes by sentences. A grammar
    that is needed again, to be combined with another one, is trained once.
    """

    _grammars: dict[tuple[str, int, int], Grammar] = field(default_factory=dict, repr=False)

    def __call__(self, training_sets: Sequence[TrainingSet], *, seed: int) -> TrainedParser:
        """The parser; grammars learned from the same trees have different seeds."""
        from solecism_lab.parse.grammar.joint import join_grammars
        from solecism_lab.parse.parser import Parser

        grammars = [
            self._grammar(each, seed=seed + n * _OTHER_SEED) for n, each in enumerate(training_sets)
        ]
        if len(grammars) == 1:
            return Parser(grammars[0])
        return Parser(join_grammars(grammars), weights=_weights(training_sets))

    def _grammar(self, training_set: TrainingSet, *, seed: int) -> Grammar:
        key = (training_set.name, training_set.n_sentences, seed)
        if not training_set.name or key not in self._grammars:
            self._grammars[key] = _grammar(training_set, seed=seed)
        return self._grammars[key]


@dataclass(slots=True)
class SpanTrainer:
    """Trains the span parser, which has no grammar (`solecism_lab.parse.span_parser`)."""

    _models: dict[tuple[str, int, int], SpanModel] = field(default_factory=dict, repr=False)

    def __call__(self, training_sets: Sequence[TrainingSet], *, seed: int) -> TrainedParser:
        """The parser; of several models the scores are added."""
        from solecism_lab.parse.span_parser import SpanParser

        models = [
            self._model(each, seed=seed + n * _OTHER_SEED) for n, each in enumerate(training_sets)
        ]
        return SpanParser(models, weights=(1.0,) if len(models) == 1 else _weights(training_sets))

    def _model(self, each: TrainingSet, *, seed: int) -> SpanModel:
        from solecism_lab.train.parser.span_parser import train_spans

        key = (each.name, each.n_sentences, seed)
        if not each.name or key not in self._models:
            # A model is large: only the last one can be needed again.
            self._models.clear()
            self._models[key] = train_spans(
                each.trees, weights=each.weights, n_copies=each.n_copies, seed=seed
            )
        return self._models[key]


@dataclass(frozen=True, slots=True)
class CommandTrainer:
    """Any program that reads one sentence per line and writes one tree per line.

    `train_command` makes a model of a file of trees: {trees} and {model} in it are replaced by
    the names of files, and {model} in `command`. Without it the program is taken as it is, and
    stands for a parser trained on grammatical text.
    """

    command: str
    train_command: str | None = None

    def __call__(self, training_sets: Sequence[TrainingSet], *, seed: int) -> TrainedParser:
        """The program, with a model of its own if it can be trained."""
        if len(training_sets) > 1:
            raise InputError("a command cannot combine two grammars.")
        (each,) = training_sets
        if self.train_command is None:
            if each.name != GRAMMATICAL:
                raise InputError(
                    f"{self.command!r} cannot be trained on {each.name} text. Give --train-command."
                )
            return _Program(self.command)
        return _Program(self.command, self.train_command, each)


@dataclass(slots=True, weakref_slot=True)
class _Program:
    """A command that is run for each set of sentences, and the folder of its model.

    The folder is removed when the program is no longer used.
    """

    command: str
    train_command: str | None = None
    training_set: TrainingSet | None = None
    _folder: Path | None = None

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """One parse per sentence, in order, without likelihoods."""
        parser: SentenceParser = CommandParser(self._with_model(), _read_trees)
        # A generator keeps this object, and so the model, as long as parses are wanted.
        yield from map(Parsed, parser.trees(sentences))

    def _with_model(self) -> str:
        if self.train_command is None or self.training_set is None:
            return self.command
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="solecism-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            _train(self._folder, self.train_command, self.training_set)
        return self.command.replace(_MODEL, shlex.quote(str(self._folder / "model")))


def _train(folder: Path, command: str, training_set: TrainingSet) -> None:
    trees = folder / "trees.mrg"
    lines = [
        format_tree(tree) + "\n"
        for tree, weight in zip(training_set.trees, training_set.weights, strict=True)
        for _ in range(max(1, round(weight)))
    ]
    trees.write_text("".join(lines), encoding="utf-8")
    filled = command.replace(_TREES, shlex.quote(str(trees)))
    filled = filled.replace(_MODEL, shlex.quote(str(folder / "model")))
    try:
        subprocess.run(shlex.split(filled), check=True, stdout=subprocess.DEVNULL)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise InputError(f"{command!r} failed: {error}. Does it run by itself?") from error


def trainer_of(
    name: str, *, command: str | None = None, train_command: str | None = None
) -> Trainer:
    """The trainer of the parser with this name; `command` is for the parser called `command`."""
    if name == COMMAND:
        return CommandTrainer(command or "", train_command)
    trainers: dict[str, Callable[[], Trainer]] = {GRAMMAR: GrammarTrainer, SPANS: SpanTrainer}
    return trainers[name]()


def possible_trainings(name: str, *, train_command: str | None = None) -> tuple[str, ...]:
    """The trainings that the parser with this name can have."""
    if name != COMMAND:
        return (*TRAININGS, *PAIRS)
    return (GRAMMATICAL,) if train_command is None else TRAININGS


def _weights(training_sets: Sequence[TrainingSet]) -> tuple[float, ...]:
    is_alike = all(each == training_sets[0] for each in training_sets)
    return ALIKE if is_alike else WEIGHTS


def _read_trees(lines: Iterable[str]) -> Iterator[Tree]:
    return parse_trees(lines, file="the parser's output")


def _grammar(training_set: TrainingSet, *, seed: int) -> Grammar:
    from solecism_lab.train.parser.grammar import GrammarSettings, train_grammar

    plain, n_copies = GrammarSettings(), training_set.n_copies
    splitting = replace(plain.splitting, n_least_uses=n_copies * plain.splitting.n_least_uses)
    settings = replace(plain, n_rare=round(n_copies * plain.n_rare), splitting=splitting)
    grammar = train_grammar(
        training_set.trees, weights=training_set.weights, seed=seed, settings=settings
    )
    splits = tuple(
        replace(split, lexicon=_by_sentences(split.lexicon, n_copies)) for split in grammar.splits
    )
    return replace(grammar, splits=splits)


def _by_sentences(lexicon: Lexicon, n_copies: float) -> Lexicon:
    return replace(lexicon, counts=lexicon.counts / n_copies, totals=lexicon.totals / n_copies)
