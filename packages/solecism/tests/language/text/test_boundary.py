"""Places where a sentence may end."""

from __future__ import annotations

import pytest

from solecism.language.sentence_splitter import (
    boundary_candidates,
    boundary_features,
    boundary_weights,
    is_boundary,
    word_case,
)


def test_final_signs_and_words_that_begin_sentences_make_candidates() -> None:
    text = "we ran. it was late The end"
    assert list(boundary_candidates(text, 0, len(text))) == [(7, 8), (19, 20)]


@pytest.mark.parametrize("text", ["J. K.", "e.g. a cat", "at www.x.test/a.but", "i.e. I"])
def test_initials_examples_and_addresses_make_none(text: str) -> None:
    assert list(boundary_candidates(text, 0, len(text))) == []


@pytest.mark.parametrize(
    ("word", "kind"),
    [("", "_"), ("cat", "l"), ("Cat", "U"), ("CAT", "A"), ("I", "I"), ("I'm", "I"), ("B", "1"),
     ("7th", "d"), ("漢", "o")],
)  # fmt: skip
def test_each_manner_of_writing_has_its_letter(word: str, kind: str) -> None:
    assert word_case(word) == kind


def test_a_title_ends_no_sentence_and_a_word_does() -> None:
    text = "I met Dr. Fox. He ran."
    known = boundary_weights()
    assert not is_boundary(boundary_features(text, 0, 9, 10, len(text)), known)
    assert is_boundary(boundary_features(text, 0, 14, 15, len(text)), known)
