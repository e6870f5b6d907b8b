"""Misspelt words are explained by a rule, or by the letters that differ."""

from __future__ import annotations

import pytest

from marked_words import marked
from solecism.checking.spelling_reasons import (
    similar_word_reason,
    spacing_reason,
    spelling_reason,
)


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("seperated", "separated", '"separated" has "a" after "sep", not "e"'),
        ("sinerely", "sincerely", '"sincerely" has "c" after "sin"'),
        ("intersting", "interesting", '"interesting" has "e" after "inter"'),
        ("interessting", "interesting", '"interesting" has "s", not "ss"'),
        ("accomodation", "accommodation", '"accommodation" has "mm"'),
        ("freind", "friend", '"friend" has "ie", not "ei"'),
        ("opinnion", "opinion", '"opinion" has "n", not "nn"'),
        ("ecxited", "excited", '"excited" has "xc", not "cx"'),
        ("apportunity", "opportunity", '"opportunity" has "o" at its beginning, not "a"'),
        ("stoping", "stopping", 'after one stressed vowel the consonant is doubled before "-ing"'),
        ("makeing", "making", 'a final "e" goes before "-ing": "making"'),
        ("recieve", "receive", 'after "c" the sound of "see" is written "ei": "receive"'),
    ],
)
def test_the_letters_that_differ_are_told(old: str, new: str, difference: str) -> None:
    told = spelling_reason(marked(f"We saw [{old}] there.", new)) or ""
    assert told.startswith(f'"{old}" seems to be misspelt: {difference}')


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("wiht", "will", '"wiht" seems to be misspelt'),
        ("alot", "a lot", '"a lot" is written as two words'),
        ("gonna", "going to", '"gonna" is how "going to" is spoken, and not written'),
        ("moths", "months", '"moths" is another word than "months": "months" has "n" after "mo"'),
    ],
)
def test_other_misspellings_are_told_as_what_they_are(old: str, new: str, told: str) -> None:
    assert spelling_reason(marked(f"We saw [{old}] there.", new)) == told


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("here,because", None, "a space comes after a punctuation mark"),
        (",then", ",", "a space comes after a punctuation mark"),
        ("3months", None, "a number and the word after it"),
        ("T.V.", "TV", "the letters of an abbreviation"),
        ("U.S.A.", "America", None),
        ("cat", None, None),
    ],
)
def test_words_that_run_together_are_told(old: str, new: str | None, part: str | None) -> None:
    told = spacing_reason(marked(f"We saw [{old}] there.", new))
    assert told is None if part is None else part in (told or "")


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [
        ("stared", "started", True),
        ("later", "late", False),
        ("here", "there", False),
        ("lived", "loved", True),
        ("sang", "sung", False),
    ],
)
def test_another_word_of_nearly_the_same_letters_is_told(
    old: str, new: str, *, is_told: bool
) -> None:
    told = similar_word_reason(marked(f"We [{old}] there.", new))
    assert (told or "").startswith(f'"{old}" is another word') == is_told
