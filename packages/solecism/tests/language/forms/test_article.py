"""A or an, by sound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language.lemmas import indefinite_article

AN = "apple egg idea orange umbrella hour honest heir honour MBA FBI X-ray SMS 8 11 18th 80 hourly"
AN += " unimportant uninteresting unusual uncle urgent usher English Italian MP3 heirloom 11,000"
AN += " unidentified unissued onerous Euler x-ray MSc mRNA MPs R&D H5N1 F-16 NCAA RFID LED's MP's"
AN += " 1895 1890s $80 €11 18-month 8.5 α O'Neill Omega"
A = "book house university unique European useful user one once year UN uniform union eulogy hotel"
A += " history utopia unit ukulele USB NATO 1 7 100 110 1,100 one-off ewe UFO union human united"
A += " unidirectional universe onetime Uefa UEFA UNESCO Unesco Utah Uighur unary ureter US-led"
A += " U.S.-led US$80 UNHCR FIFA SWAT ROM SIM McCoy L'Oréal Māori Ms Rio Ural USA 1.8 £7 100th"


@pytest.mark.parametrize("word", AN.split())
def test_an_before_a_vowel_sound(word: str) -> None:
    assert indefinite_article(word) == "an"


@pytest.mark.parametrize("word", A.split())
def test_a_before_a_consonant_sound(word: str) -> None:
    assert indefinite_article(word) == "a"


@given(st.text())
def test_any_word_has_an_article(word: str) -> None:
    assert indefinite_article(word) in ("a", "an")
