"""The hook for pre-commit, run by pre-commit itself in a new repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from sarif_pydantic import Sarif

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


def test_the_second_hook_corrects_files_of_every_kind(repository: Repository) -> None:
    kinds = ("md", "rst", "tex", "txt", "html")
    for kind in kinds:
        repository.write(f"essay.{kind}", "We all depend of the weather.\n")
    repository.git("add", "--all")
    stopped = pre_commit("run", "solecism-fix", folder=repository.folder)
    assert stopped.returncode == 1
    assert "files were modified by this hook" in stopped.stdout
    for kind in kinds:
        text = (repository.folder / f"essay.{kind}").read_text(encoding="utf-8")
        assert text == "We all depend on the weather.\n"


def test_the_action_and_the_workflows_have_their_schemas() -> None:
    schemas = {"github-actions": ["action.yml"], "compose-spec": ["deploy/compose.yaml"]}
    schemas["github-workflows"] = [str(each) for each in (ROOT / ".github/workflows").iterdir()]
    for schema, files in schemas.items():
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
        result = subprocess.run(
            [*command, *files], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stdout


def test_the_action_checks_what_it_is_told_to(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "solecism").symlink_to(Path(sys.executable).parents[1])
    repository.write("my essay.md", "We all depend of the weather.\n")
    repository.write("essay.md", "We all depend of the weather.\n")
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    step = action["runs"]["steps"][1]
    given = {"PATHS": "essay.md", "ARGUMENTS": "--for learner", "SINCE": "", "SARIF": "out.sarif"}
    assert set(step["env"]) == set(given)
    result = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=repository.folder,
        env={**os.environ, **given, "RUNNER_TEMP": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1, result.stderr
    assert result.stdout.count("::warning file=essay.md,line=1,col=15,") == 1, result.stdout
    assert "my essay" not in result.stdout
    Sarif.model_validate_json((repository.folder / "out.sarif").read_bytes())


def test_the_plugin_of_megalinter_counts_what_it_is_told_to(repository: Repository) -> None:
    folder = ROOT / "deploy" / "mega-linter-plugin-solecism"
    descriptor = yaml.safe_load((folder / "solecism.megalinter-descriptor.yml").read_bytes())
    [linter] = descriptor["linters"]
    assert {"linter_name", "linter_url", "examples"} <= set(linter)
    assert linter["cli_lint_mode"] == "list_of_files"
    # MegaLinter runs no other instructions for plugins.
    assert all(each.startswith("RUN ") for each in linter["install"]["dockerfile"])
    kinds = {path.suffix for path in ROOT.glob("examples/texts/*")}
    assert kinds & set(descriptor["file_extensions"]) == kinds
    repository.write("one.md", "We all depend of the weather.\n")
    repository.write("two.txt", "It is late.\n\nWe all depend of the weather.\n")
    solecism = [str(Path(sys.executable).with_name(linter["linter_name"]))]
    sarif = [
        each.replace("{{SARIF_OUTPUT_FILE}}", "out.sarif") for each in linter["cli_sarif_args"]
    ]
    arguments = [*linter["cli_lint_extra_args"], "one.md", "two.txt"]
    run: dict[str, Any] = {"cwd": repository.folder, "capture_output": True, "text": True}
    run["check"] = False
    result = subprocess.run([*solecism, *arguments], **run)
    assert result.returncode == 1, result.stderr
    assert len(re.findall(linter["cli_lint_errors_regex"], result.stdout)) == 2
    result = subprocess.run([*solecism, *arguments[:1], *sarif, *arguments[1:]], **run)
    assert result.returncode == 1, result.stderr
    report = Sarif.model_validate_json((repository.folder / "out.sarif").read_bytes())
    assert len(report.runs[0].results or []) == 2
    for option in ("cli_version_arg_name", "cli_help_arg_name"):
        assert subprocess.run([*solecism, linter[option]], **run).returncode == 0
