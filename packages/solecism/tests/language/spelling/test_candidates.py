"""What misspelt words may stand for."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language.speller import FURTHER, Speller, bundled_speller
from solecism.language.spelling_model import SpellingModel

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
        ("fite", "fight"),
        ("frase", "phrase"),
        ("fotograf", "photograph"),
        ("sth", "something"),
        ("espectators", "spectators"),
        ("well-knwon", "well-known"),
        ("Wensday", "Wednesday"),
    ],
)
def test_the_wide_choice_has_what_the_sentence_may_ask_for(written: str, meant: str) -> None:
    texts, features = bundled_speller().wide_choice(written)
    assert meant in texts
    assert len(features) == len(texts)


def further(model: SpellingModel, written: str, meant: str) -> dict[str, float]:
    texts, table = Speller(model).wide_choice(written)
    row = table[texts.index(meant)].tolist()
    return dict(zip(FURTHER, row[-len(FURTHER) :], strict=True))


def test_letters_and_sounds_are_compared_with_equal_costs() -> None:
    model = bundled_speller().model
    assert further(model, "recieve", "receive") == pytest.approx(
        {
            **{"learners' count": math.log(model.learners["receive"] + 0.3), "changes": 1 / 7},
            **{"length": 0, "anagram": 1, "sound distance": 0, "name": 0},
        }
    )
    names = [further(model, written, "Paris")["name"] for written in ("pariss", "Pariss")]
    assert names == [1, 0]
    assert further(model, "whater", "water")["length"] == 1


def test_of_two_words_the_one_that_learners_write_less_counts() -> None:
    model = replace(bundled_speller().model, learners={"a": 50.0, "lot": 3.7})
    counts = [further(model, "alot", meant)["learners' count"] for meant in ("a lot", "allot")]
    assert counts == pytest.approx([math.log(4), math.log(0.3)])


def test_no_candidate_means_the_opposite() -> None:
    texts, features = bundled_speller().wide_choice("unuseful")
    assert "useful" not in texts
    assert "unusual" in texts
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
