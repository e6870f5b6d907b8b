"""Appen's full report."""

from __future__ import annotations

from collections import Counter

import pytest

from places import EXAMPLES
from solecism.errors import FormatError
from solecism.formats.crowd import platforms
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.files import read_lines
from solecism.judgment import Judgment
from strategies import lines

EXAMPLE = str(EXAMPLES / "crowd" / "appen.csv")
HEADER = "_unit_id,_golden,_started_at,_created_at,_worker_id,usage,usage_gold\n"


def read(row: str, layout: ColumnLayout | None = None, header: str = HEADER) -> list[Judgment]:
    return list(
        platforms.parse_appen(lines(f"{header}{row}\n"), layout or ColumnLayout(), file="a.csv")
    )


def test_test_questions_are_gold_and_tainted_judgments_left_out() -> None:
    skipped: Counter[str] = Counter()
    layout = ColumnLayout(places={"item": "site"})
    found = list(platforms.parse_appen(read_lines(EXAMPLE), layout, file=EXAMPLE, skipped=skipped))
    assert skipped == {"tainted judgments": 1}
    assert len(found) == 7 * 3 - 1
    assert {judgment.site for judgment in found if judgment.gold} == {"control.1", "control.2"}
    assert all(judgment.seconds for judgment in found)
    assert found[0].notes == {"trust": "0.96"}


@pytest.mark.parametrize(
    ("start", "end", "seconds"),
    [
        ("5/4/2026 11:00:00", "5/4/2026 11:01:30", 90),
        ("2026-05-04 11:00:00 UTC", "2026-05-04 11:00:01 UTC", 1),
        ("2026-05-04T23:59:59Z", "2026-05-05T00:00:00Z", 1),
        ("", "2026-05-04", None),
    ],
)
def test_times_are_told_in_several_ways(start: str, end: str, seconds: float | None) -> None:
    assert read(f"1,false,{start},{end},w,ok,") == [Judgment("1", "w", "ok", seconds=seconds)]


def test_an_answer_to_test_questions_counts_only_where_it_is_one() -> None:
    assert read("1,false,,,w,ok,ok")[0].gold is None
    assert read("1,TRUE,,,w,ok,error")[0].gold == "error"


@pytest.mark.parametrize(
    ("header", "row", "problem"),
    [
        ("_unit_id,_golden,_trusted_judgments,usage,usage:confidence\n", "1,false,5,ok,.8",
         "a.csv:1: this is the aggregated report: .* Download the full report"),
        ("_unit_id,usage\n", "1,ok", "a.csv:1: this is no full report"),
        ("_unit_id,_worker_id,usage\n", "1,w,ok", "a.csv:1: which column is the answer"),
        (HEADER, "1,false,,,,ok,", "a.csv:2: the rater is empty"),
        (HEADER, "1,false,soon,now,w,ok,", "a.csv:2: 'now' is not a time"),
        (HEADER, "1,false,5/4/2026 11:00:01,5/4/2026 11:00:00,w,ok,", "a.csv:2: .* before it sta"),
        (HEADER, "1,false,2026-05-04T11:00:00Z,2026-05-04T11:00:01,w,ok,", "has no time zone"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(header: str, row: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        read(row, header=header)
