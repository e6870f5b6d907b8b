"""The speller that has learnt nothing from learners."""

from __future__ import annotations

import pytest

from solecism.language.speller import bundled_speller, plain_speller


@pytest.mark.parametrize(
    ("written", "meant"),
    [("recieve", "receive"), ("becuase", "because"), ("tommorow", "tomorrow")],
)
def test_near_words_are_suggested(written: str, meant: str) -> None:
    assert plain_speller().candidates(written)[0].text == meant


def test_every_change_costs_one() -> None:
    [cost] = {each.cost for each in plain_speller().candidates("freind") if each.text == "friend"}
    assert cost == pytest.approx(1.0)


def test_it_knows_the_same_words() -> None:
    for word in ("dungeon", "bookshelves", "wierd"):
        assert plain_speller().is_known(word) == bundled_speller().is_known(word)
