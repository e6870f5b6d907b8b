"""Tables with all answers of an item in one cell."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from places import EXAMPLES
from solecism.errors import FormatError
from solecism.formats.crowd import spreadsheets
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.files import read_lines
from strategies import lines

EXAMPLE = str(EXAMPLES / "crowd" / "list.tsv")
LAYOUT = ColumnLayout(places={"item": "Id"}, answers=("Grades",))


def test_places_in_the_list_are_raters() -> None:
    skipped: Counter[str] = Counter()
    found = list(
        spreadsheets.parse_listed(read_lines(EXAMPLE), LAYOUT, file=EXAMPLE, skipped=skipped)
    )
    assert len(found) == 7 * 5
    assert {judgment.rater for judgment in found} == set("12345")
    assert skipped == {"items without answers": 1}


@pytest.mark.parametrize("cell", ["[1, 2]", "1;2", "1|2", "['1', '2']", '"1\n2"'])
def test_lists_are_written_in_several_ways(cell: str) -> None:
    found = spreadsheets.parse_listed(lines(f"Id\tGrades\n7\t{cell}\n"), LAYOUT, file="a.tsv")
    assert [(j.rater, j.answer) for j in found] == [("1", "1"), ("2", "2")]


def test_a_missing_column_is_told() -> None:
    with pytest.raises(FormatError, match=r"a.tsv:1: which column has the answers.*are Id, Marks"):
        list(spreadsheets.parse_listed(lines("Id\tMarks\n7\t[1]\n"), LAYOUT, file="a.tsv"))


def test_a_real_table_has_all_its_grades(shared_data: Path) -> None:
    path = str(shared_data / "judgments" / "gug.tsv")
    layout = ColumnLayout(places={"item": "Id"}, answers=("Crowd Flower Judgements",))
    skipped: Counter[str] = Counter()
    found = list(spreadsheets.parse_listed(read_lines(path), layout, file=path, skipped=skipped))
    assert len(found) == 5 * (2375 - 110)
    assert skipped == {"items without answers": 110}
