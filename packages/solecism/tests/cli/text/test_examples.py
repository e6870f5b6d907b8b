"""`solecism examples`: what is written, where, and what is never overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from solecism.cli.text.read_text import examples_command
from solecism.errors import InputError
from solecism.system.installation import EXAMPLES


def run(*arguments: str) -> str:
    return CliRunner().invoke(examples_command, arguments, catch_exceptions=False).output


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_bundled_file_is_written(tmp_path: Path) -> None:
    printed = run(str(tmp_path / "new" / "here"))
    assert files(tmp_path / "new" / "here") == files(EXAMPLES)
    assert printed.startswith(f"{len(files(EXAMPLES))} files in ")


def test_the_folder_is_called_examples_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run()
    assert files(tmp_path / "examples") == files(EXAMPLES)


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    mine = tmp_path / "treebank.mrg"
    mine.write_text("mine")
    with pytest.raises(InputError, match=r"treebank\.mrg: exists already.*--force"):
        run(str(tmp_path))
    assert files(tmp_path) == {"treebank.mrg": b"mine"}
    run(str(tmp_path), "--force")
    assert files(tmp_path) == files(EXAMPLES)


def test_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    run(str(tmp_path))
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_what_ships_is_small() -> None:
    assert sum(map(len, files(EXAMPLES).values())) < 600_000
