"""Native examples for the error classifiers of nouns: as they are, or with injected errors."""

from __future__ import annotations

import numpy as np

from solecism.corrupt.tables.error_rates import Counts, inject
from solecism.detect.articles.choice import (
    DETERMINER,
    NUMBER,
    WORD_OF_GROUP,
    Choices,
    choice_with,
)
from solecism.detect.articles.contexts import INDEX
from solecism.locate.sentence_columns import Hashes, lemma_hash
from solecism.train.choice.examples import ErrorExamples
from solecism.train.choice.shard import Shard


def untouched(
    native: Shard, decision: int, *, rng: np.random.Generator, size: int
) -> ErrorExamples:
    """Native examples as they are: without errors."""
    contexts, choices = _some(native, decision, rng=rng, size=size)
    return ErrorExamples(contexts, choices, choices, np.zeros(len(choices), dtype=bool))


def injected(
    native: Shard,
    counts: tuple[Counts, Counts],
    decision: int,
    *,
    rng: np.random.Generator,
    size: int,
) -> ErrorExamples:
    """Native examples into which learners' confusions were injected at learners' rates."""
    contexts, correct = _some(native, decision, rng=rng, size=size)
    half = correct // 2 if decision == DETERMINER else correct % 2
    written = choice_with(correct, inject(half, counts[decision], rng=rng), decision)
    if decision == DETERMINER:
        contexts = _with_determiner(contexts, correct, written)
    return ErrorExamples(contexts, written, correct, np.zeros(len(correct), dtype=bool))


def _some(
    native: Shard, decision: int, *, rng: np.random.Generator, size: int
) -> tuple[Hashes, Choices]:
    some = rng.permutation(len(native))
    if decision == NUMBER:
        some = some[native.contexts[some, INDEX["C"]] > 0]
    return native.contexts[some[:size]], native.choices[some[:size]]


def _with_determiner(contexts: Hashes, correct: Choices, written: Choices) -> Hashes:
    """The contexts with the injected determiner."""
    words = [lemma_hash(word) if word else 0 for word in WORD_OF_GROUP]
    updated = contexts.copy()
    changed = correct != written
    updated[changed, INDEX["D"]] = np.array(words, dtype=np.uint32)[written[changed] // 2]
    return updated
