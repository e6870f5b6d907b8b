"""Vocabularies of pieces."""

from __future__ import annotations

from solecism.detect.network.reading import SPECIAL, Pieces
from solecism_lab.train.network.starting_point import chosen_pieces, piece_counts, pieces_from_text


def test_pieces_are_counted_in_text() -> None:
    pieces = Pieces([*SPECIAL, "dog", "##s", "."])
    counts = piece_counts(["Dogs dog.", "dogs"], pieces)
    assert {pieces.vocabulary[number]: n for number, n in counts.items()} == {
        "dog": 3,
        "##s": 2,
        ".": 1,
    }


def test_frequent_pieces_are_kept_in_their_order() -> None:
    vocabulary = ["cat", *SPECIAL, "dog", "cow", "x"]
    assert chosen_pieces(vocabulary, {0: 1, 6: 5, 7: 9}, size=7) == [1, 2, 3, 4, 5, 7, 8]


def test_a_vocabulary_from_text_can_write_every_word() -> None:
    found = pieces_from_text(["the cat and the dog"], size=40)
    assert found[: len(SPECIAL)] == list(SPECIAL)
    assert "the" in found
    assert Pieces(found).of("toad") != (Pieces(found).unknown,)
