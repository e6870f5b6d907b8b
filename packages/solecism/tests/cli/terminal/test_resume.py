"""Runs over many files that were interrupted, and go on where they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rule_detector
from solecism.cli.main import cli
from solecism.detect import registry
from solecism.formats import folders

NAMES = ("a.txt", "b.txt", "old/a.txt")
CHECK = ["check", "--detector", "rules", "--format", "jsonl", "-o", "out/"]
CORRUPT = ["corrupt", "--quiet", "--to", "m2"]
MINE = ["mine", "--candidates", "out", "-o", "-"]
COMMANDS: dict[str, Callable[..., list[str]]] = {
    "check": lambda *options: [*CHECK, *options, *NAMES],
    "corrupt": lambda *options: [*CORRUPT, *options, *NAMES, "out/"],
    "mine": lambda *options: [*MINE, *options, *NAMES],
}


@pytest.fixture(autouse=True)
def _texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    monkeypatch.chdir(tmp_path)
    Path("old").mkdir()
    for number, name in enumerate(NAMES):
        Path(name).write_text(f"We depend of it. They marry with her in {number} days.\n")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=False)


def outputs() -> dict[str, tuple[bytes, int]]:
    """The contents of the outputs, and when each was written."""
    every = (path for path in Path("out").rglob("*") if path.is_file())
    return {
        path.relative_to("out").as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in every
        if path.name != folders.RECORD
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_there_stays_and_the_rest_is_done(name: str) -> None:
    whole = run(*COMMANDS[name]())
    first = outputs()
    assert len(first) == len(NAMES)
    Path("out", next(iter(sorted(first)))).unlink()
    Path("b.txt").write_text("I depend of her.\n")
    again = run(*COMMANDS[name]("--resume"))
    second = outputs()
    assert again.exit_code == whole.exit_code
    assert second.keys() == first.keys()
    assert {key for key in first if second[key] == first[key]} == {sorted(first)[-1]}
    fresh = run(*COMMANDS[name]())
    assert (fresh.stdout, fresh.exit_code) == (again.stdout, again.exit_code)
    assert {key: value for key, (value, _) in outputs().items()} == {
        key: value for key, (value, _) in second.items()
    }


@pytest.mark.parametrize(
    ("name", "option"),
    [("check", "--no-markup"), ("corrupt", "--seed=8"), ("mine", "--sites-each=1")],
)
def test_other_settings_do_everything_again(name: str, option: str) -> None:
    run(*COMMANDS[name]())
    first = outputs()
    run(*COMMANDS[name]("--resume", option))
    assert all(after[1] != first[key][1] for key, after in outputs().items())


def test_nothing_is_written_for_a_text_that_cannot_be_read() -> None:
    Path("b.txt").write_text("We depend of it.\n\n\0")
    result = run(*COMMANDS["check"]())
    assert result.exit_code == 2
    assert "b.txt:3: contains a NUL" in result.stderr
    assert sorted(outputs()) == ["a.jsonl", "old/a.jsonl"]
    again = run(*COMMANDS["check"]("--resume"))
    assert again.exit_code == 2
    assert "2 texts had been checked before." in again.stderr


def test_the_findings_of_a_folder_are_those_of_one_file() -> None:
    run(*COMMANDS["check"]())
    together = run(*CHECK[:-2], *NAMES).stdout_bytes
    assert b"".join(value for value, _ in outputs().values()) != b""
    assert sorted(b"".join(value for value, _ in outputs().values()).splitlines()) == sorted(
        together.splitlines()
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--resume", "a.txt"],
        ["check", "--resume", "-o", "out.jsonl", "a.txt"],
        ["corrupt", "--resume", "a.txt", "out.m2"],
        ["mine", "--resume", "a.txt"],
    ],
)
def test_only_folders_can_be_resumed(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "--resume needs" in result.stderr


def test_lines_stay_aligned() -> None:
    text = "It rains. We stay at home.\n\nHe lives in a house .\n"
    Path("lines.txt").write_text(text * 20)
    result = run("corrupt", "--lines", "--quiet", "lines.txt", "out.txt")
    assert result.exit_code == 0, result.stderr
    before, after = (text * 20).split("\n"), Path("out.txt").read_text().split("\n")
    assert len(before) == len(after)
    assert all(bool(one) == bool(other) for one, other in zip(before, after, strict=True))
    assert sum(one != other for one, other in zip(before, after, strict=True)) >= 38
    assert "--lines is for plain text" in run("corrupt", "--lines", "x.m2", "-").stderr
