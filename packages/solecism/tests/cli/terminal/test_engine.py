"""The options of --engine ray: what cannot be is told in one line, before a cluster is started."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from solecism.cli.main import cli

pytest.importorskip("ray", reason="ray is not installed")
pytestmark = pytest.mark.ray


def lines(folder: Path, line: str) -> tuple[int, str]:
    """The exit code and the last line that a command prints, in a folder with a text."""
    (folder / "a.txt").write_text("I depend of you.\n")
    arguments = [str(folder / each[2:]) if each[:2] == "./" else each for each in line.split()]
    result = CliRunner().invoke(cli, arguments)
    told = str(result.exception) if result.exit_code == 1 else result.output.splitlines()[-1]
    return result.exit_code, told.replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("check --engine ray --fix ./a.txt ./out", "Error: --fix is not for --engine ray."),
        ("check --engine ray -o x ./a.txt ./out", "Error: -o is not for --engine ray."),
        ("check --address auto ./a.txt", "Error: --address needs --engine ray."),
        ("tag --column body ./a.txt", "Error: --column needs --engine ray."),
        ("mine --engine ray --jobs 2 ./a.txt ./out", "Error: --jobs is not for --engine ray."),
        (
            "check --engine ray ./a.txt",
            "Error: --engine ray takes two arguments: IN and the folder OUT.",
        ),
        (
            "select ./a.txt ./out",
            "Error: Give either --native or --items, or IN and OUT with --engine ray.",
        ),
    ],
)
def test_wrong_options_are_usage_errors(line: str, expected: str, tmp_path: Path) -> None:
    assert lines(tmp_path, line) == (2, expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "check --engine ray ./none ./out",
            "none: there is no such file, or the folder is empty.",
        ),
        (
            "check --engine ray --address 127.0.0.1:1 ./a.txt ./out",
            "127.0.0.1:1: no Ray cluster answers there: [Errno 111] Connection refused. "
            "Is it started?",
        ),
        (
            "corrupt --engine ray nowhere://x/y ./out",
            "nowhere://x/y: cannot be used: Unrecognized filesystem type in URI: nowhere://x/y.",
        ),
        (
            "tag --engine ray --tagger ./none.npz ./a.txt ./out",
            "none.npz: ",
        ),
        (
            "mine --engine ray ./a.txt ./",
            ": has files that are not of a job, such as a.txt. Give an empty folder.",
        ),
    ],
)
def test_what_cannot_be_read_or_reached_is_told(line: str, expected: str, tmp_path: Path) -> None:
    code, told = lines(tmp_path, line)
    assert (code, "\n" in told) == (1, False)
    assert expected in told
