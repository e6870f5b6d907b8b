"""How alike words are in their letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.align.tagged_words import n_changes, similarity

TEXT = st.text("abc", max_size=8)


@given(st.text(max_size=8), st.text(max_size=8))
def test_similarity_counts_the_longest_common_subsequence(word: str, other: str) -> None:
    table = [[0] * (len(other) + 1) for _ in range(len(word) + 1)]
    for i, letter in enumerate(word):
        for j, other_letter in enumerate(other):
            longer = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if letter == other_letter else longer
    letters = len(word) + len(other)
    assert similarity(word, other) == (2 * table[-1][-1] / letters if letters else 1.0)


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [("", "", 0), ("", "abc", 3), ("form", "from", 2), ("exiting", "exciting", 1), ("at", "to", 2)],
)
def test_letters_that_change_are_counted(word: str, other: str, expected: int) -> None:
    assert n_changes(word, other) == expected


@given(TEXT, TEXT, TEXT)
def test_the_number_of_changes_is_a_distance(word: str, other: str, third: str) -> None:
    assert n_changes(word, other) == n_changes(other, word)
    assert (n_changes(word, other) == 0) == (word == other)
    assert n_changes(word, third) <= n_changes(word, other) + n_changes(other, third)
