"""`study new` with the task correctness and with a task from a TOML file, from start to score."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import ROOT
from solecism.cli.main import cli
from solecism.site import kind_of
from solecism_study.study import open_study

PAGE = ROOT / "docs" / "studies.md"


def run(*words: str) -> Result:
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return done


def kinds_in(study: str) -> set[str]:
    return {kind_of(item.site) for item in open_study(study).all_items()}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the example files, in which commands run."""
    monkeypatch.chdir(tmp_path)
    run("examples")
    return tmp_path


def test_judgments_of_correctness_are_measured_scored_and_reported(here: Path) -> None:
    sites = (here / "examples" / "sites.jsonl").read_text().splitlines(keepends=True)
    (here / "sites.jsonl").write_text("".join(sites[:60]))
    run("study", "new", "corr", "sites.jsonl", "--task", "correctness", "-n", "2")
    run("study", "simulate", "corr", "--raters", "2")
    run("study", "export", "corr", "judgments.jsonl")
    assert "\nall\talpha\t" in run("agree", "judgments.jsonl").stdout
    scored = run("score", "examples/flags.a.jsonl", "judgments.jsonl").stdout
    assert "# invented-a" in scored
    flags = ("--flags", "examples/flags.a.jsonl")
    run("report", "--judgments", "judgments.jsonl", *flags, "report.html")
    assert "invented-a" in (here / "report.html").read_text()


def test_kinds_narrow_what_is_asked(here: Path) -> None:
    text = "examples/texts/landlord.txt"
    run("study", "new", "all", text, "--task", "correctness")
    run("study", "new", "some", text, "--task", "correctness", "--kind", "determiner")
    kinds = {
        name: {kind_of(item.site) for item in open_study(name).all_items()}
        for name in ("all", "some")
    }
    assert kinds == {"all": {"preposition", "determiner", "number"}, "some": {"determiner"}}
    done = CliRunner().invoke(
        cli, ["study", "new", "no", text, "--task", "extraneous", "--kind", "number"]
    )
    assert "does not ask about a number" in str(done.exception)


def test_the_task_of_the_documentation_runs(here: Path) -> None:
    block = re.search(r"```toml\n(name = .*?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    assert block[1].count("\n") <= 40
    (here / "register.toml").write_text(block[1])
    run("study", "new", "essays", "examples/texts/landlord.txt", "--task", "register.toml")
    run("study", "simulate", "essays", "--raters", "3")
    run("study", "export", "essays", "judgments.jsonl")
    assert "\nall\talpha\t" in run("agree", "judgments.jsonl").stdout
    run("study", "export", "essays", "essays.zip")
    (here / "register.toml").unlink()
    run("study", "import", "again", "essays.zip")
    assert open_study("again").task.title == "Does the preposition fit the register?"
