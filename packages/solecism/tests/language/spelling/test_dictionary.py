"""Which words are English."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.language import dictionary as module
from solecism.language.dictionary import EVERYDAY, is_word, listed_counts
from solecism.language.speller import bundled_speller

KNOWN = """
    dungeon bookshelves Wednesday colour color favourite favorite theatre theater organise organize
    realise realize travelled traveled blog internet smartphone café cafe naïve Paris don't don’t
    teacher's teachers' well-known e-mail T-shirt co-operate informations advices homeworks
    ok OK Mom mom's km tv selfie emojis vlogging n't n’t ca
""".split()
UNKNOWN = """
    usefull becouse wich recieve beautifull Definately childrens stoped wifes well-knwon freind's
    hause alot tommorow
""".split()
UNDECIDED = (
    "http://www.example.org/a_b?c=d",
    "anna.k@example.org",
    "C3PO",
    "42nd",
    "x_y",
    "UNESCO's",
    "NATO",
    "iPhone",
    "Привет",
    "你好",
    "...",
    "",
    "a",
    "q" * 10_000,
)


@pytest.mark.parametrize("word", [*KNOWN, *UNDECIDED])
def test_words_numbers_addresses_and_abbreviations_are_not_misspelt(word: str) -> None:
    assert bundled_speller().is_known(word)


@pytest.mark.parametrize("word", UNKNOWN)
def test_misspelt_words_are_not_known(word: str) -> None:
    assert not bundled_speller().is_known(word)
    assert is_word(word)


def test_everyday_words_are_suggested_but_not_parts_of_contractions() -> None:
    def texts(word: str) -> list[str]:
        return [each.text for each in bundled_speller().candidates(word)]

    assert texts("emogi")[0] == "emoji"
    assert texts("watsapp")[0] == "whatsapp"
    assert not {"ca", "wo", "n't"} & {*texts("cna"), *texts("wno"), *texts("nto")}


def test_everyday_words_are_those_that_the_list_does_not_have() -> None:
    assert not EVERYDAY & listed_counts().keys()
    assert all(is_word(word) for word in EVERYDAY)


def test_the_list_has_counts() -> None:
    counts = listed_counts()
    assert len(counts) > 80_000
    assert counts["the"] > counts["garden"] > counts["gazebo"] > 0


def test_without_the_package_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    listed_counts.cache_clear()
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install symspellpy"):
        listed_counts()
