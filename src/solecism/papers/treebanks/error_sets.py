"""The sets of the experiments: sentences as they are, with one error, with two, of one type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.corrupted import Corrupted
from solecism.corrupt.gold.sites import Sites
from solecism.corrupt.gold.trees import training_tree
from solecism.corrupt.recipe import PRESETS, Recipe
from solecism.errors import InputError
from solecism.sentence import Sentence
from solecism.tree import Tree

GRAMMATICAL, ONE_ERROR, TWO_ERRORS = "grammatical", "one-error", "two-errors"
UNGRAMMATICAL, BOTH, TEN_COPIES = "ungrammatical", "both", "ten-copies"
TRAININGS = (GRAMMATICAL, UNGRAMMATICAL, BOTH, TEN_COPIES)
TWICE, TOGETHER = "grammatical-twice", "both-and-grammatical"
# Two grammars that decide together, by what each is trained on.
PAIRS = {TWICE: (GRAMMATICAL, GRAMMATICAL), TOGETHER: (BOTH, GRAMMATICAL)}
PRESET = "foster-2007"
ERROR_TYPES = tuple(PRESETS[PRESET].weights)
# The paper puts two errors into four of twenty sections, and counts the grammatical ten times.
TWO_ERROR_SHARE = 0.2
N_COPIES = 10.0


@dataclass(frozen=True, slots=True)
class Parts:
    """A treebank in three parts: for training, for choosing thresholds, and for testing."""

    train: list[Sentence]
    dev: list[Sentence]
    test: list[Sentence]


@dataclass(frozen=True, slots=True)
class ErrorSet:
    """Sentences with their gold trees, and the places they have in the grammatical set.

    `groups` are the places, in this set, of sentences of which something in particular is wrong.
    Sets that are not made from the treebank are `is_other`.
    """

    name: str
    sentences: list[Sentence]
    places: list[int]
    groups: Mapping[str, list[int]]
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Trees to learn from, the weight of each, and the number of their sentences.

    `name` says what is trained on; sets of one experiment have the same name if they are equal.
    """

    trees: list[Tree]
    weights: list[float]
    n_sentences: int
    name: str = ""

    @property
    def n_copies(self) -> float:
        """How often each sentence is there, with and without errors."""
        return sum(self.weights) / self.n_sentences


def parts(
    sentences: Sequence[Sentence], *, n_dev: int, n_test: int, n_train: int | None = None
) -> Parts:
    """The last `n_test` sentences, the `n_dev` before them, and all or `n_train` before these."""
    whole = [sentence for sentence in sentences if sentence.words]
    n_others = len(whole) - n_dev - n_test
    if n_others < 1:
        raise InputError(
            f"{len(whole)} trees are too few to choose on {n_dev} and test on {n_test}. "
            "Give more trees, or smaller parts."
        )
    return Parts(whole[:n_others][:n_train], whole[n_others:-n_test], whole[-n_test:])


def as_they_are(sentences: Sequence[Sentence], *, name: str = GRAMMATICAL) -> ErrorSet:
    """The error set of the sentences without errors."""
    return ErrorSet(name, list(sentences), list(range(len(sentences))), {})


def with_errors(
    sentences: Sequence[Sentence],
    *,
    n_errors: int,
    seed: int,
    sites: Sites = "all",
    name: str | None = None,
) -> ErrorSet:
    """All sentences, with errors of all types; where there is no place for one, as they are."""
    recipe = replace(PRESETS[PRESET], rounds=n_errors, sites=sites)
    corrupted = [each.sentence for each in corrupt(sentences, recipe, seed=seed)]
    names = {1: ONE_ERROR, 2: TWO_ERRORS}
    return ErrorSet(name or names[n_errors], corrupted, list(range(len(corrupted))), {})


def of_type(
    sentences: Sequence[Sentence], error_type: str, *, seed: int, sites: Sites = "all"
) -> ErrorSet:
    """The sentences that have a place for one type of error, with that error, by its subtypes."""
    corrupted = list(corrupt(sentences, Recipe({error_type: 1.0}, sites=sites), seed=seed))
    places = [place for place, each in enumerate(corrupted) if each.errors]
    groups: dict[str, list[int]] = {}
    for number, place in enumerate(places):
        if corrupted[place].errors[0].subtype:
            groups.setdefault(corrupted[place].errors[0].subtype, []).append(number)
    return ErrorSet(error_type, [corrupted[place].sentence for place in places], places, groups)


def training_set(
    sentences: Sequence[Sentence], training: str, *, seed: int, sites: Sites = "all"
) -> TrainingSet:
    """The training set of one of the TRAININGS."""
    n_good = {UNGRAMMATICAL: 0.0, TEN_COPIES: N_COPIES}.get(training, 1.0)
    trees = [sentence.trees[0] for sentence in sentences] if n_good else []
    weights = [n_good] * len(trees)
    if training != GRAMMATICAL:
        trees += _ungrammatical_trees(sentences, seed=seed, sites=sites)
        weights += [1.0] * len(sentences)
    return TrainingSet(trees, weights, len(sentences), training)


def _ungrammatical_trees(
    sentences: Sequence[Sentence], *, seed: int, sites: Sites
) -> Iterator[Tree]:
    """One tree per sentence, the first fifth with two errors; extra words at one of their sites."""
    rng = np.random.default_rng(seed)
    n_two = round(TWO_ERROR_SHARE * len(sentences))
    for n_errors, chosen in ((2, sentences[:n_two]), (1, sentences[n_two:])):
        recipe = replace(PRESETS[PRESET], rounds=n_errors)
        corrupted: Iterable[Corrupted] = corrupt(chosen, recipe, seed=seed)
        for sentence, each in zip(chosen, corrupted, strict=True):
            yield training_tree(sentence.trees[0], each.errors, rng=rng, sites=sites)
