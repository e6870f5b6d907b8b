"""The best labels: against all sequences, and of long sentences against short ones' way."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.language import chunker
from solecism.language.chunker import FOLLOWS, FORBIDDEN, N_LABELS, OUTSIDE, best_labels


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_the_best_labels_beat_every_other_sequence(n_words: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = rng.integers(-99, 99, (n_words, N_LABELS))
    transitions = np.where(FOLLOWS, rng.integers(-99, 99, (N_LABELS, N_LABELS)), FORBIDDEN)

    def score(labels: tuple[int, ...]) -> int:
        total = sum(int(nodes[place, label]) for place, label in enumerate(labels))
        return total + sum(int(transitions[pair]) for pair in itertools.pairwise(labels))

    found = best_labels(nodes, transitions, np.array([0]), np.array([n_words]))
    allowed = (
        labels
        for labels in itertools.product(range(N_LABELS), repeat=n_words)
        if all(FOLLOWS[pair] for pair in itertools.pairwise((OUTSIDE, *labels)))
    )
    assert score(tuple(found.tolist())) == max(map(score, allowed))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 30), max_size=6), st.integers(0, 2**32 - 1), st.integers(0, 40))
def test_sentences_one_by_one_have_the_labels_that_they_have_side_by_side(
    lengths: list[int], seed: int, longest: int
) -> None:
    rng = np.random.default_rng(seed)
    # Few scores, so that there are ties.
    nodes = rng.integers(-3, 3, (sum(lengths), N_LABELS))
    transitions = np.where(FOLLOWS, rng.integers(-3, 3, (N_LABELS, N_LABELS)), FORBIDDEN)
    sizes = np.array(lengths, dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    expected = best_labels(nodes, transitions, starts, sizes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunker, "_LONG", longest)
        patch.setattr(chunker, "_STRETCH", 4)
        assert np.array_equal(best_labels(nodes, transitions, starts, sizes), expected)
