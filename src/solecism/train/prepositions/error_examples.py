"""Native examples for the judge: as they are, or with the confusions of learners put in."""

from __future__ import annotations

import numpy as np

from solecism.corrupt.tables.error_rates import Counts, inject
from solecism.train.choice.shard import Shard
from solecism.train.prepositions.learner_examples import Examples


def injected(native: Shard, counts: Counts, *, rng: np.random.Generator, size: int) -> Examples:
    """Native examples into which learners' confusions were put at the learners' rate."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    written = inject(correct, counts, rng=rng)
    return Examples(native.contexts[some], written, correct, np.zeros(len(some), dtype=bool))


def untouched(native: Shard, *, rng: np.random.Generator, size: int) -> Examples:
    """Native examples as they are: all right."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    return Examples(native.contexts[some], correct, correct, np.zeros(len(some), dtype=bool))
