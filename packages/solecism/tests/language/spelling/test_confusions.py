"""The costs of writings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language.spelling_model import Confusions, numbered, uniform

WORDS = st.text("abc", min_size=1, max_size=6)


def cost(written: str, intended: str, confusions: Confusions | None = None) -> float:
    table = (confusions or uniform()).costs(numbered([written])[0], numbered([intended], width=8))
    return float(table[0])


def distance(one: str, other: str) -> int:
    """The distance by letters left out, added, replaced and swapped, by its definition."""
    rows = [[i + j for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            rows[i][j] = min(
                rows[i - 1][j] + 1,
                rows[i][j - 1] + 1,
                rows[i - 1][j - 1] + (one[i - 1] != other[j - 1]),
            )
            if one[i - 2 : i] == other[j - 2 : j][::-1] and i > 1 and j > 1:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(WORDS, WORDS)
def test_equal_costs_count_changes(written: str, intended: str) -> None:
    assert cost(written, intended) == distance(written, intended)


@pytest.mark.parametrize(
    ("written", "intended", "expected"),
    [("recieve", "receive", 1), ("usefull", "useful", 1), ("wich", "which", 1), ("cat", "cat", 0)],
)
def test_one_change(written: str, intended: str, expected: float) -> None:
    assert cost(written, intended) == expected


def test_doubled_letters_and_swaps_have_their_own_costs() -> None:
    even = uniform()
    omitted = np.stack([even.omitted[0], 0.25 * even.omitted[1]])
    added = np.stack([even.added[0], 0.5 * even.added[1]])
    confusions = Confusions(even.replaced, omitted, added, 0.75)
    assert cost("leter", "letter", confusions) == 0.25
    assert cost("lettter", "letter", confusions) == 0.5
    assert cost("lettr", "letter", confusions) == 1
    assert cost("lteter", "letter", confusions) == 0.75


def test_words_of_several_lengths_are_compared_at_once() -> None:
    costs = uniform().costs(numbered(["cat"])[0], numbered(["cat", "cart", "a", "dog"]))
    assert costs.tolist() == [0, 1, 2, 3]
