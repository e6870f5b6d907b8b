"""Answers that come from anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from solecism.errors import InputError
from solecism_study.tasks.task import Field, Option, read_answer

CHOICE = Field("answer", "The word", "choice", (Option("a", "A"), Option("b", "B")))
TICKS = Field("ticks", "Also", "ticks", (Option("x", "X"), Option("y", "Y")), is_required=False)
WORDS = Field("words", "Better", "words", when=("b",), max_words=2)
FIELDS = (TICKS, CHOICE, WORDS)


def test_a_field_is_asked_only_where_the_main_answer_says_so() -> None:
    assert read_answer(FIELDS, {"answer": ["a"], "words": ["on"]}) == {
        "ticks": (),
        "answer": ("a",),
    }
    assert read_answer(FIELDS, {"answer": ["b"], "words": ["on"]})["words"] == ("on",)


def test_words_are_lower_case_without_doubles_and_may_be_parted_by_commas() -> None:
    answer = read_answer(FIELDS, {"answer": ["b"], "words": [" On ,ON TO; on"]})
    assert answer["words"] == ("on", "on to")


def test_ticks_have_no_order() -> None:
    for given in (["x", "y"], ["y", "x"], ["y", "x", "y"]):
        assert read_answer(FIELDS, {"answer": ["a"], "ticks": given})["ticks"] == ("x", "y")


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"answer": []},
        {"answer": [""]},
        {"answer": ["c"]},
        {"answer": ["a", "b"]},
        {"answer": ["b"]},
        {"answer": ["b"], "words": ["on", "at", "by"]},
        {"answer": ["b"], "words": ["x" * 41]},
        {"answer": ["b"], "words": ["<script>"]},
        {"answer": ["b"], "words": ["=1+1"]},
        {"answer": ["b"], "words": ["12"]},
        {"answer": ["b"], "words": ["a\x00b"]},
        {"answer": "a"},
        {"answer": [1]},
        {"answer": ["a"], "rater": ["2"]},
        {"answer": ["a"], "ticks": ["z"]},
    ],
)
def test_what_does_not_fit_is_refused(values: Any) -> None:
    with pytest.raises(InputError):
        read_answer(FIELDS, values)
