"""All platforms: whatever happens to a file, it gives judgments or one of our errors."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lines, mutated

from solecism.errors import InputError
from solecism.formats.crowd import appen, listed, mturk, platforms, prolific, table, wide
from solecism.formats.crowd.layout import Layout

FOLDER = Path(__file__).parents[3] / "examples" / "crowd"
MTURK = Layout(
    places={"item": "Input.site_{n}", "gold": "Input.expected_{n}"}, answers=("Answer.error_{n}",)
)
CASES = {
    "mturk.csv": (mturk.parse, MTURK),
    "appen.csv": (appen.parse, Layout(places={"item": "site"})),
    "prolific.answers.csv": (prolific.parse, Layout(answers=("{name}:preposition",))),
    "wide.tsv": (wide.parse, Layout(places={"item": "site"})),
    "list.tsv": (listed.parse, Layout(places={"item": "Id"}, answers=("Grades",))),
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
    layout = Layout(answers=("{name}:preposition",))
    with suppress(InputError):
        joined = table.parse(damaged, file="s.csv")
        found = prolific.parse(answers, layout, file="a.csv", submissions=joined)
        assert all(judgment.rater for judgment in found)


def test_a_file_without_judgments_is_told_with_what_was_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item,rater,answer\n1,ann,\n")
    with pytest.raises(InputError, match=r"a.csv: contains no judgments \(left out: empty answers"):
        list(platforms.read(str(path), "long", skipped=Counter()))
