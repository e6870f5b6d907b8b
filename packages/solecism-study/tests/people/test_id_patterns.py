"""Patterns of ids: they fit what Python's own engine fits, in time that does not explode."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism_study.people.id_patterns import id_pattern

PATTERNS = [
    "[0-9a-f]{24}",
    "^W[0-9]{2,}$",
    "(a|b)*ab{1,2}",
    "(?:ab?)+|c{,2}",
    r"\d+[.\-]\w?\.",
    "(a+)+b?",
    "((a|b|)c*){0,3}",
    "a{x}|{}",
    "[^]a][]b]*?",
    "",
]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet="abcW019.-x{}]", max_size=8))
def test_an_id_fits_where_python_says_so(pattern: str, text: str) -> None:
    assert id_pattern(pattern).matches(text) == (re.fullmatch(pattern, text) is not None)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|aa)*b", "a*a*a*a*a*a*b", "((a?){9}){9}b"])
def test_no_pattern_takes_more_steps_than_characters_times_states(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = id_pattern(pattern)
    n_steps = 0
    reached = type(made)._reached

    def counted(self: object, states: list[int]) -> set[int]:
        nonlocal n_steps
        found = reached(made, states)
        n_steps += len(found)
        return found

    monkeypatch.setattr(type(made), "_reached", counted)
    assert not made.matches("a" * 200)
    assert 0 < n_steps <= 201 * len(made.tests)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("(a", r"is not a pattern of ids: missing \)"),
        ("(?=a)b", r"groups with \(\? other than \(\?: are not possible"),
        (r"(a)\1", r"\\1 is not possible"),
        ("a^b", r"\^ and \$ are possible only at its ends"),
        ("a++", "possessive repeats are not possible"),
        ("a{1001}", "it repeats too much"),
        ("((a{20}){20}){20}", "it repeats too much"),
        ("((){900}){900}", "it repeats too much"),
        ("a" * 201, "it has more than 200 characters"),
    ],
)
def test_what_cannot_be_matched_in_this_way_is_refused(pattern: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        id_pattern(pattern)
