"""Baselines: what they hold, and which files are none."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism.project.baseline import KnownFindings, read_baseline, write_baseline


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    write_baseline(file, {str(tmp_path / "docs" / "a.md"): {"b": 2, "a": 1}, "x.md": {}})
    assert json.loads(file.read_text()) == {
        "solecism-baseline": 1,
        "findings": {"docs/a.md": {"a": 1, "b": 2}},
    }
    baseline = read_baseline(file)
    assert baseline.of(str(tmp_path / "docs" / "a.md")) == Counter(a=1, b=2)
    assert baseline.of(str(tmp_path / "a.md")) == Counter()


def test_other_files_stay_in_a_baseline_while_they_exist(tmp_path: Path) -> None:
    file, first, second = (tmp_path / name for name in ("known.json", "a.md", "b.md"))
    first.touch()
    write_baseline(file, {str(first): {"x": 1}, str(second): {"y": 1}})
    write_baseline(file, {str(tmp_path / "c.md"): {"z": 1}})
    assert read_baseline(file).findings == {"a.md": {"x": 1}, "c.md": {"z": 1}}
    write_baseline(file, {str(first): {}})
    assert read_baseline(file).findings == {}


def test_a_known_finding_is_taken_as_often_as_it_is_known() -> None:
    known = KnownFindings(Counter(x=2, y=1))
    assert [known.take(each) for each in ("x", "z", "x", "x")] == [True, False, True, False]
    assert (known.n_left, known.first_left) == (1, "y")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not a baseline"),
        ("[1]", "is not a baseline"),
        ("[" * 100_000, "is not a baseline"),
        ('{"findings": {}}', "is not a baseline"),
        ('{"solecism-baseline": 2, "findings": {}}', r"is a baseline of version 2, not 1\. Write"),
        ('{"solecism-baseline": 1}', "is a damaged baseline"),
        ('{"solecism-baseline": 1, "findings": {"a": {"x": 0}}}', "is a damaged baseline"),
        ('{"solecism-baseline": 1, "findings": {"a": {"x": 1e9}}}', "is a damaged baseline"),
        ('{"solecism-baseline": 1, "findings": {"a": []}}', "is a damaged baseline"),
    ],
)
def test_what_is_no_baseline_is_told(text: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_text(text)
    with pytest.raises(InputError, match=problem):
        read_baseline(file)


def test_other_files_are_not_overwritten_and_older_baselines_are(tmp_path: Path) -> None:
    file = tmp_path / "essay.txt"
    file.write_text("My essay.\n")
    with pytest.raises(InputError, match="is not a baseline, and is not overwritten"):
        write_baseline(file, {})
    assert file.read_text() == "My essay.\n"
    file.write_text('{"solecism-baseline": 0, "findings": 7}')
    write_baseline(file, {"a.md": {"x": 1}})
    assert len(read_baseline(file).findings) == 1
