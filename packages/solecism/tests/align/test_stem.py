"""Stems by Paice's rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.align.edit_types import stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("maximum", "maxim"),
        ("presumably", "presum"),
        ("multiply", "multiply"),
        ("provision", "provid"),
        ("owed", "ow"),
        ("ear", "ear"),
        ("saying", "say"),
        ("crying", "cry"),
        ("string", "string"),
        ("cement", "cem"),
        ("happiness", "happy"),
        ("classification", "class"),
        ("don't", "don't"),
        ("", ""),
    ],
)
def test_endings_are_taken_off(word: str, expected: str) -> None:
    assert stem(word) == expected


@given(st.text("abcdefghijlmnorstuyz'-", max_size=15))
def test_every_text_has_a_stem(word: str) -> None:
    assert len(stem(word)) <= len(word) + 1
