"""What a network says of sentences, whatever stands beside them and however long they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.reading import encoded, firsts_of, inputs_of, read
from strong_models import PIECES, random_model


def drawn(n: int) -> list[list[str]]:
    rng = np.random.default_rng(0)
    return [
        ["".join(rng.choice(list("abcdefgh"), 3)) for _ in range(rng.integers(1, 40))]
        for _ in range(n)
    ]


def test_what_is_said_of_a_sentence_does_not_depend_on_the_others() -> None:
    words, found = drawn(60), random_model()
    together = read(words, found.session, PIECES)
    for number in (0, 17, 59):
        alone = read([words[number]], found.session, PIECES)
        rows = slice(together.places[number], together.places[number + 1])
        assert np.abs(together.words[rows] - alone.words).max() < 1e-5
        assert np.abs(together.gaps[rows] - alone.gaps).max() < 1e-5


def test_several_threads_read_the_same() -> None:
    words = [["we", "wait", "of"][: 1 + n % 3] * (1 + n % 5) for n in range(60)]
    found = random_model()
    one, several = (read(words, found.session, PIECES, n_threads=n) for n in (1, 3))
    assert several.words == pytest.approx(one.words, abs=1e-6)
    assert several.gaps == pytest.approx(one.gaps, abs=1e-6)


def test_long_sentences_are_read_in_stretches() -> None:
    words = ["we", "wait"] * 2_500
    reading = read([words, ["of"]], random_model().session, PIECES)
    assert reading.places.tolist() == [0, 5_001, 5_003]
    assert reading.words.sum(axis=1) == pytest.approx(np.ones(5_003), abs=1e-4)
    assert reading.gaps.sum(axis=1) == pytest.approx(np.ones(5_003), abs=1e-4)


def test_a_sentence_has_a_row_for_its_end_even_without_words() -> None:
    reading = read([["we", "wait"], [], ["of"]], random_model().session, PIECES)
    assert reading.places.tolist() == [0, 3, 4, 6]
    assert len(reading.words) == len(reading.gaps) == 6


def test_words_of_too_many_pieces_are_read_as_far_as_it_goes() -> None:
    words = [["abcdefgh"] * 100, ["abcdefgh"] * 110]
    reading = read(words, random_model().session, PIECES)
    assert reading.words.sum(axis=1) == pytest.approx(np.ones(212), abs=1e-4)


def test_no_sentences_and_one_word() -> None:
    assert len(read([], random_model().session, PIECES).words) == 0
    assert len(read([["x"]], random_model().session, PIECES).words) == 2


def test_inputs_are_the_pieces_and_the_firsts_of_each_sentence() -> None:
    code = encoded([["of", "it"], ["x"], ["the", "ab"]], PIECES)
    numbers = np.array([2, 0])
    inputs = inputs_of(code, numbers)
    start, the, of, end = (PIECES.start, *PIECES.of("the"), *PIECES.of("of"), PIECES.end)
    assert inputs["pieces"].tolist() == [
        [start, the, *PIECES.of("ab"), end],
        [start, of, *PIECES.of("it"), end],
    ]
    assert inputs["rows"].tolist() == [1, 2, 4, 6, 7, 9]
    assert firsts_of(code, numbers).tolist() == [5, 6, 7, 0, 1, 2]


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12))
def test_any_words_are_read(words: list[str]) -> None:
    reading = read([words], random_model().session, PIECES)
    assert reading.words.shape[0] == len(words) + 1
    assert np.isfinite(reading.words).all()
    assert np.isfinite(reading.gaps).all()
