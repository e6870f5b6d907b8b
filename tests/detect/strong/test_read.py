"""What networks say of sentences, whatever stands beside them and however long they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.strong.encode import encoded
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.read import Doubts, doubts, firsts_of, inputs_of, read
from strong_models import PIECES, random_model


def doubted(sentences: list[list[str]], model: StrongModel | None = None) -> Doubts:
    gate = (model or random_model()).gate
    assert gate is not None
    return doubts(sentences, gate, PIECES)


def drawn(n: int) -> list[list[str]]:
    rng = np.random.default_rng(0)
    return [
        ["".join(rng.choice(list("abcdefgh"), 3)) for _ in range(rng.integers(1, 40))]
        for _ in range(n)
    ]


def test_what_is_said_of_a_sentence_does_not_depend_on_the_others() -> None:
    words, found = drawn(60), random_model()
    together, seen = read(words, found.session, PIECES), doubted(words)
    for number in (0, 17, 59):
        alone = read([words[number]], found.session, PIECES)
        rows = slice(together.places[number], together.places[number + 1])
        assert np.abs(together.words[rows] - alone.words).max() < 1e-5
        assert np.abs(together.gaps[rows] - alone.gaps).max() < 1e-5
        assert np.abs(seen.words[rows] - doubted([words[number]]).words).max() < 1e-5
        assert seen.greatest[number] == pytest.approx(doubted([words[number]]).greatest[0])


def test_long_sentences_are_read_in_stretches() -> None:
    words = ["we", "wait"] * 2_500
    reading = read([words], random_model().session, PIECES)
    assert reading.words.sum(axis=1) == pytest.approx(np.ones(5_001), abs=1e-4)
    seen = doubted([words, ["of"]])
    assert len(seen.words) == 5_003
    assert (seen.gaps > 0).all()
    assert seen.greatest.shape == (2,)


def test_the_greatest_doubt_of_a_sentence_is_of_a_word_or_a_gap_but_never_of_its_end() -> None:
    seen = doubted([["we", "wait"], [], ["of"]])
    assert seen.places.tolist() == [0, 3, 4, 6]
    assert seen.words[[2, 3, 5]].tolist() == [0, 0, 0]
    both = np.maximum(seen.words, seen.gaps)
    assert seen.greatest.tolist() == [both[:3].max(), both[3], both[4:].max()]


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
    assert 0 <= doubted([words]).greatest[0] <= 1.0001
