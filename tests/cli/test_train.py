"""`solecism train tagger`, as a shell calls it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROW = "{number}\t{word}\t_\t_\t{tag}\t_\t_\t_\t_\t_\n"
SENTENCES = [
    [("the", "DT"), ("dog", "NN"), ("barks", "VBZ")],
    [("a", "DT"), ("cat", "NN"), ("sleeps", "VBZ")],
]


def run(*arguments: str, folder: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "solecism", *arguments],
        input=text,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small treebank and some running text."""
    blocks = [
        "".join(ROW.format(number=n, word=word, tag=tag) for n, (word, tag) in enumerate(words, 1))
        for words in SENTENCES * 10
    ]
    (tmp_path / "train.conllu").write_text("\n".join(blocks) + "\n")
    (tmp_path / "native.txt").write_text("The dog sleeps here.\n\nA cat barks there.\n" * 10)
    return tmp_path


TRAIN = ("train", "tagger", "train.conllu", "--epochs", "1", "--native", "native.txt")


def test_a_model_is_trained_and_used(folder: Path) -> None:
    trained = run(*TRAIN, "--out", "own.npz", folder=folder)
    assert (trained.returncode, trained.stdout, trained.stderr) == (0, "", "")
    shown = run("tag", "--model", "own.npz", folder=folder, text="the cat barks")
    tags = {line.split("\t")[1] for line in shown.stdout.splitlines() if line}
    assert tags <= {"DT", "NN", "VBZ"}
    assert tags


def test_the_same_seed_gives_the_same_bytes(folder: Path) -> None:
    for name in ("one.npz", "two.npz"):
        run(*TRAIN, "--seed", "7", "--out", name, folder=folder)
    assert (folder / "one.npz").read_bytes() == (folder / "two.npz").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("train", "tagger", "none.conllu", "--out", "m.npz"), "none.conllu"),
        (("train", "tagger", "native.txt", "--out", "m.npz"), "native.txt:1: "),
        ((*TRAIN, "--native", "none.txt", "--out", "m.npz"), "none.txt"),
        ((*TRAIN, "--out", "."), ".: is a directory"),
    ],
)
def test_bad_input_is_told_in_one_line_and_nothing_is_written(
    arguments: tuple[str, ...], problem: str, folder: Path
) -> None:
    before = sorted(folder.iterdir())
    shown = run(*arguments, folder=folder)
    assert shown.returncode == 1
    assert shown.stderr.startswith("solecism: ")
    assert problem in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert sorted(folder.iterdir()) == before
