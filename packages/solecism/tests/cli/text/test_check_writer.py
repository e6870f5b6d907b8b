"""`solecism check` by who wrote a text, and whether everything is read, with the small network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solecism.cli.text import check, check_runs

TEXT = (
    "My brother work in a big company since three years. He like very much his job because he can "
    "to travel. Every years he go to Spain for meet the clients. I am agree that is a good life."
)
NOTE = "solecism: these are more than 1 MB of text: for an author, the network reads only sentences"


def run(*arguments: str) -> Result:
    shown = CliRunner().invoke(check.check_command, ["--exit-zero", "--no-config", *arguments])
    assert shown.exit_code == 0, shown.output
    return shown


def sites(*arguments: str) -> set[str]:
    lines = run("--format", "jsonl", *arguments).stdout.splitlines()
    return {each["site"] for each in map(json.loads, lines) if each["error"]}


@pytest.fixture
def essay(tmp_path: Path) -> str:
    path = tmp_path / "essay.txt"
    path.write_text(f"{TEXT}\n")
    return str(path)


def test_learners_are_shown_more_than_native_writers_and_auto_is_one_of_them(essay: str) -> None:
    auto, learner, native = (
        sites("--writer", each, essay) for each in ("auto", "learner", "native")
    )
    assert native < learner
    assert auto == sites(essay) == learner


def test_an_unknown_writer_is_refused(essay: str) -> None:
    shown = CliRunner().invoke(check.check_command, ["--writer", "poet", essay])
    assert shown.exit_code == 2
    assert "'poet' is not one of 'auto', 'learner', 'native'" in shown.output


def test_the_writer_and_skimming_change_nothing_at_a_precision(essay: str) -> None:
    for point in (("--for", "teacher"), ("--threshold", "0.5")):
        assert sites(*point, "--skim", essay) == sites(*point, "--no-skim", essay)
        learner, native = (sites(*point, "--writer", each, essay) for each in ("learner", "native"))
        assert native <= learner


@pytest.fixture
def long_essay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A text of many sentences, which are taken for more than a megabyte."""
    monkeypatch.setattr(check_runs, "_LONG_BATCH", 1_000)
    path = tmp_path / "long.txt"
    path.write_text("We went home. It was late. They had dinner with us.\n\n" * 40 + f"{TEXT}\n")
    return str(path)


def test_long_batches_are_skimmed_unless_it_is_asked_otherwise(long_essay: str, essay: str) -> None:
    assert NOTE in run(long_essay).stderr
    assert NOTE not in run(essay).stderr
    for asked in ("--skim", "--no-skim"):
        assert NOTE not in run(asked, long_essay).stderr


def test_skimming_finds_a_part_of_what_reading_everything_finds(long_essay: str) -> None:
    every, skimmed = sites("--no-skim", long_essay), sites("--skim", long_essay)
    assert skimmed
    assert skimmed <= every
    assert sites(long_essay) == skimmed
