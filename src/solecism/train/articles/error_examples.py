"""Native examples for the judges of nouns: as they are, or with learners' confusions put in."""

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
from solecism.locate.preposition_columns import Hashes, lemma_hash
from solecism.train.choice.shard import Shard
from solecism.train.prepositions.learner_examples import Examples


def untouched(native: Shard, decision: int, *, rng: np.random.Generator, size: int) -> Examples:
    """Native examples as they are: all right."""
    contexts, choices = _some(native, decision, rng=rng, size=size)
    return Examples(contexts, choices, choices, np.zeros(len(choices), dtype=bool))


def injected(
    native: Shard,
    counts: tuple[Counts, Counts],
    decision: int,
    *,
    rng: np.random.Generator,
    size: int,
) -> Examples:
    """Native examples into which learners' confusions were put at the learners' rate."""
    contexts, correct = _some(native, decision, rng=rng, size=size)
    half = correct // 2 if decision == DETERMINER else correct % 2
    written = choice_with(correct, inject(half, counts[decision], rng=rng), decision)
    if decision == DETERMINER:
        contexts = _with_determiner(contexts, correct, written)
    return Examples(contexts, written, correct, np.zeros(len(correct), dtype=bool))


def _some(
    native: Shard, decision: int, *, rng: np.random.Generator, size: int
) -> tuple[Hashes, Choices]:
    some = rng.permutation(len(native))
    if decision == NUMBER:
        some = some[native.contexts[some, INDEX["C"]] > 0]
    return native.contexts[some[:size]], native.choices[some[:size]]


def _with_determiner(contexts: Hashes, correct: Choices, written: Choices) -> Hashes:
    """The contexts with the determiner that is written now."""
    words = [lemma_hash(word) if word else 0 for word in WORD_OF_GROUP]
    found = contexts.copy()
    changed = correct != written
    found[changed, INDEX["D"]] = np.array(words, dtype=np.uint32)[written[changed] // 2]
    return found
