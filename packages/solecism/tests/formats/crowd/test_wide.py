"""Wide tables: a column a rater."""

from __future__ import annotations

from collections import Counter

from places import EXAMPLES
from solecism.formats.crowd import spreadsheets
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.files import read_lines
from strategies import lines

EXAMPLE = str(EXAMPLES / "crowd" / "wide.tsv")


def test_columns_without_another_use_are_raters() -> None:
    skipped: Counter[str] = Counter()
    layout = ColumnLayout(places={"item": "site"}, notes={"sentence": "sentence"})
    found = list(
        spreadsheets.parse_wide(read_lines(EXAMPLE), layout, file=EXAMPLE, skipped=skipped)
    )
    assert len(found) == 8 * 3 - 1
    assert {judgment.rater for judgment in found} == {"ann", "bob", "cy"}
    assert skipped == {"empty answers": 1}


def test_a_column_that_is_part_of_an_item_is_no_rater() -> None:
    layout = ColumnLayout(places={"item": "{document}.{number}"})
    found = spreadsheets.parse_wide(lines("document,number,ann\nd,1,ok\n"), layout, file="a.csv")
    assert [(j.site, j.rater, j.answer) for j in found] == [("d.1", "ann", "ok")]


def test_raters_may_be_chosen() -> None:
    layout = ColumnLayout(places={"item": "id", "rater": "rater {n}"}, answers=("r{n}",))
    text = "id,r1,r2,rater 1,rater 2,more\n7,ok,error,ann,bob,x\n"
    found = spreadsheets.parse_wide(lines(text), layout, file="a.csv")
    assert [(j.rater, j.answer) for j in found] == [("ann", "ok"), ("bob", "error")]
