"""Tables: rows with their lines, and one clear error for what is none."""

from __future__ import annotations

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import FormatError
from solecism.formats.crowd import delimited
from strategies import ANY_TEXT, lines, mutated

CELL = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)


def read(text: str, **dialect: object) -> list[tuple[int, list[str]]]:
    return list(delimited.parse(lines(text), file="a.csv", **dialect).rows)  # type: ignore[arg-type]  # options of a test


def test_a_row_is_told_by_the_line_it_begins_on() -> None:
    text = '\n\nitem,answer\n"7\nand more",yes\n\n8,no\n'
    assert read(text) == [(4, ["7\nand more", "yes"]), (7, ["8", "no"])]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    text = delimiter.join(['"a, b; c"', "rater", "answer"]) + "\n" + delimiter.join("123") + "\n"
    found = delimited.parse(lines(text), file="a.csv")
    assert found.names == ("a, b; c", "rater", "answer")
    assert list(found.rows) == [(2, ["1", "2", "3"])]


def test_quotes_may_be_letters() -> None:
    assert read('a\tb\n"x" y\tz"\n', is_quoted=False) == [(2, ['"x" y', 'z"'])]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a.csv:1: the table is empty"),
        (" \n\n", "a.csv:1: the table is empty"),
        ("a,b\n1,2\n3\n", "a.csv:3: the row has 1 cell, the header 2; it begins '3'"),
        ("a,b\n1,2,3\n", "a.csv:2: the row has 3 cells, the header 2"),
        ("a,b\n1,\0\n", "a.csv:2: character 3 is NUL"),
        ('a,b\n1,2\n3,"4\n5,6\n', "a.csv:3: a quote is opened in the row that begins here"),
        ('a,b\n"x" y,2\n', "a.csv:2: a closing quote stands in the middle of a field"),
        ("a,b\r1,2\r", "a.csv:1: a carriage return stands inside the row"),
        ("a,b\n1," + "x" * 200_000 + "\n", "a.csv:2: a field is longer than 131,072 characters"),
        ('a,b\n1,"' + "x\n" * 200_000, "a.csv:2: a field is longer than 131,072 characters"),
    ],
)
def test_what_is_no_table_is_told(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value).startswith(problem)


@given(st.lists(st.tuples(CELL, CELL), min_size=1))
def test_what_the_csv_module_writes_is_read_back(rows: list[tuple[str, str]]) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([("item", "answer"), *rows])
    assert [tuple(row) for _, row in read(text.getvalue())] == rows


@given(st.one_of(ANY_TEXT, mutated('item,answer\n7,"yes, no"\n"a ""b""",2\n').map("".join)))
def test_any_text_gives_rows_or_our_error(text: str) -> None:
    with suppress(FormatError):
        found = delimited.parse(lines(text), file="a.csv")
        assert all(len(row) == len(found.names) for _, row in found.rows)
