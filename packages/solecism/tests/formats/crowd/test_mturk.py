"""Mechanical Turk's results: several questions a HIT, control items, rejected work."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from places import EXAMPLES
from solecism.errors import FormatError
from solecism.formats.crowd import platforms
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.files import read_lines
from strategies import lines

EXAMPLE = str(EXAMPLES / "crowd" / "mturk.csv")
LAYOUT = ColumnLayout(
    places={"item": "Input.site_{n}", "gold": "Input.expected_{n}"},
    answers=("Answer.error_{n}",),
    labels={"yes": "error", "no": "ok"},
)
SINGLE = "HITId,AssignmentStatus,WorkerId,WorkTimeInSeconds,Answer.usage\nH1,Submitted,W1,9,ok\n"


def test_each_question_of_an_assignment_is_a_judgment() -> None:
    skipped: Counter[str] = Counter()
    found = list(platforms.parse_mturk(read_lines(EXAMPLE), LAYOUT, file=EXAMPLE, skipped=skipped))
    assert skipped == {"rows with status Rejected": 1, "empty answers": 1}
    assert len(found) == 16 * 3 - 3 - 1
    assert {judgment.rater for judgment in found} == {f"AXINVENTED{n}" for n in range(1, 5)}
    assert len({judgment.site for judgment in found if judgment.gold is None}) == 8
    assert len({judgment.site for judgment in found if judgment.gold is not None}) == 4
    assert found[0].seconds == found[1].seconds
    assert found[0].batch == "3HIT0001"


def test_rejected_work_may_be_kept() -> None:
    layout = replace(LAYOUT, statuses=frozenset({"Rejected"}))
    assert len(list(platforms.parse_mturk(read_lines(EXAMPLE), layout, file=EXAMPLE))) == 16 * 3 - 1


def test_a_single_answer_needs_no_layout() -> None:
    (found,) = platforms.parse_mturk(lines(SINGLE), file="a.csv")
    assert (found.site, found.rater, found.answer, found.seconds) == ("H1", "W1", "ok", 9)


def test_several_answers_without_items_are_items_of_their_hit() -> None:
    text = SINGLE.replace("Answer.usage", "Answer.a,Answer.b").replace(",ok", ",ok,error")
    layout = ColumnLayout(answers=("Answer.a", "Answer.b"))
    found = list(platforms.parse_mturk(lines(text), layout, file="a.csv"))
    assert [judgment.site for judgment in found] == ["H1:Answer.a", "H1:Answer.b"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (SINGLE.replace("Answer.usage", "said"), "a.csv:1: which column is the answer.*are none"),
        (SINGLE.replace("usage", "a,Answer.b").replace("ok", "x,y"), "Answer.a, Answer.b"),
        (SINGLE.replace("WorkerId", "anonymous"), "a.csv:1: which column is the rater"),
        (SINGLE.replace("AssignmentStatus", "Status"), "a.csv:1: there is no column 'Assignment"),
    ],
)
def test_what_does_not_fit_is_told(text: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        list(platforms.parse_mturk(lines(text), file="a.csv"))


def test_a_real_export_gives_all_its_accepted_answers(shared_data: Path) -> None:
    path = str(shared_data / "judgments" / "blimp_mturk.csv")
    layout = ColumnLayout(
        places={
            "rater": "anonCode",
            "item": "{Input.list}.{n}",
            "gold": "Input.item_{n}_condition",
        },
        answers=("Answer.Choice{n}",),
        patterns={"answer": r"^([12])\.", "gold": "^attnchkans([12])$"},
    )
    found = list(platforms.parse_mturk(read_lines(path), layout, file=path))
    data = Counter(judgment.site for judgment in found if judgment.gold is None)
    assert (len(found), len(data)) == (1154 * 5, 58 * 4)
    assert set(data.values()) == {18, 19, 20}
