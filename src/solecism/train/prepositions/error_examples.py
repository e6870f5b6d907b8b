"""Native examples for the error classifier: as they are, or with injected errors."""

from __future__ import annotations

import numpy as np

from solecism.corrupt.tables.error_rates import Counts, inject
from solecism.train.choice.examples import ErrorExamples
from solecism.train.choice.shard import Shard


def injected(
    native: Shard, counts: Counts, *, rng: np.random.Generator, size: int
) -> ErrorExamples:
    """Native examples into which learners' confusions were injected at learners' rates."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    written = inject(correct, counts, rng=rng)
    return ErrorExamples(native.contexts[some], written, correct, np.zeros(len(some), dtype=bool))


def untouched(native: Shard, *, rng: np.random.Generator, size: int) -> ErrorExamples:
    """Native examples as they are: without errors."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    return ErrorExamples(native.contexts[some], correct, correct, np.zeros(len(some), dtype=bool))
