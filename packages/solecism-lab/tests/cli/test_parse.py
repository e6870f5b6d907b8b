"""`solecism parse` and `solecism train parser`, as a shell calls them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from parser_grammars import TREEBANK, trees_of
from shell import run
from solecism_lab.cli import parse

pytestmark = pytest.mark.slow
TEXT = "My sister lives in a flat. The children play football."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small grammar."""
    path = tmp_path_factory.mktemp("parse")
    options = ("--rounds", "1", "--splits", "1", "--seed", "3", "--out", "parser.npz")
    trained = run("train", "parser", str(TREEBANK), *options, folder=path)
    assert trained.returncode == 0, trained.stderr
    again = run("train", "parser", str(TREEBANK), *options[:-1], "again.npz", folder=path)
    assert again.returncode == 0, again.stderr
    return path


def test_the_same_seed_gives_the_same_bytes(folder: Path) -> None:
    assert (folder / "parser.npz").read_bytes() == (folder / "again.npz").read_bytes()


def test_each_sentence_gets_a_tree_on_a_line(folder: Path) -> None:
    shown = run("parse", "--model", "parser.npz", "-", folder=folder, text=TEXT)
    assert shown.returncode == 0, shown.stderr
    trees = [trees_of(line)[0] for line in shown.stdout.splitlines()]
    assert [" ".join(tree.words()) for tree in trees] == [
        "My sister lives in a flat .",
        "The children play football .",
    ]


def test_several_processes_give_the_same(folder: Path) -> None:
    arguments = ("parse", "--model", "parser.npz", str(TREEBANK))
    one, two = run(*arguments, folder=folder), run(*arguments, "--jobs", "2", folder=folder)
    assert two.returncode == 0, two.stderr
    assert one.stdout == two.stdout


def test_json_lines_keep_the_likelihood(folder: Path) -> None:
    shown = run("parse", "--json", "--model", "parser.npz", folder=folder, text=TEXT)
    first = json.loads(shown.stdout.splitlines()[0])
    assert float(first["notes"]["log_likelihood"]) < 0
    assert first["trees"]


def test_a_command_parses_instead(folder: Path) -> None:
    program = (
        "import sys\nfor line in sys.stdin: print('(S', *(f'(X {w})' for w in line.split()), ')')"
    )
    command = shlex.join([sys.executable, "-c", program])
    shown = run("parse", "--command", command, folder=folder, text="We go.")
    assert (shown.stdout, shown.stderr) == ("(S (X We) (X go) (X .))\n", "")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("parse", "--model", "none.npz", "-"), "none.npz: No such file"),
        (("parse", "--model", str(TREEBANK), "-"), "not a model, or damaged"),
        (("parse", "--command", "false", "-"), "ended without a tree for stdin.1"),
        (("train", "parser", "none.mrg", "--out", "x.npz"), "none.mrg: there is no such file"),
        (("train", "parser", str(TREEBANK), "--out", "no/x.npz"), "there is no folder"),
    ],
)
def test_problems_are_one_line(folder: Path, arguments: tuple[str, ...], problem: str) -> None:
    shown = run(*arguments, folder=folder, text=TEXT)
    assert shown.returncode == 1
    assert problem in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_without_numba_the_command_says_that_it_would_be_faster(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parse, "is_installed", lambda package: False)
    arguments = ["--model", str(folder / "parser.npz"), "-"]
    shown = CliRunner().invoke(
        parse.parse_command, arguments, input="It rains.", catch_exceptions=False
    )
    assert shown.stderr.startswith("solecism: parsing would be 15 times as fast with numba")
    assert shown.stdout.count("\n") == 1
    outside = ["--command", shlex.join([sys.executable, "-c", "print('(S (X y))')"]), "-"]
    shown = CliRunner().invoke(parse.parse_command, outside, input="y")
    assert "numba" not in shown.stderr
