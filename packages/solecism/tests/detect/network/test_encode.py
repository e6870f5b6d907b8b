"""Encoded sentences: where words begin, and batches that are no larger than asked."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.pieces import SPECIAL, Pieces
from solecism.detect.network.reading import (
    Encoder,
    encoded,
    even_batches,
    padded_batches,
)

PIECES = Pieces([*SPECIAL, *"abc", "##a", "##b", "##c"])


def test_every_word_has_a_first_piece_and_the_sentence_an_end() -> None:
    found = encoded([["ab", "C"], ["a"]], PIECES)
    assert [PIECES.vocabulary[piece] for piece in found.pieces] == [
        *("[CLS]", "a", "##b", "c", "[SEP]"),
        *("[CLS]", "a", "[SEP]"),
    ]
    assert found.firsts.tolist() == [1, 3, 4, 6, 7]
    assert found.places.tolist() == [0, 3, 5]
    assert found.cases.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]


def test_a_hidden_word_is_one_mask() -> None:
    encoder = Encoder(PIECES)
    encoder.add(["abc", "AB", "a"], {1})
    found = encoder.encoded()
    assert found.pieces[found.firsts[1]] == PIECES.mask
    assert found.cases[found.firsts[1]] == 0
    assert found.firsts.tolist() == [1, 4, 5, 6]


@given(st.lists(st.lists(st.text("abcx", min_size=1, max_size=4), max_size=6), max_size=8))
def test_sentences_lie_one_after_another(sentences: list[list[str]]) -> None:
    found = encoded(sentences, PIECES)
    assert len(found) == len(sentences)
    assert np.diff(found.places).tolist() == [len(words) + 1 for words in sentences]
    ends = found.firsts[found.places[1:] - 1] if sentences else np.zeros(0)
    assert ends.tolist() == (found.offsets[1:] - 1).tolist()


@given(st.lists(st.integers(1, 50), max_size=60), st.integers(1, 200))
def test_batches_have_every_sentence_once_and_are_small(lengths: list[int], size: int) -> None:
    found = padded_batches(np.array(lengths, np.int64), max_pieces=size)
    assert sorted(number for batch in found for number in batch) == list(range(len(lengths)))
    for batch in found:
        assert len(batch) == 1 or len(batch) * max(lengths[n] for n in batch) <= size


def test_even_batches_hold_every_sentence_once_and_one_length_each() -> None:
    lengths = np.array([7, 3, 7, 90, 3, 7, 12])
    found = even_batches(lengths, max_pieces=15)
    assert sorted(np.concatenate(found).tolist()) == list(range(7))
    for numbers in found:
        assert len(set(lengths[numbers])) == 1
        assert len(numbers) == 1 or lengths[numbers].sum() <= 15
    assert [numbers.tolist() for numbers in found] == [[1, 4], [0, 2], [5], [6], [3]]
    assert even_batches(lengths[:0], max_pieces=15) == []
