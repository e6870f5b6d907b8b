"""`solecism study new --screening`: rules from a file, and people from files and other studies."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from places import EXAMPLES
from screened import arrive
from solecism.cli.main import cli
from solecism_study.people.raters import rater_by_id
from solecism_study.screening.admission import n_excluded
from solecism_study.study import open_study
from studies import START, make_study, work

CHOICE = '[[question]]\nname = "home"\nask = "Where?"\noptions = ["a", "b"]\n'


def new(folder: Path, rules: str, *more: str) -> tuple[int, str]:
    (folder / "rules.toml").write_text(rules)
    sites = EXAMPLES / "sites.jsonl"
    options = ["--task", "extraneous", "--screening", str(folder / "rules.toml"), *more]
    result = CliRunner().invoke(cli, ["study", "new", str(folder / "new"), str(sites), *options])
    return result.exit_code, str(result.exception)


def test_the_rules_are_part_of_the_study(tmp_path: Path) -> None:
    text = f"{CHOICE}\n[limits]\nitem_seconds = 9\n[signs]\none_device = true"
    assert new(tmp_path, text, "--retention", "90")[0] == 0
    study = open_study(str(tmp_path / "new"))
    configuration = study.configuration
    study.close()
    assert configuration.screening
    assert configuration.limits
    assert configuration.limits.item_seconds == 9
    assert configuration.signs
    assert configuration.signs.names == ("device",)
    assert configuration.retention_days == 90


def test_people_of_a_list_and_of_another_study_are_excluded(tmp_path: Path) -> None:
    other = make_study(str(tmp_path / "earlier"))
    work(other, arrive(other, "bea", now=START), n=1)
    other.close()
    (tmp_path / "seen.txt").write_text("cy\n\ndee\n")
    text = '[exclude]\nids = ["seen.txt"]\nstudies = ["earlier"]'
    assert new(tmp_path, text)[0] == 0
    study = open_study(str(tmp_path / "new"))
    assert n_excluded(study) == 3
    assert rater_by_id(study, arrive(study, "bea", now=START)).state == "excluded"
    study.close()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[limits]\nitem_seconds = 0", "rules.toml: limits.item_seconds"),
        ('[exclude]\nids = ["missing.txt"]', "missing.txt"),
        ('[exclude]\nstudies = ["missing"]', "there is no study here"),
    ],
)
def test_mistakes_are_told_and_nothing_is_made(tmp_path: Path, text: str, problem: str) -> None:
    code, told = new(tmp_path, text)
    assert code == 1
    assert problem in told
    assert not (tmp_path / "new").exists()
