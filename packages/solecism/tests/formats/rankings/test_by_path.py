"""Files of rankings."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import FormatError, InputError
from solecism.formats import by_path, jsonl, rankings
from solecism.judgment import Ranking

RANKINGS = [
    Ranking("a.1", "ann", {"A": 1, "B": 2}),
    Ranking("a.2", "bob", {"A": 1, "B": 1, "C": 2}, (("A", "B"),)),
]


def test_json_lines_hold_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    by_path.write(path, RANKINGS)
    assert list(rankings.read(str(path))) == RANKINGS
    assert list(by_path.read(path)) == RANKINGS


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"sentence": "a", "rater": "b", "ranks": {"A": 0, "B": 1}}', ">= 1"),
        ('{"sentence": "a", "rater": "b", "ranks": {"A": 1}}', "at least two systems"),
        ('{"sentence": "a", "rater": "b"}', "ranks"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("".join(jsonl.format(RANKINGS)) + line + "\n")
    with pytest.raises(FormatError, match=problem) as error:
        list(rankings.read(str(path)))
    assert error.value.line == 3


def test_the_ending_of_the_name_decides(tmp_path: Path) -> None:
    table = tmp_path / "c.csv"
    table.write_text("sentence,judge,first,second,winner\na.1,ann,A,B,A\n")
    assert list(rankings.read(str(table))) == RANKINGS[:1]


def test_a_file_without_rankings_is_an_error(tmp_path: Path) -> None:
    empty = tmp_path / "c.xml"
    empty.write_text("<appraise-results></appraise-results>\n")
    with pytest.raises(InputError, match="contains no rankings"):
        list(rankings.read(str(empty)))
