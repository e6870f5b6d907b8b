"""Tables of comparisons."""

from __future__ import annotations

import pytest

from solecism.errors import FormatError
from solecism.formats.rankings import parse_comparisons
from solecism.judgment import Ranking

HEADER = "sentence,rater,first,second,winner\n"


def test_the_winner_is_a_name_a_side_or_a_tie() -> None:
    rows = ["7,ann,A,B,B\n", "7,ann,A,C,first\n", "7,bob,B,C,second\n", "8,bob,A,B,tie\n"]
    assert list(parse_comparisons([HEADER, *rows], file="c.csv")) == [
        Ranking("7", "ann", {"A": 2, "B": 1}),
        Ranking("7", "ann", {"A": 1, "C": 2}),
        Ranking("7", "bob", {"B": 2, "C": 1}),
        Ranking("8", "bob", {"A": 1, "B": 1}),
    ]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("7,ann,A,B,C\n", "the winner is 'C'. Give A, B or tie."),
        ("7,ann,A,A,A\n", "'A' is compared with itself"),
        ("7,,A,B,A\n", "the rater is empty"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(row: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as error:
        list(parse_comparisons([HEADER, "7,ann,A,B,B\n", row], file="c.csv"))
    assert error.value.line == 3


def test_a_missing_column_is_named() -> None:
    with pytest.raises(FormatError, match="no column 'winner'"):
        list(parse_comparisons(["sentence,rater,first,second\n"], file="c.csv"))
