"""Pieces of words: any word has some, all of them known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deberta_folder import unigrams
from solecism.detect.network.pieces import SPECIAL, Pieces
from solecism.detect.network.reading import N_CASES, case_of

VOCABULARY = [*SPECIAL, "un", "##happy", "happy", "##ly", "-", "'", "o", "##f", "of"]


def words_of(word: str) -> list[str]:
    pieces = Pieces(VOCABULARY)
    return [pieces.vocabulary[number] for number in pieces.of(word)]


def test_the_longest_known_start_comes_first() -> None:
    assert words_of("unhappy") == ["un", "##happy"]
    assert words_of("Happyly") == ["happy", "##ly"]
    assert words_of("of") == ["of"]


def test_signs_stand_alone_and_accents_go() -> None:
    assert words_of("ún-happy") == ["un", "-", "happy"]


def test_what_no_pieces_make_is_unknown() -> None:
    assert words_of("xyz") == ["[UNK]"]
    assert words_of("") == ["[UNK]"]


def unigram_pieces() -> Pieces:
    vocabulary, scores = zip(*unigrams(), ("[MASK]", 0.0), strict=True)
    return Pieces(vocabulary, scores)


# The pieces of all these words were compared with those that SentencePiece makes of them.
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("We", "▁We"),
        ("friends", "▁friend s"),
        ("schooling", "▁school ing"),
        ("education", "▁ ed u c ation"),
        ("onward", "▁on w a r d"),
        ("I'd", "▁I ' d"),
        ("?", "?"),
        ("n't", "n ' t"),
        ("ⅳ", "▁ i v"),
        ("ﬁsh", "▁ f i s h"),
        ("naïve", "▁ n a [UNK] v e"),
        ("東京", "▁ [UNK]"),
        ("a東b", "▁a [UNK] b"),
    ],
)
def test_of_all_ways_to_cut_a_word_unigrams_are_the_likeliest(word: str, expected: str) -> None:
    pieces = unigram_pieces()
    assert [pieces.vocabulary[number] for number in pieces.of(word)] == expected.split()


def test_text_is_never_a_special_piece() -> None:
    pieces = unigram_pieces()
    assert pieces.mask not in pieces.of("[MASK]")
    assert pieces.of_piece("[MASK]") == (pieces.mask,)


@pytest.mark.parametrize("pieces", [Pieces(VOCABULARY), unigram_pieces()])
@given(word=st.text(max_size=80))
def test_any_word_has_a_few_known_pieces_and_a_case(pieces: Pieces, word: str) -> None:
    found = pieces.of(word)
    assert 1 <= len(found) <= 8
    assert all(0 <= number < len(pieces) for number in found)
    assert found == pieces.of(word)
    assert 0 <= case_of(word) < N_CASES
