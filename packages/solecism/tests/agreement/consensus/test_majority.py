"""Majority votes."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.agreement.consensus import agrees_with_others, drawn_majority, majority
from solecism.errors import InputError
from solecism.panel import from_matrix

PANEL = from_matrix(np.array([[0, 0, 1], [1, 1, 1], [0, -1, -1], [-1, -1, -1]]), labels="ab")


def test_shares_are_those_of_the_votes() -> None:
    found = majority(PANEL)
    assert found.items == ("item0", "item1", "item2")
    assert found.p == pytest.approx(np.array([[2 / 3, 1 / 3], [0, 1], [1, 0]]))
    assert found.by_item() == {"item0": "a", "item1": "b", "item2": "a"}


def test_a_rater_is_held_against_the_others_only() -> None:
    expected = [0.5, 0.5, 0.0, 1.0, 1.0, 1.0, np.nan]
    assert agrees_with_others(PANEL) == pytest.approx(np.array(expected), nan_ok=True)
    assert majority(PANEL).rater_score == pytest.approx(np.array([0.75, 0.75, 0.5]))


def test_ties_are_broken_at_random() -> None:
    counts = np.tile([2, 2, 1], (2000, 1))
    drawn = drawn_majority(counts, rng=np.random.default_rng(1))
    shares = np.bincount(drawn, minlength=3) / 2000
    assert shares[2] == 0
    assert shares[0] == pytest.approx(0.5, abs=0.05)


def test_an_item_without_answers_has_no_majority() -> None:
    assert drawn_majority(PANEL.counts(), rng=np.random.default_rng(1))[3] == -1


def test_no_judgments_have_no_majority() -> None:
    with pytest.raises(InputError, match="no judgments"):
        majority(from_matrix(np.empty((0, 0), dtype=int)))
