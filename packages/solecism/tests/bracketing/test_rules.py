"""Parameter files of EVALB."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.bracketing.brackets import Rules, parse_rules
from solecism.errors import FormatError

COLLINS = """
##  a comment
DEBUG 0
MAX_ERROR 10
CUTOFF_LEN 70
LABELED 0
DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL ''
DELETE_LABEL_FOR_LENGTH -NONE-
EQ_LABEL ADVP PRT
EQ_WORD color colour
"""


def test_a_parameter_file_gives_strict_rules() -> None:
    assert parse_rules(COLLINS.splitlines(), file="x.prm") == Rules(
        frozenset({"TOP", "-NONE-", "''"}),
        frozenset({"-NONE-"}),
        (("ADVP", "PRT"),),
        (("color", "colour"),),
        is_labelled=False,
        is_strict=True,
        cut_off=70,
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("QUOTE_LABEL POS", "QUOTE_LABEL is not a known parameter"),
        ("LABELED yes", "LABELED is 'yes'. Give a number"),
        ("EQ_LABEL ADVP", "EQ_LABEL has 1 values, 'ADVP'. Give 2"),
        ("DELETE_LABEL", "DELETE_LABEL has 0 values, ''. Give 1"),
    ],
)
def test_a_wrong_line_is_told_with_its_place(line: str, problem: str) -> None:
    with pytest.raises(FormatError) as told:
        parse_rules(["LABELED 1", line], file="x.prm")
    assert str(told.value).startswith(f"x.prm:2: {problem}")


@given(st.lists(st.text(max_size=20) | st.sampled_from(COLLINS.splitlines()), max_size=5))
def test_any_lines_are_rules_or_a_format_error(lines: list[str]) -> None:
    try:
        rules = parse_rules(lines, file="x.prm")
    except FormatError:
        return
    assert rules.is_strict
