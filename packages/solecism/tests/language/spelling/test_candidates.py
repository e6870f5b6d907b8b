"""What misspelt words may stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language.speller import bundled_speller

MEANT = {
    "recieve": "receive",
    "beautifull": "beautiful",
    "wich": "which",
    "freind": "friend",
    "tommorow": "tomorrow",
    "enviroment": "environment",
    "acommodation": "accommodation",
    "beleive": "believe",
    "intresting": "interesting",
    "confortable": "comfortable",
    "bycicle": "bicycle",
    "becouse": "because",
    "definately": "definitely",
    "infront": "in front",
    "eachother": "each other",
    "alot": "a lot",
    "Wensday": "Wednesday",
    "londn": "London",
    "FREIND": "FRIEND",
    "well-knwon": "well-known",
}


@pytest.mark.parametrize(("written", "meant"), MEANT.items())
def test_the_first_candidate_is_what_was_meant(written: str, meant: str) -> None:
    assert bundled_speller().candidates(written)[0].text == meant


def test_probabilities_fall_and_are_at_most_one_together() -> None:
    shares = [each.p for each in bundled_speller().candidates("thougt")]
    assert shares == sorted(shares, reverse=True)
    assert 0.9 < sum(shares) <= 1


@pytest.mark.parametrize(
    "word", ["", "a", "42", "x_y", "anna@example.org", "Привет", "q" * 10_000, "abcx-qzrw"]
)
def test_what_is_no_word_has_no_candidates(word: str) -> None:
    assert bundled_speller().candidates(word) == ()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("dissapoint", "disappointed"),
        ("espectators", "spectators"),
        ("well-knwon", "well-known"),
        ("Wensday", "Wednesday"),
    ],
)
def test_the_wide_choice_has_what_the_sentence_may_ask_for(written: str, meant: str) -> None:
    texts, features = bundled_speller().wide_choice(written)
    assert meant in texts
    assert len(features) == len(texts)


def test_a_name_in_small_letters_that_is_nearly_a_common_word_is_not_known() -> None:
    known = [bundled_speller().is_known(word) for word in ("holliday", "Holliday", "paris")]
    assert known == [False, True, True]


@given(st.text(max_size=40))
def test_any_string_has_candidates_that_are_known_or_none(word: str) -> None:
    speller = bundled_speller()
    for candidate in speller.candidates(word):
        assert all(map(speller.is_known, candidate.text.split()))


@pytest.mark.parametrize(
    ("word", "expected"),
    [("wich", True), ("which", False), ("Wich", False), ("zyxgrw", False), ("teh", False)],
)
def test_a_near_miss_is_an_unknown_word_a_letter_from_a_common_one(
    word: str, expected: bool
) -> None:
    assert bundled_speller().is_near_miss(word) == expected
