"""Tables as text for people and as CSV."""

from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.figure import Interval, undefined_interval
from solecism.reporting.table import Cell, format_cell, format_csv, table


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_an_interval_is_two_columns_of_a_file_at_full_precision() -> None:
    found = table("t", "T", ("what", "range"), [("a", Interval(1 / 3, 2 / 3)), ("b", None)])
    assert read(format_csv(found)) == [
        ["what", "range low", "range high"],
        ["a", repr(1 / 3), repr(2 / 3)],
        ["b", "", ""],
    ]


def test_columns_with_nothing_in_them_are_left_out() -> None:
    found = table("t", "T", ("a", "b", "c"), [("x", None, 1), ("y", math.nan, 2)])
    assert found.columns == ("a", "c")
    assert found.rows == (("x", 1), ("y", 2))


def test_an_undefined_interval_says_why() -> None:
    assert format_cell(undefined_interval("no flag")) == "– (no flag)"


def test_numbers_have_a_minus_sign_and_not_a_hyphen() -> None:
    assert format_cell(-0.25) == "\N{MINUS SIGN}0.250"


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])
def test_a_spreadsheet_takes_no_name_for_a_formula(formula: str) -> None:
    found = table("t", "T", ("name",), [(formula,)])
    assert read(format_csv(found))[1] == [f"'{formula}"]


def test_numbers_below_zero_stay_numbers_in_a_file() -> None:
    found = table("t", "T", ("name", "kappa"), [("a", -0.25)])
    assert read(format_csv(found))[1] == ["a", "-0.25"]


@given(
    st.lists(
        st.tuples(
            st.text(),
            st.one_of(
                st.none(), st.integers(), st.floats(), st.builds(Interval, st.floats(), st.floats())
            ),
        ),
        max_size=4,
    )
)
def test_any_cells_can_be_shown_and_written(rows: list[tuple[Cell, ...]]) -> None:
    found = table("t", "T", ("name", "cell"), rows)
    lines = read(format_csv(found))
    assert len({len(line) for line in lines}) == 1
    for row in found.rows:
        for cell in row:
            assert format_cell(cell).encode()
