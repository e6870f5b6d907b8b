"""Word vectors: words in the same places are alike."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import InputError
from solecism_lab.train.language.word_vectors import WordVectors, word_vectors

ANIMALS, VERBS, PLACES = ["Cats", "dogs", "mice"], ["sleep", "run"], ["here", "there", "outside"]


def made_text(seed: int) -> list[list[str]]:
    rng = np.random.default_rng(seed)
    return [
        [str(rng.choice(ANIMALS)), str(rng.choice(VERBS)), str(rng.choice(PLACES)), "."]
        for _ in range(400)
    ]


def likeness(vectors: WordVectors, a: str, b: str) -> float:
    rows = vectors.rows[:, :-4]
    return float(rows[vectors.words.index(a)] @ rows[vectors.words.index(b)])


def test_words_of_one_class_are_nearer_than_words_of_two() -> None:
    vectors = word_vectors(made_text(1), n_words=50, n_dimensions=4, seed=1)
    assert likeness(vectors, "cats", "mice") > likeness(vectors, "cats", "run")
    assert likeness(vectors, "here", "outside") > likeness(vectors, "here", "dogs")


def test_the_most_frequent_words_come_first_and_capitals_are_counted() -> None:
    vectors = word_vectors(made_text(2), n_words=4, n_dimensions=4, seed=1)
    assert vectors.words[0] == "."
    assert len(vectors.words) == 4
    p_capital = vectors.rows[:, -3] / 3
    everything = word_vectors(made_text(2), n_words=50, n_dimensions=4, seed=1)
    assert everything.rows[everything.words.index("cats"), -3] == pytest.approx(3)
    assert p_capital[0] == 0


def test_more_dimensions_than_words_are_filled_with_zeros() -> None:
    vectors = word_vectors(made_text(3), n_words=50, n_dimensions=40, seed=1)
    assert vectors.rows.shape == (9, 44)
    assert not vectors.rows[:, 9:40].any()


def test_text_in_which_no_word_recurs_is_told() -> None:
    with pytest.raises(InputError, match="no word that occurs 8 times"):
        word_vectors([["one", "two"]], n_words=5, n_dimensions=2, seed=1)
