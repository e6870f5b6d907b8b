"""The hook for pre-commit, run by pre-commit itself in a new repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT
from repositories import Repository

MANIFEST = ROOT / ".pre-commit-hooks.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository whose configuration has the hook, which runs the installed command."""
    repository = Repository(tmp_path / "texts")
    hook = "\n".join(f"  {line}" for line in MANIFEST.read_text().splitlines())
    repository.write(".pre-commit-config.yaml", f"repos:\n- repo: local\n  hooks:\n{hook}\n")
    repository.write(".solecism.toml", 'detector = "light"\nignore = ["old/"]\n')
    return repository


def pre_commit(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {
        **os.environ,
        "PATH": scripts,
        "PRE_COMMIT_HOME": str(folder / ".git" / "hooks-cache"),
    }
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_manifest_is_valid(tmp_path: Path) -> None:
    Repository(tmp_path)
    result = pre_commit("validate-manifest", str(MANIFEST), folder=tmp_path)
    assert result.returncode == 0, result.stdout


def test_a_commit_with_errors_is_stopped_and_one_without_is_not(repository: Repository) -> None:
    repository.write("essay.md", "We all depend of the weather.\n")
    repository.write("old/essay.md", "We all depend of the weather.\n")
    repository.write("code.py", "# We all depend of the weather.\n")
    repository.git("add", "--all")
    stopped = pre_commit("run", folder=repository.folder)
    assert stopped.returncode == 1
    assert "essay.md:1:15: wrong preposition" in stopped.stdout
    assert "1 finding in 1 sentence of 1 file." in stopped.stdout
    assert ".solecism.toml: 1 file is ignored." in stopped.stdout
    repository.write("essay.md", "We all depend on the weather.\n")
    repository.git("add", "--all")
    passed = pre_commit("run", folder=repository.folder)
    assert passed.returncode == 0, passed.stdout
    assert "Passed" in passed.stdout
