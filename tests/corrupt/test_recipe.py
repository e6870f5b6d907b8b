"""Recipes: presets, and what people write on a command line."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.corrupt.recipe import PRESETS, TYPES, Recipe, parse_weights, recipe
from solecism.errors import InputError, SolecismError


def test_the_presets_are_the_paper_s_two_distributions() -> None:
    assert list(PRESETS["foster-2007"].weights.values()) == [24, 17, 20, 9, 5]
    assert sum(PRESETS["foster-2007-wsj"].weights.values()) == 100
    assert list(PRESETS["foster-2007"].weights) == list(TYPES[:5])


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ({"spelling": 1.0}, "no type of error 'spelling'"),
        ({"agreement": -1.0}, "weight -1"),
        ({"agreement": math.nan}, "weight nan"),
        ({"agreement": 0.0}, "no type of error has a weight"),
        ({}, "no type of error has a weight"),
    ],
)
def test_bad_weights_are_told(weights: dict[str, float], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Recipe(weights)


@pytest.mark.parametrize("settings", [{"rounds": 0}, {"per_sentence": 0.0}, {"per_sentence": 1e9}])
def test_numbers_out_of_range_are_told(settings: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Recipe({"agreement": 1.0}, **settings)  # type: ignore[arg-type]  # one of them at a time


@given(st.text())
def test_any_weights_are_read_or_refused(text: str) -> None:
    try:
        Recipe(parse_weights(text))
    except SolecismError:
        return
    assert set(parse_weights(text)) <= set(TYPES)


def test_a_preset_is_changed_by_what_is_given() -> None:
    assert recipe() == PRESETS["foster-2007"]
    assert recipe("learner").per_sentence is None
    changed = recipe("learner", weights={"article": 2.0}, per_sentence=0.5, rounds=2)
    assert changed == Recipe({"article": 2.0}, 0.5, 2)
    with pytest.raises(InputError, match="There are foster-2007"):
        recipe("foster")
