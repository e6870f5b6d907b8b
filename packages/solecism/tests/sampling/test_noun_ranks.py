"""Nouns of highest and lowest entropy for each dominant construction."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.locate.noun_table import ConstructionCounts, noun_table
from solecism.sampling.noun_samples import ranked_nouns

TABLE = noun_table(
    ConstructionCounts(
        {
            "stone": [15, 20, 20, 25, 20],
            "car": [1, 30, 30, 35, 4],
            "shoe": [0, 5, 5, 80, 10],
            "trouser": [0, 2, 0, 97, 1],
            "advice": [95, 0, 5, 0, 0],
            "sun": [0, 1, 98, 0, 1],
            "clothes": [0, 0, 0, 80, 20],
            "rarity": [1, 2, 3, 4, 0],
        }
    ),
    least=1,
)


def names(**options: object) -> dict[str, list[str]]:
    found = ranked_nouns(TABLE, least=20, **options)  # type: ignore[arg-type]  # options vary
    return {rank: [noun.noun for noun in found if noun.rank == rank] for rank in ("high", "low")}


def test_the_highest_and_the_lowest_of_each_construction_are_chosen() -> None:
    assert names(n_each=1) == {"high": ["sun", "stone"], "low": ["trouser"]}


def test_no_noun_is_both_high_and_low() -> None:
    assert names(n_each=3) == {"high": ["sun", "stone", "car"], "low": ["shoe", "trouser"]}


def test_the_dominant_construction_and_the_entropy_are_told() -> None:
    [sun, *_] = ranked_nouns(TABLE, least=20)
    assert (sun.dominant, sun.n_times) == ("the singular", 100)
    assert sun.entropy == pytest.approx(0.161, abs=0.001)


def test_only_some_nouns_may_be_allowed() -> None:
    assert names(among={"car", "trouser"}) == {"high": ["car"], "low": ["trouser"]}


def test_rare_nouns_and_those_of_one_number_are_left_out() -> None:
    found = {noun.noun for noun in ranked_nouns(TABLE, least=20)}
    assert not found & {"advice", "clothes", "rarity"}
    assert "rarity" in {noun.noun for noun in ranked_nouns(TABLE, least=1)}


def test_a_noun_that_is_just_frequent_enough_is_kept() -> None:
    assert "stone" in {noun.noun for noun in ranked_nouns(TABLE, least=100)}
    assert ranked_nouns(TABLE, least=101) == []


def test_one_noun_at_least_is_asked_for() -> None:
    with pytest.raises(InputError, match="at least 1"):
        ranked_nouns(TABLE, n_each=0)
