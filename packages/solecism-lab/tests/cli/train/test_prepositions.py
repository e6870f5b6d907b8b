"""`solecism train prepositions` and `solecism select`, as a shell calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shell import run
from solecism.signature import parse

NATIVE = "She depends on her friends. They listen to the music.\nHe waits for the bus.\n\n" * 60
LEARNER = "S She depends of her friends .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n" * 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a little native and learner text."""
    (tmp_path / "native.txt").write_text(NATIVE, encoding="utf-8")
    (tmp_path / "learner.m2").write_text(LEARNER, encoding="utf-8")
    return tmp_path


TRAIN = ("train", "prepositions", "--native", "native.txt", "--learner", "learner.m2")


def test_the_same_seed_gives_the_same_bytes_and_a_work_folder_is_used_again(folder: Path) -> None:
    first = run(*TRAIN, "--work", "work", "--out", "one.npz", folder=folder)
    assert (first.returncode, first.stdout, first.stderr) == (0, "", "")
    kept = sorted((folder / "work").iterdir())
    times = [path.stat().st_mtime_ns for path in kept]
    assert run(*TRAIN, "--work", "work", "--out", "two.npz", folder=folder).returncode == 0
    assert [path.stat().st_mtime_ns for path in kept] == times
    assert (folder / "one.npz").read_bytes() == (folder / "two.npz").read_bytes()


def test_a_trained_model_selects(folder: Path) -> None:
    run(*TRAIN, "--out", "own.npz", folder=folder)
    options = ("--model", "own.npz", "--native", "native.txt", "--all", "--json")
    shown = run("select", *options, folder=folder)
    figures = json.loads(shown.stdout)
    assert figures["n"] == 180
    assert figures["accuracy"] == 1
    assert figures["majority"]["accuracy"] == pytest.approx(1 / 3)
    held_out = json.loads(run("select", *options[:4], "--json", folder=folder).stdout)
    assert held_out["n"] == 3


def test_the_table_has_the_papers_columns(folder: Path) -> None:
    shown = run("select", "--native", "native.txt", "--all", "--five", folder=folder)
    assert "five, each against the rest" in shown.stdout
    assert "paper F1" in shown.stdout
    signature = parse(shown.stdout.splitlines()[-1])
    assert signature.command == "select"
    assert (signature.settings["all"], signature.settings["five"]) == (("yes",), ("yes",))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((*TRAIN, "--native", "none.txt", "--out", "m.npz"), "none.txt: there is no such file"),
        ((*TRAIN, "--out", "."), ".: is a directory"),
        (("select", "--native", "learner.m2", "--model", "native.txt"), "native.txt: not a model"),
        (("select", "--native", "none.txt"), "none.txt: there is no such file"),
    ],
)
def test_bad_input_is_told_in_one_line(
    arguments: tuple[str, ...], problem: str, folder: Path
) -> None:
    shown = run(*arguments, folder=folder)
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"solecism: {problem}")
    assert shown.stderr.count("\n") == 1
