"""The commands about people and design, from the shell: what they say and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solecism.cli.main import cli
from solecism.errors import SolecismError
from solecism_study.configuration import Pay
from solecism_study.people.raters import all_raters
from solecism_study.study import open_study
from studies import START, make_study, new_rater, say, work


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["study", *arguments], input=given)


@pytest.fixture
def judged(scratch: Path) -> str:
    """A study in which two raters differ on every item."""
    folder = str(scratch / "judged")
    study = make_study(folder, n_items=2, pay=Pay(price=1000), retention_days=1)
    work(study, new_rater(study, "ann"), now=START)
    work(study, new_rater(study, "bea"), answers=say("error"), now=START)
    study.close()
    return folder


def test_a_rater_is_erased_by_id_and_the_rest_when_due(judged: str) -> None:
    assert run("erase", judged).exit_code == 2
    assert "erased; the pseudonym is r-" in run("erase", judged, "--rater", "ann").output
    refused = run("erase", judged, "--rater", "ann").exception
    assert isinstance(refused, SolecismError)
    assert "due, and are erased: 1." in run("erase", judged, "--due").output
    assert run("verify", judged).exit_code == 0
    study = open_study(judged)
    assert all(rater.external.startswith("erased-") for rater in all_raters(study))
    study.close()


def test_what_a_platform_pays_is_given_by_stage(judged: str, scratch: Path) -> None:
    owed = scratch / "owed.csv"
    assert run("raters", judged, "--payments", str(owed), "--paid", "1=0.0015").exit_code == 0
    assert [line.split(",")[9] for line in owed.read_text().splitlines()[1:]] == ["0.000500"] * 2
    for given in ("2=1", "x=1", "much"):
        refused = run("raters", judged, "--payments", str(owed), "--paid", given).exception
        assert isinstance(refused, SolecismError)


def test_a_design_is_locked_shown_and_amended(scratch: Path) -> None:
    folder = str(scratch / "new")
    make_study(folder).close()
    assert "not locked" in run("design", folder).output
    assert "locked: sha256 " in run("design", folder, "--lock", "-", given="Alpha.").output
    assert run("amend", folder, "-n", "5").exit_code == 2
    assert "amendment 1" in run("amend", folder, "-n", "5", "--reason", "power").output
    shown = run("design", folder).output
    assert "analysis\tAlpha." in shown
    assert "amendment: judgments per item from 3 to 5 (power)" in shown
    refused = run("amend", folder, "-n", "0", "--reason", "no").exception
    assert isinstance(refused, SolecismError)


def test_signs_are_listed_and_results_compared(judged: str) -> None:
    listed = run("signs", judged).output.splitlines()
    assert listed[0] == "# Signs of careless work; too fast is under 2 s"
    rater = listed[2].partition("\t")[0]
    compared = run("signs", judged, "--without", rater).output
    assert "# Without 1 rater: 2 judgments instead of 4" in compared
    assert isinstance(run("signs", judged, "--without", "nobody").exception, SolecismError)
    assert "No rater shows a sign" in run("signs", judged, "--without-flagged").output


def test_disagreements_are_listed_decided_and_exported(judged: str, scratch: Path) -> None:
    assert "ok 1, error 1" in run("adjudicate", judged).output
    assert "ok 1" not in run("adjudicate", judged, "--blind").output
    decisions = scratch / "decisions.jsonl"
    decisions.write_text('{"site": "essay.0:2-3:preposition", "rater": "x", "answer": "ok"}\n')
    assert run("adjudicate", judged, str(decisions)).exit_code == 2
    told = run("adjudicate", judged, str(decisions), "--by", "cy").output
    assert told == "Decisions recorded: 1.\n"
    target = scratch / "set.jsonl"
    told = run("export", judged, str(target), "--format", "adjudicated").output
    assert told == "Disagreements without a decision, left out: 1.\n"
    [line] = map(json.loads, target.read_text().splitlines())
    assert (line["answer"], line["notes"]["by"]) == ("ok", "cy")


def test_an_export_without_personal_data(judged: str, scratch: Path) -> None:
    target = scratch / "public.jsonl"
    assert run("export", judged, str(target), "--anonymous").exit_code == 0
    raters = {json.loads(line)["rater"] for line in target.read_text().splitlines()}
    assert raters == {"rater 1", "rater 2"}
    assert run("export", judged, str(target), "--anonymous", "--format", "raters").exit_code == 2
    assert run("export", judged, str(target), "--format", "raters").exit_code == 0
    assert json.loads(target.read_text().splitlines()[0])["state"] == "active"
