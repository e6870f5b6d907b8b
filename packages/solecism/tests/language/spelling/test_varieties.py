"""Words with a British and an American spelling."""

from __future__ import annotations

import pytest

from solecism.language.dictionary import AMERICAN, BRITISH, spelt_as, variety_of


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("neighbourhoods", "neighborhoods"),
        ("Theatre", "Theater"),
        ("centred", "centered"),
        ("TRAVELLING", "TRAVELING"),
        ("kilometres", "kilometers"),
        ("analysed", "analyzed"),
        ("defence", "defense"),
        ("sceptical", "skeptical"),
    ],
)
def test_both_spellings_are_known_and_lead_to_each_other(british: str, american: str) -> None:
    assert (variety_of(british), variety_of(american)) == (BRITISH, AMERICAN)
    assert (spelt_as(british, AMERICAN), spelt_as(american, BRITISH)) == (american, british)
    assert (spelt_as(british, BRITISH), spelt_as(american, AMERICAN)) == (british, american)


@pytest.mark.parametrize(
    "word",
    [
        "four",
        "hour",
        "tour",
        "wise",
        "prise",
        "meter",
        "enrolled",
        "humorist",
        "called",
        "there",
        "dog",
    ],
)
def test_words_that_only_look_alike_have_one_spelling(word: str) -> None:
    assert variety_of(word) is None
    assert spelt_as(word, AMERICAN) == spelt_as(word, BRITISH) == word


def test_ize_is_no_sign_of_american_but_ise_is_british() -> None:
    assert (variety_of("organize"), variety_of("organise")) == (None, BRITISH)
    assert spelt_as("organisation", AMERICAN) == "organization"
    assert spelt_as("organization", BRITISH) == "organization"


def test_some_words_are_only_british() -> None:
    assert (variety_of("programme"), variety_of("program")) == (BRITISH, None)
    assert (spelt_as("Cheques", AMERICAN), spelt_as("checks", BRITISH)) == ("Checks", "checks")
