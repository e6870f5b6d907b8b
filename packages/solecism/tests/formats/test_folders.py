"""Outputs in a folder, and the record of those that are finished."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism.formats import folders
from solecism.formats.folders import FinishedOutputs, targets_in


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").mkdir()
    paths = ["essay.txt", "old/essay.txt", "notes.md", "notes.txt"]
    for path in paths:
        Path(path).write_text(f"This is {path}.\n")
    return paths


def outputs(folder: str, paths: list[str]) -> dict[str, Path]:
    return targets_in(Path(folder), paths, lambda _: ".jsonl")


def test_an_output_has_the_name_and_folder_of_its_input(texts: list[str]) -> None:
    names = [str(target) for target in outputs("out", texts).values()]
    assert names == [
        "out/essay.jsonl",
        "out/old/essay.jsonl",
        "out/notes.md.jsonl",
        "out/notes.txt.jsonl",
    ]


def test_an_output_replaces_no_input(texts: list[str]) -> None:
    with pytest.raises(InputError, match=r"essay\.txt: is an input"):
        targets_in(Path(), texts[:1], lambda _: ".txt")


def finish(texts: list[str], settings: str) -> None:
    targets = outputs("out", texts)
    finished = FinishedOutputs(Path("out"), lambda _: settings)
    finished.start(texts)
    for number, path in enumerate(texts):
        folders.make_folder(targets[path].parent)
        targets[path].write_text("[]")
        finished.add(path, targets[path], number)


def left(texts: list[str], settings: str) -> dict[str, int]:
    return FinishedOutputs(Path("out"), lambda _: settings).results(outputs("out", texts))


def test_what_is_finished_is_known_to_the_next_run(texts: list[str]) -> None:
    assert left(texts, "strict") == {}
    finish(texts, "strict")
    assert left(texts, "strict") == dict(zip(texts, range(4), strict=True))


def test_changed_inputs_settings_and_lost_outputs_are_done_again(texts: list[str]) -> None:
    finish(texts, "strict")
    assert left(texts, "lenient") == {}
    Path(texts[0]).write_text("Another text.\n")
    outputs("out", texts)[texts[1]].unlink()
    assert left(texts, "strict") == {"notes.md": 2, "notes.txt": 3}


def test_an_input_that_changes_while_it_is_read_is_done_again(texts: list[str]) -> None:
    finished = FinishedOutputs(Path("out"), lambda _: "")
    finished.start(texts[:1])
    Path(texts[0]).write_text("It has changed.\n")
    target = outputs("out", texts)[texts[0]]
    target.write_text("[]")
    finished.add(texts[0], target, 0)
    assert left(texts, "") == {}


def test_a_record_that_ends_in_the_middle_of_a_line_is_no_obstacle(texts: list[str]) -> None:
    finish(texts, "")
    record = Path("out", folders.RECORD)
    record.write_text(record.read_text()[:-20] + "\n17\n[]\n{}\n")
    assert list(left(texts, "")) == texts[:3]
