"""All platforms: whatever happens to a file, it gives judgments or one of our errors."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import EXAMPLES
from solecism.errors import InputError
from solecism.formats.crowd import delimited, platforms, spreadsheets
from solecism.formats.crowd.column_layout import ColumnLayout
from strategies import lines, mutated

FOLDER = EXAMPLES / "crowd"
MTURK = ColumnLayout(
    places={"item": "Input.site_{n}", "gold": "Input.expected_{n}"}, answers=("Answer.error_{n}",)
)
CASES = {
    "mturk.csv": (platforms.parse_mturk, MTURK),
    "appen.csv": (platforms.parse_appen, ColumnLayout(places={"item": "site"})),
    "prolific.answers.csv": (
        platforms.parse_prolific,
        ColumnLayout(answers=("{name}:preposition",)),
    ),
    "wide.tsv": (spreadsheets.parse_wide, ColumnLayout(places={"item": "site"})),
    "list.tsv": (
        spreadsheets.parse_listed,
        ColumnLayout(places={"item": "Id"}, answers=("Grades",)),
    ),
}


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_a_damaged_file_gives_judgments_or_our_error(name: str, data: st.DataObject) -> None:
    parse, layout = CASES[name]
    damaged = data.draw(mutated((FOLDER / name).read_text()))
    with suppress(InputError):
        for judgment in parse(damaged, layout, file=name):
            assert judgment.site
            assert judgment.rater
            assert judgment.answer


@given(mutated((FOLDER / "prolific.submissions.csv").read_text()))
def test_damaged_submissions_give_judgments_or_our_error(damaged: list[str]) -> None:
    answers = lines((FOLDER / "prolific.answers.csv").read_text())
    layout = ColumnLayout(answers=("{name}:preposition",))
    with suppress(InputError):
        joined = delimited.parse(damaged, file="s.csv")
        found = platforms.parse_prolific(answers, layout, file="a.csv", submissions=joined)
        assert all(judgment.rater for judgment in found)


def test_a_file_without_judgments_is_told_with_what_was_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item,rater,answer\n1,ann,\n")
    with pytest.raises(InputError, match=r"a.csv: contains no judgments \(left out: empty answers"):
        list(platforms.read(str(path), "long", skipped=Counter()))
