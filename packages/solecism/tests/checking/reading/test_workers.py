"""Texts checked by several processes: the same sentences, findings and problems as by one."""

from __future__ import annotations

from pathlib import Path

import pytest

import rule_detector
from solecism.checking.checked_files import CheckSummary, DetectorOptions, check_each_file
from solecism.detect import registry

# More sentences than one process gets at a time.
LONG = "We depend of it. All is well.\n\nI listen music, and `we depend of` you.\n\n" * 400


@pytest.fixture
def essays(tmp_path: Path) -> list[str]:
    texts = {
        "one.txt": "I listen music.\n",
        "long.md": LONG,
        "damaged.txt": "We depend of it.\n\n" * 1_050 + "\0",
        "two.txt": "We depend of it.\n",
        "empty.txt": "",
        "given.m2": "S I listen music .\n\n",
        "again.m2": "S We depend of it .\n\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 not really")
    return [str(tmp_path / name) for name in (*texts, "broken.docx", "missing.txt", "one.txt")]


def checked(paths: list[str], n_jobs: int) -> tuple[list[object], CheckSummary]:
    options, summary = DetectorOptions("rules"), CheckSummary()
    found = [
        (path, [(each.place, each.sentence, each.flags) for each in sentences])
        for path, sentences in check_each_file(paths, options, summary, n_jobs=n_jobs)
    ]
    return list(found), summary


def test_one_process_and_two_give_the_same(
    essays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    (one, summary), (two, other) = (checked(essays, n_jobs) for n_jobs in (1, 2))
    assert one == two
    assert summary == other
    assert summary.n_findings == 1 + 2 * 400 + 1_000 + 1 + 1 + 1 + 1
    assert [problem.rpartition("/")[2][:12] for problem in summary.problems] == [
        "damaged.txt:",
        "broken.docx:",
        "missing.txt:",
    ]


def test_files_that_are_checked_together_have_the_findings_of_each_alone(
    essays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    together, _ = checked(essays[:4], 1)
    assert together == [checked([path], 1)[0][0] for path in essays[:4]]


def test_progress_is_told_in_characters(essays: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    told: list[int] = []
    summary = CheckSummary(progress=told.append)
    for _, sentences in check_each_file(essays[1:2], DetectorOptions("rules"), summary):
        list(sentences)
    assert summary.n_characters == len(LONG)
    assert len(told) == 12
    assert told == sorted(told)
    assert told[-1] == summary.n_characters
