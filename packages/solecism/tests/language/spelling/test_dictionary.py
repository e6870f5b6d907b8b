"""Which words are English."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import ModelError
from solecism.language import dictionary
from solecism.language.dictionary import (
    EVERYDAY,
    WordList,
    bundled_words,
    format,
    is_word,
    listed_counts,
    parse,
)
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


def test_the_list_is_read_without_the_package_that_it_comes_from() -> None:
    code = (
        "import sys; sys.modules['symspellpy'] = None;"
        "from solecism.language.dictionary import listed_counts; print(len(listed_counts()))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(shown.stdout) == len(listed_counts())


def test_without_the_file_one_line_names_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dictionary, "BUNDLED_MODEL", tmp_path / "dictionary.npz")
    with pytest.raises(ModelError, match=r"dictionary\.npz: No such file"):
        bundled_words.__wrapped__()


def test_what_is_written_is_read_again() -> None:
    words = WordList({"the": 3.0, "don't": 1.5}, {"sudoku": 2.0}, frozenset({"paris", "anna"}))
    assert parse(format(words), file="d.npz") == words


@given(st.data())
def test_a_damaged_file_is_a_list_or_one_clear_error(data: st.DataObject) -> None:
    words = WordList({"the": 3.0, "a": 1.5}, {"sudoku": 2.0}, frozenset({"paris"}))
    whole = bytearray(format(words))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    cut = data.draw(st.integers(0, len(whole)))
    for damaged in (bytes(whole), bytes(whole[:cut])):
        with suppress(ModelError):
            parse(damaged, file="d.npz")
