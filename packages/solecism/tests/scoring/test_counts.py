"""Counts and what is computed from them."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.scoring.score import Counts, weighted_counts

SHARES = [Fraction(n, 20) for n in (18, 11, 9, 2, 20)]
FLAGS = [1, 1, 1, 0, 0, 1]


def test_weighted_counts_of_the_paper_are_exact_fractions() -> None:
    counts = weighted_counts([*SHARES, Fraction(7, 15)], FLAGS)
    assert counts.hits == Fraction(71, 30)
    assert counts.misses == Fraction(11, 10)
    assert counts.false_alarms == Fraction(49, 30)
    assert counts.precision == Fraction(71, 120)
    assert counts.recall == Fraction(71, 104)


def test_one_more_rater_moves_weighted_scores_little() -> None:
    counts = weighted_counts([*SHARES, Fraction(8, 15)], FLAGS)
    assert counts.precision == Fraction(73, 120)
    assert counts.recall == Fraction(73, 106)


def test_no_flags_no_precision_and_no_errors_no_recall() -> None:
    nothing = Counts(0, 0, 0, 9)
    assert math.isnan(nothing.precision)
    assert math.isnan(nothing.recall)
    assert math.isnan(nothing.f(1))


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.booleans()), min_size=1))
def test_unanimous_grades_give_ordinary_counts(items: list[tuple[int, bool]]) -> None:
    shares, flags = zip(*items, strict=True)
    counts = weighted_counts(shares, flags)
    assert counts.hits == items.count((1, True))
    assert counts.misses == items.count((1, False))
    assert counts.false_alarms == items.count((0, True))
    assert counts.correct == items.count((0, False))


def test_f_is_between_precision_and_recall_and_nearer_to_precision_for_small_beta() -> None:
    counts = Counts(30, 70, 10, 890)
    assert counts.recall < counts.f(1) < counts.f(0.5) < counts.precision
    assert counts.f(1) == pytest.approx(2 * 0.75 * 0.3 / 1.05)
