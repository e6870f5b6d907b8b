"""Long tables: foreign ones, and our own there and back."""

from __future__ import annotations

import csv
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import FormatError, InputError
from solecism.formats.crowd import spreadsheets
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.judgment import Judgment
from strategies import ANY_TEXT, JUDGMENTS, lines, mutated

KEEP = ColumnLayout(duplicates="keep")
FORMULAS = ["=1+1", "+x", "-x", "@x", "\tx", "\rx", "＝x", "'=x", "''-y", "'plain", "-1", "+2e3"]


def without_empty_or_nul(judgment: Judgment) -> Judgment:
    """An empty cell and no value are the same in a table, and NUL cannot be written."""
    return replace(
        judgment,
        task=judgment.task or None,
        stage=judgment.stage or None,
        batch=judgment.batch or None,
        gold=judgment.gold or None,
    )


WRITABLE = JUDGMENTS.map(without_empty_or_nul).filter(
    lambda j: not any("\0" in (text or "") for text in (j.site, j.task, j.stage, j.batch, j.gold))
)
RISKY = st.builds(Judgment, *(st.sampled_from(FORMULAS),) * 4)


@given(st.lists(WRITABLE | RISKY))
def test_what_is_written_is_read_back(judgments: list[Judgment]) -> None:
    text = "".join(spreadsheets.format_long(judgments))
    assert list(spreadsheets.parse_long(lines(text), KEEP, file="a.csv")) == judgments


@given(st.lists(RISKY, min_size=1))
def test_no_written_cell_is_a_formula(judgments: list[Judgment]) -> None:
    text = "".join(spreadsheets.format_long(judgments))
    for row in csv.reader(lines(text)):
        assert not any(cell.startswith(tuple("=@\t\r＝")) for cell in row)
        for cell in row:
            assert not cell.startswith(("+", "-")) or float(cell) != 0


def test_a_foreign_table_keeps_its_apostrophes() -> None:
    found = list(spreadsheets.parse_long(["item,rater,answer\n", "1,ann,'-s\n"], file="a.csv"))
    assert found == [Judgment("1", "ann", "'-s")]


def test_usual_names_need_no_layout() -> None:
    found = list(spreadsheets.parse_long(["question;worker;label\n", "1;ann;2\n"], file="a.csv"))
    assert found == [Judgment("1", "ann", "2")]


def test_nul_is_not_written() -> None:
    with pytest.raises(InputError, match="NUL cannot be written"):
        list(spreadsheets.format_long([Judgment("1", "a\0", "ok")]))


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (",ann,ok,,,,,,,,", "a.csv:2: the site is empty"),
        ("1,,ok,,,,,,,,", "a.csv:2: the rater is empty"),
        ("1,ann,,,,,,,,,", "a.csv:2: the answer is empty"),
        ("1,ann,ok,,,,2,,,,", "a.csv:2: confidence is '2'. It must be a number of at least 0 and"),
        ("1,ann,ok,,,,,x,,,", "a.csv:2: alternatives is 'x', which is not JSON"),
        ("1,ann,ok,,,,,,soon,,", "a.csv:2: seconds is 'soon'"),
        ("1,ann,ok,,,,,,,,[]", r"a.csv:2: notes is '\[\]', which is not JSON"),
    ],
)
def test_mistakes_in_our_own_table_are_told(cells: str, problem: str) -> None:
    with pytest.raises(FormatError, match=f"^{problem}"):
        list(
            spreadsheets.parse_long(
                [",".join(spreadsheets.COLUMN_NAMES) + "\n", cells + "\n"], file="a.csv"
            )
        )


OWN = "".join(
    spreadsheets.format_long(
        [Judgment("1", "ann", "ok", "=t", alternatives=("a",), notes={"b": "c"})]
    )
)


@given(st.one_of(ANY_TEXT, mutated(OWN).map("".join)))
def test_any_text_gives_judgments_or_our_error(text: str) -> None:
    with suppress(FormatError):
        for judgment in spreadsheets.parse_long(lines(text), file="a.csv"):
            assert judgment.rater
