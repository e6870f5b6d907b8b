"""Figures of Parseval, their intervals and differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from solecism.bracketing.counts import COLUMNS, BracketCounts
from solecism.bracketing.figures import FIGURES, LEAF_ANCESTOR, differences, figures
from solecism.errors import InputError


def counts(rows: list[list[int]], *, is_counted: list[bool] | None = None) -> BracketCounts:
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(COLUMNS))
    counted = np.array(is_counted or [True] * len(rows), dtype=np.bool_)
    states = tuple("" if each else "words differ" for each in counted)
    return BracketCounts(tuple(map(str, range(len(rows)))), table, states, counted)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


ROWS = [[4, 5, 4, 0, 6, 6, 7], [3, 4, 6, 3, 5, 4, 6], [2, 2, 2, 1, 3, 3, 4]]


def test_figures_are_as_evalb_prints_them() -> None:
    found = figures(counts(ROWS), rng=rng(), lineages=np.array([[5.0, 6], [4, 5], [3, 3]]))
    expected = {
        "recall": 9 / 11,
        "precision": 9 / 12,
        "F1": 18 / 23,
        "complete match": 1 / 3,
        "crossing": 4 / 3,
        "no crossing": 1 / 3,
        "2 or less crossing": 2 / 3,
        "right tags": 13 / 14,
        "leaf-ancestor": 12 / 14,
    }
    assert {name: figure.value for name, figure in found.figures.items()} == pytest.approx(expected)
    assert all(figure.value in figure.interval for figure in found.figures.values())


def test_a_sentence_that_is_not_counted_has_no_part_in_the_figures() -> None:
    whole = figures(counts(ROWS[:2]), rng=rng())
    part = figures(counts([*ROWS[:2], [0] * 7], is_counted=[True, True, False]), rng=rng())
    for name in FIGURES[:-1]:
        assert part.figures[name].value == whole.figures[name].value
    assert (part.n_sentences, part.n_left_out, part.n_failed) == (3, 1, 0)


def test_no_sentences_have_no_figures() -> None:
    found = figures(counts([]), rng=rng())
    assert all(math.isnan(figure.value) for figure in found.figures.values())


def test_differences_are_first_minus_second_and_a_parse_equals_itself() -> None:
    better = counts([[5, 5, 5, 0, 6, 6, 7], [4, 4, 4, 0, 5, 5, 6], [2, 2, 2, 0, 3, 3, 4]] * 20)
    worse = counts(ROWS * 20)
    found = {row.name: row for row in differences(better, worse, rng=rng(), n_draws=500)}
    assert found["F1"].value == pytest.approx(1 - 18 / 23)
    assert found["F1"].p_value == pytest.approx(1 / 501)
    assert found["F1"].value in found["F1"].interval
    assert LEAF_ANCESTOR not in found
    same = differences(worse, worse, rng=rng(), n_draws=50, names=["F1"])[0]
    assert (same.value, same.p_value) == (0, 1)


def test_parses_of_different_sentences_are_not_compared() -> None:
    with pytest.raises(InputError, match="different sentences"):
        differences(counts(ROWS), counts(ROWS[:2]), rng=rng())


def test_chosen_sentences_keep_their_counts() -> None:
    chosen = counts(ROWS).select([2, 0])
    assert chosen.ids == ("2", "0")
    assert chosen.table.tolist() == [ROWS[2], ROWS[0]]
    assert len(counts(ROWS).select([])) == 0


def test_two_crossing_are_few_and_a_parse_with_more_phrases_is_no_complete_match() -> None:
    found = figures(counts([[4, 4, 5, 2, 6, 6, 7], [3, 3, 3, 3, 5, 4, 6]]), rng=rng()).figures
    assert found["2 or less crossing"] == 0.5
    assert found["complete match"] == 0.5
