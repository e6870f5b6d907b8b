"""Rows into judgments: places, patterns, labels, and what does not fit."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from solecism.errors import FormatError
from solecism.formats.crowd import spreadsheets
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.judgment import Judgment
from strategies import lines

PLACES = {"item": "place", "rater": "who"}
LAYOUT = ColumnLayout(places=PLACES, answers=("said",))
TABLE = "place,who,said,more\n7,ann,yes,1\n7,bob,no,\n"


def read(
    text: str, layout: ColumnLayout = LAYOUT, skipped: Counter[str] | None = None
) -> list[Judgment]:
    return list(spreadsheets.parse_long(lines(text), layout, file="a.csv", skipped=skipped))


def test_columns_become_fields() -> None:
    places = PLACES | {"seconds": "more", "batch": "=pilot", "task": "{who}/{place}"}
    assert read(TABLE, replace(LAYOUT, places=places, notes={"extra": "more"})) == [
        Judgment("7", "ann", "yes", "ann/7", batch="pilot", seconds=1, notes={"extra": "1"}),
        Judgment("7", "bob", "no", "bob/7", batch="pilot"),
    ]


def test_spaces_around_cells_do_not_count() -> None:
    assert read("place , who,said\n 7 , ann, yes \n") == [Judgment("7", "ann", "yes")]


def test_several_questions_in_a_row_share_its_seconds_unless_each_has_its_own() -> None:
    text = "who,time,q1,q2,time1,time2\nann,10,yes,no,3,\n"
    layout = ColumnLayout(places={"rater": "who", "item": "{question}/{n}"}, answers=("q{n}",))
    shared, own = (
        read(text, replace(layout, places={**layout.places, "seconds": place}))
        for place in ("time", "time{n}")
    )
    assert [(j.site, j.answer, j.seconds) for j in shared] == [
        ("q1/1", "yes", 5),
        ("q2/2", "no", 5),
    ]
    assert [j.seconds for j in own] == [3, None]


def test_a_number_in_a_name_is_a_number_and_a_name_is_anything() -> None:
    text = "who,q1,q22,qx\nann,a,b,c\n"
    for answers, expected in (("q{n}", ["q1", "q22"]), ("q{name}", ["q1", "q22", "qx"])):
        layout = ColumnLayout(places={"rater": "who", "item": "{question}"}, answers=(answers,))
        assert [judgment.site for judgment in read(text, layout)] == expected


def test_patterns_take_a_part() -> None:
    text = "place,who,said,kind\n7,ann,2. It is.,control-1\n8,ann,1. It,plain\n"
    patterns = {"answer": r"^(\d)\.", "gold": r"^control-(\d)", "kind": "^[a-z]+"}
    layout = replace(
        LAYOUT, places={**PLACES, "gold": "kind"}, patterns=patterns, notes={"kind": "kind"}
    )
    assert read(text, layout) == [
        Judgment("7", "ann", "2", gold="1", notes={"kind": "control"}),
        Judgment("8", "ann", "1", notes={"kind": "plain"}),
    ]


def test_answers_get_new_names_and_so_does_gold() -> None:
    layout = replace(
        LAYOUT, places={**PLACES, "gold": "more"}, labels={"yes": "error", "no": "ok", "-": ""}
    )
    skipped: Counter[str] = Counter()
    text = "place,who,said,more\n7,ann,yes,no\n8,ann,-,\n"
    assert read(text, layout, skipped) == [Judgment("7", "ann", "error", gold="ok")]
    assert skipped == {"empty answers": 1}


def test_of_several_right_answers_the_given_one_is_gold() -> None:
    text = 'place,who,said,more\n7,ann,b,"a\nb"\n7,bob,c,"a\nb"\n'
    layout = replace(LAYOUT, places={**PLACES, "gold": "more"})
    assert [judgment.gold for judgment in read(text, layout)] == ["b", "a"]


def test_what_is_left_out_is_counted() -> None:
    text = "place,who,said,more\n1,a,yes,fine\n2,a,NA,fine\n3,a,,fine\n4,a,yes,bad\n1,a,no,fine\n"
    layout = replace(
        LAYOUT,
        places={**PLACES, "status": "more"},
        missing=frozenset({"NA"}),
        statuses=frozenset({"fine"}),
        duplicates="first",
    )
    skipped: Counter[str] = Counter()
    assert read(text, layout, skipped) == [Judgment("1", "a", "yes")]
    assert skipped == {"empty answers": 2, "rows with status bad": 1, "second answers": 1}


def test_answers_given_twice_may_be_kept_or_told_apart() -> None:
    text = "place,who,said,more\n1,a,yes,x\n1,a,no,y\n"
    assert len(read(text, replace(LAYOUT, duplicates="keep"))) == 2
    assert len(read(text, replace(LAYOUT, places={**PLACES, "stage": "more"}))) == 2


@pytest.mark.parametrize(
    ("text", "changes", "problem"),
    [
        (TABLE, {"answers": ("sayd",)}, "a.csv:1: there is no column 'sayd'. The columns are pla"),
        (TABLE, {"answers": ("q{n}",)}, "a.csv:1: no column is like 'q{n}'. The columns are place"),
        (TABLE, {"answers": ()}, "a.csv:1: which column is the answer? Give --answer. The col"),
        (TABLE, {"places": {"item": "place"}}, "a.csv:1: which column is the rater? Give --rater"),
        (TABLE, {"places": {**PLACES, "batch": "{x}"}}, "a.csv:1: there is no column 'x'. The"),
        (TABLE, {"statuses": {"ok"}}, "a.csv:1: which column is the status? Give --status. The"),
        (TABLE, {"patterns": {"answer": "("}}, "a.csv:1: '(' is not a regular expression: "),
        (TABLE, {"delimiter": ";"}, "a.csv:1: there is no column 'place'. The only column is 'p"),
        (TABLE, {"labels": {"yes": "ok"}}, "a.csv:3: the answer 'no' is in no --map. There are y"),
        (TABLE, {"patterns": {"answer": "^y"}}, "a.csv:3: said is 'no', which the pattern '^y' do"),
        (TABLE + "7,ann,no,\n", {}, "a.csv:4: 'ann' answers '7' a second time. Name the column"),
        (TABLE + "7,,no,\n", {}, "a.csv:4: the rater is empty (who). Fill it in."),
        (TABLE + ",al,no,\n", {}, "a.csv:4: the item is empty (place). Fill it in."),
        (TABLE + "7,al,no,\n", {"places": {**PLACES, "seconds": "said"}}, "a.csv:2: seconds is 'y"),
        ("place,who,said,t\n7,a,b,-1\n", {"places": {**PLACES, "seconds": "t"}}, "a.csv:2: secon"),
        ("place,who,said,t\n7,a,b,nan\n", {"places": {**PLACES, "seconds": "t"}}, "a.csv:2: seco"),
        ("place,who,said,t\n7,a,b,9\n", {"places": {**PLACES, "confidence": "t"}}, "a.csv:2: con"),
        ("place,who,said,who\n7,a,b,9\n", {}, "a.csv:1: there are 2 columns 'who'. Rename all"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(text: str, changes: dict[str, object], problem: str) -> None:
    with pytest.raises(FormatError, match=f"^{re.escape(problem)}"):
        read(text, replace(LAYOUT, **changes))  # type: ignore[arg-type]  # fields of a test
