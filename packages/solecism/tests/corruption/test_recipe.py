"""Recipes: presets, and what people write on a command line."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.corruption.corrupt import corrupt
from solecism.corruption.gold_trees import SITES
from solecism.corruption.recipe import PRESETS, TYPES, Recipe, parse_weights, recipe
from solecism.errors import InputError, SolecismError
from solecism.formats.penn import parse_trees
from solecism.sentence import from_words


def test_the_presets_are_the_paper_s_two_distributions() -> None:
    assert list(PRESETS["foster-2007"].weights.values()) == [24, 17, 20, 9, 5]
    assert sum(PRESETS["foster-2007-wsj"].weights.values()) == 100
    assert list(PRESETS["foster-2007"].weights) == list(TYPES[:5])


def test_the_preset_with_several_errors_has_them_in_eleven_of_a_hundred_sentences() -> None:
    several = PRESETS["foster-2007-several"]
    assert several.weights == PRESETS["foster-2007"].weights
    words = "The old man was walking to the house with two dogs .".split()
    sentences = [from_words(f"essay.{number}", words) for number in range(2_000)]
    n_errors = Counter(len(each.errors) for each in corrupt(sentences, several, seed=1))
    assert set(n_errors) == {1, 2}
    assert n_errors[2] / 2_000 == pytest.approx(0.11, abs=0.025)


def test_sites_are_those_of_gold_trees() -> None:
    (tree,) = parse_trees(
        ["( (S (NP (PRP She)) (VP (VBZ sees) (NP (DT the) (NN house)))))"], file="trees"
    )
    sentence = replace(
        from_words("essay.1", tree.words()),
        trees=(tree,),
        tags=tuple(leaf.tag for leaf in tree.leaves()),
    )
    n_golds = {}
    for sites in SITES:
        recipe_of_sites = recipe(weights={"extra-word": 1.0}, sites=sites)
        n_golds[sites] = sum(
            len(corrupted.sentence.trees)
            for seed in range(10)
            for corrupted in corrupt([sentence], recipe_of_sites, seed=seed)
        )
    assert n_golds["lowest"] == n_golds["highest"] == 10 < n_golds["all"]
    with pytest.raises(InputError, match="no sites 'some'"):
        Recipe({"extra-word": 1.0}, sites="some")  # type: ignore[arg-type]  # not a name of sites


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
