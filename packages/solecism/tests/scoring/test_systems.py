"""From flags and judgments to scores and comparisons, in one call."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.numeric import Floats
from solecism.panel import Panel, from_matrix
from solecism.scoring.bins import agreement_bins
from solecism.scoring.compared_systems import compare_bins, compare_corpora, compare_systems
from solecism.scoring.match import LABELS, match
from solecism.scoring.systems import score_systems, summarise
from solecism.site import Flag


def panel(n_items: int = 40, *, seed: int = 1) -> Panel:
    rng = np.random.default_rng(seed)
    codes = (rng.random((n_items, 3)) < 0.6).astype(np.int64)
    kinds = ["preposition", "determiner"]
    items = [f"a.{number}:0-1:{kinds[number % 2]}" for number in range(n_items)]
    return replace(from_matrix(codes, labels=LABELS), items=tuple(items))


def flags(panel: Panel, system: str, *, seed: int) -> list[Flag]:
    rng = np.random.default_rng(seed)
    return [Flag(item, system, bool(rng.random() < 0.5)) for item in panel.items]


def test_each_system_has_a_summary_of_the_kinds_asked_for() -> None:
    judged = panel()
    both = [*flags(judged, "one", seed=2), *flags(judged, "two", seed=3)]
    summaries = score_systems(both, judged, kinds=["determiner"])
    assert [each.system for each in summaries] == ["one", "two"]
    expected = summarise(match(both, judged)[0].of_kinds(["determiner"]))
    assert summaries[0].scores == expected.scores
    assert summaries[0].n_items == 20


def test_models_of_raters_are_asked_about_the_items_that_count() -> None:
    judged = panel()
    asked: list[int] = []

    def all_errors(panel: Panel) -> Floats:
        asked.append(panel.n_items)
        return np.ones(panel.n_items)

    [summary] = score_systems(
        flags(judged, "one", seed=2),
        judged,
        kinds=["determiner"],
        error_models={"sure": all_errors},
    )
    assert asked == [20]
    assert "sure" in " ".join(score.against for score in summary.scores)


def test_systems_of_one_name_are_told_apart_by_their_sources() -> None:
    judged = panel()
    first, second = flags(judged, "me", seed=2), flags(judged, "me", seed=3)
    result = compare_systems(first, second, judged, sources=("old", "new"), n_draws=50)
    assert (result.comparison.first, result.comparison.second) == ("me (old)", "me (new)")
    same = compare_systems(first, first, judged, n_draws=50).comparison
    assert all(row.value == 0 or math.isnan(row.value) for row in same.differences)
    assert not same.decisive.n_differ


def test_of_several_systems_one_has_to_be_named() -> None:
    judged = panel()
    both = [*flags(judged, "one", seed=2), *flags(judged, "two", seed=3)]
    with pytest.raises(InputError, match="Name one of them"):
        compare_systems(both, both, judged, n_draws=50)
    chosen = compare_systems(both, both, judged, systems=("one", "two"), n_draws=50)
    assert (chosen.comparison.first, chosen.comparison.second) == ("one", "two")


def test_corpora_are_compared_bin_by_bin() -> None:
    judged, other = panel(), panel(60, seed=5)
    first, second = flags(judged, "one", seed=2), flags(other, "two", seed=3)
    result = compare_corpora(first, second, (judged, other), edges=(0.5, 0.8, 1.0))
    bins = [
        agreement_bins(match(each, panel)[0], edges=(0.5, 0.8, 1.0))
        for each, panel in ((first, judged), (second, other))
    ]
    assert [one.n_items for one in result.first_bins] == [one.n_items for one in bins[0]]
    assert [one.n_items for one in result.second_bins] == [one.n_items for one in bins[1]]
    assert [row.name for row in result.differences] == ["50-80%", "80-100%"]
    assert [row.value for row in result.differences] == [row.value for row in compare_bins(*bins)]
