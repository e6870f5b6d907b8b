"""Commands by several processes: the same bytes as by one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from solecism.cli.main import cli
from solecism.cli.terminal import options

SENTENCES = ("We depend of the weather.", "They marry with her.", "He lives in a house on a hill.")
TEXT = "".join(f"{SENTENCES[number % 3]} It is number {number}.\n\n" for number in range(1_100))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("essay.txt").write_text(TEXT)
    Path("lines.txt").write_text(TEXT.replace("\n\n", "\n"))
    Path("better.txt").write_text(TEXT.replace("\n\n", "\n").replace("depend of", "depend on"))
    return tmp_path


def output(*arguments: str) -> bytes:
    result = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


@pytest.mark.parametrize(
    "command",
    [
        "tag essay.txt",
        "tag --conllu essay.txt",
        "corrupt --to m2 --quiet essay.txt -",
        "flags --system me lines.txt better.txt",
        "select --all --json --detector maxent --native essay.txt",
        "mine --best 5 essay.txt -o -",
        "convert --from corrected --to m2 lines.txt better.txt -",
    ],
)
def test_the_number_of_processes_changes_nothing(command: str, folder: Path) -> None:
    name, *arguments = command.split()
    one, two = (output(name, "--jobs", number, *arguments) for number in "12")
    assert one == two
    assert len(one) > 100


def test_the_number_of_processes_follows_from_the_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "n_cores", lambda: 4)
    monkeypatch.setattr(options, "_BYTES_PER_JOB", len(TEXT) // 2)
    assert options.n_jobs(None, ["-"]) == 1
    assert options.n_jobs(None, ["essay.txt"]) == 2
    assert options.n_jobs(None, ["essay.txt"] * 9) == 4
    assert options.n_jobs(3, ["-"]) == 3
