"""Surveys of participants who came by a link, with and without Prolific's submissions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from places import EXAMPLES
from solecism.errors import FormatError
from solecism.formats.crowd import delimited, platforms
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.crowd.delimited import DelimitedTable
from solecism.formats.files import read_lines
from solecism.judgment import Judgment
from strategies import lines

FOLDER = EXAMPLES / "crowd"
ANSWERS, SUBMISSIONS = (str(FOLDER / f"prolific.{name}.csv") for name in ("answers", "submissions"))
LAYOUT = ColumnLayout(
    answers=("{name}:preposition",), notes={"language": "Prolific.First language"}
)


def submissions(text: str) -> DelimitedTable:
    return delimited.parse(lines(text), file="s.csv")


def test_only_accepted_submissions_count() -> None:
    skipped: Counter[str] = Counter()
    joined = delimited.parse(read_lines(SUBMISSIONS), file=SUBMISSIONS)
    found = list(
        platforms.parse_prolific(
            read_lines(ANSWERS), LAYOUT, file=ANSWERS, submissions=joined, skipped=skipped
        )
    )
    assert skipped == {
        "rows with status RETURNED": 1,
        "rows of participants without a submission": 1,
    }
    assert len(found) == 3 * 5
    assert found[0] == Judgment(
        "letter.1:2-3:preposition",
        "5f00000000000000000000a1",
        "Yes",
        seconds=33,
        notes={"language": "English"},
    )


def test_without_submissions_all_answers_count_and_only_a_survey_is_needed() -> None:
    layout = replace(LAYOUT, notes={})
    assert len(list(platforms.parse_prolific(read_lines(ANSWERS), layout, file=ANSWERS))) == 5 * 5


@pytest.mark.parametrize("name", ["PROLIFIC_PID", "participantId", "workerId", "Participant id"])
def test_the_participant_is_found_by_usual_names(name: str) -> None:
    text = f"{name},sentence,answer\np1,s1,ok\np1,s2,error\n"
    layout = ColumnLayout(places={"item": "sentence"}, answers=("answer",))
    found = list(platforms.parse_prolific(lines(text), layout, file="a.csv"))
    assert [(j.rater, j.site, j.answer) for j in found] == [
        ("p1", "s1", "ok"),
        ("p1", "s2", "error"),
    ]


def test_the_time_of_a_whole_submission_is_not_that_of_one_of_its_rows() -> None:
    text = "pid,item,answer\np1,s1,ok\np1,s2,error\n"
    joined = submissions("participant_id,status,time_taken\np1,APPROVED,90\n")
    layout = ColumnLayout(places={"item": "item"}, answers=("answer",))
    found = list(platforms.parse_prolific(lines(text), layout, file="a.csv", submissions=joined))
    assert [judgment.seconds for judgment in found] == [None, None]


@pytest.mark.parametrize(
    ("text", "more", "problem"),
    [
        ("who,q1\na,ok\n", "Participant id,Status\na,APPROVED\n", "a.csv:1: which column is the p"),
        ("pid,q1\na,ok\n", "who,Status\na,APPROVED\n", "s.csv:1: there is no column 'Participant"),
        ("pid,q1\na,ok\n", "pid,Status\na,X\na,X\n", "s.csv:3: 'a' has a second submission"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(text: str, more: str, problem: str) -> None:
    layout = ColumnLayout(answers=("q{n}",))
    with pytest.raises(FormatError, match=problem):
        list(
            platforms.parse_prolific(
                lines(text), layout, file="a.csv", submissions=submissions(more)
            )
        )
