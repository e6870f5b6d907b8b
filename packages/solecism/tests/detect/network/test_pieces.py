"""Pieces of words: any word has some, all of them known."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.reading import N_CASES, SPECIAL, Pieces, case_of

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


@given(st.text(max_size=80))
def test_any_word_has_a_few_known_pieces_and_a_case(word: str) -> None:
    pieces = Pieces(VOCABULARY)
    found = pieces.of(word)
    assert 1 <= len(found) <= 8
    assert all(0 <= number < len(pieces) for number in found)
    assert found == pieces.of(word)
    assert 0 <= case_of(word) < N_CASES
