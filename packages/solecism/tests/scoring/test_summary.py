"""All scores of a system at once, on whatever judgments there are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagged_panels import matched, simulated
from random_panels import Answers, answer_matrices
from solecism.errors import InputError
from solecism.scoring.compared_systems import compare
from solecism.scoring.systems import Corrections, summarise


@given(answer_matrices(n_labels=2, max_items=6), st.data())
def test_any_judgments_give_figures_or_reasons_and_never_a_warning(
    answers: Answers, data: st.DataObject
) -> None:
    answers = answers[(answers >= 0).any(axis=1)]
    if not len(answers):
        return
    n = len(answers)
    flags = st.lists(st.booleans(), min_size=n, max_size=n).map(np.array)
    first, second = (matched(answers, data.draw(flags)) for _ in "ab")
    corrections = Corrections(gold=first.panel, p_error={"model": np.linspace(0, 1, n)})
    result = summarise(first, each_rater=True, curve=True, corrections=corrections)
    figures = [measure for score in result.scores for measure in score.figures.values()]
    figures += [one.kappa for one in (*result.bins, *result.curve, result.overall)]
    for figure in figures:
        assert np.isnan(figure.value) <= bool(figure.interval.method)
        assert not np.isnan(figure.value) or not figure.interval.is_defined
    compare(first, second, rng=np.random.default_rng(1), n_draws=20)


def test_an_unknown_rater_is_refused() -> None:
    with pytest.raises(InputError, match="no rater 'nobody'"):
        summarise(simulated(1)[0], raters=["nobody"])


def test_scores_come_for_all_sites_and_by_kind() -> None:
    found, _ = simulated(1, n_items=4)
    names = tuple(f"d.{n}:0-1:{kind}" for n, kind in enumerate(["b", "a", "b", "a"]))
    renamed = replace(found, panel=replace(found.panel, items=names))
    kinds = [score.kind for score in summarise(renamed).scores]
    assert kinds == ["all", "all", "a", "a", "b", "b"]


def test_reasons_are_told_once() -> None:
    result = summarise(matched([[1, 1], [0, 0]], [0, 0]), each_rater=True)
    told = list(result.undefined())
    assert len(told) == len(set(told))
    assert "No precision against majority: the system flags nothing." in told
