"""Counting of collocations."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.language.collocations import BESIDE, SECOND
from solecism_lab.train.collocations import count_collocations

TEXT = [f"we saw the log cabin in {year} ." for year in range(1900, 1930)]
TEXT += ["the dog and the cat and the bird sing a song ."] * 30


def test_words_that_stand_together_go_together() -> None:
    known = count_collocations(TEXT)
    table = known.features(["the", "log", "cabine", "in", "1950"], 2, ["cabin", "bird"])
    assert table[0, BESIDE] > 2
    assert table[0, SECOND] > 1
    assert table[1, BESIDE] == 0


def test_words_in_different_paragraphs_do_not() -> None:
    known = count_collocations(["one log", "cabin fever"] * 40)
    assert not known.features(["log", "x"], 1, ["cabin"])[0, BESIDE]


def test_without_words_there_is_nothing_to_count() -> None:
    with pytest.raises(InputError, match="no words"):
        count_collocations([])
