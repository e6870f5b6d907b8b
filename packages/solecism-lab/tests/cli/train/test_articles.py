"""`solecism train articles`, as a shell calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from shell import run
from solecism.detect.light import noun_model

NATIVE = "She has a dog. They saw the moon.\nMany dogs were in two houses.\n\n" * 60
LEARNER = "S She has dog .\nA 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||0\n\n" * 40
TRAIN = ("train", "articles", "--native", "native.txt", "--learner", "learner.m2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a little native and learner text."""
    (tmp_path / "native.txt").write_text(NATIVE, encoding="utf-8")
    (tmp_path / "learner.m2").write_text(LEARNER, encoding="utf-8")
    return tmp_path


def test_the_same_seed_gives_the_same_bytes_and_a_work_folder_is_used_again(folder: Path) -> None:
    first = run(*TRAIN, "--work", "work", "--out", "one.npz", folder=folder)
    assert (first.returncode, first.stdout, first.stderr) == (0, "", "")
    kept = sorted((folder / "work").iterdir())
    times = [path.stat().st_mtime_ns for path in kept]
    assert run(*TRAIN, "--work", "work", "--out", "two.npz", folder=folder).returncode == 0
    assert [path.stat().st_mtime_ns for path in kept] == times
    assert (folder / "one.npz").read_bytes() == (folder / "two.npz").read_bytes()
    assert noun_model.read(folder / "one.npz").confusions[0][1, 0] > 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((*TRAIN, "--native", "none.txt", "--out", "m.npz"), "none.txt: there is no such file"),
        ((*TRAIN, "--out", "."), ".: is a directory"),
        ((*TRAIN, "--nouns", "native.txt", "--out", "m.npz"), "native.txt: "),
    ],
)
def test_bad_input_is_told_in_one_line(
    arguments: tuple[str, ...], problem: str, folder: Path
) -> None:
    shown = run(*arguments, folder=folder)
    assert shown.returncode == 1
    assert shown.stderr.startswith(f"solecism: {problem}")
    assert shown.stderr.count("\n") == 1
