"""Studies of systems' corrections, from files to what `rank` and `score` make of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring_files import call, call_json
from solecism.errors import InputError
from solecism.system.installation import EXAMPLES

FOLDER = EXAMPLES / "ranking"
REFERENCE = FOLDER / "annotated.m2"
NAMES = ("bold", "careful", "clumsy", "fluent", "unchanged")
OUTPUTS = [option for name in NAMES for option in ("--output", str(FOLDER / f"{name}.txt"))]


def new(study: Path, task: str, *options: str, source: Path = REFERENCE) -> None:
    result = call("study", "new", study, source, "--task", task, *OUTPUTS, "-n", "2", *options)
    assert result.exit_code == 0, (result.output, result.exception)
    assert call("study", "simulate", study, "--raters", "3", "--seed", "3").exit_code == 0


def test_rank_reads_what_a_ranking_study_exports(scratch: Path) -> None:
    new(scratch / "order", "ranking")
    judgments = scratch / "order.jsonl"
    assert call("study", "export", scratch / "order", judgments).exit_code == 0
    result = call_json("rank", judgments, "--draws", "20")["result"]
    assert {one["name"] for one in result["systems"]} == set(NAMES)
    assert (result["n_sentences"], result["n_raters"], result["n_rankings"]) == (10, 3, 20)
    outputs = [FOLDER / f"{name}.txt" for name in NAMES]
    options = ("--score", "gain", "--draws", "20")
    beside = call("rank", judgments, *outputs, "--m2", REFERENCE, *options)
    assert "\ngraded gain\t" in beside.stdout
    agreed = call_json("agree", "--within", "construction", judgments, "--measure", "observed")
    assert agreed["result"]["agreements"][0]["agreement"]["n_items"] > 10


def test_score_reads_what_an_edit_study_exports(scratch: Path) -> None:
    new(scratch / "edits", "edit")
    judgments, flags = scratch / "edits.jsonl", scratch / "flags.jsonl"
    assert call("study", "export", scratch / "edits", judgments).exit_code == 0
    assert call("study", "export", scratch / "edits", flags, "--format", "flags").exit_code == 0
    answers = [json.loads(line) for line in judgments.read_text().splitlines()]
    assert len(answers) == 2 * len({one["site"] for one in answers})
    # By chance both raters of an edit may be unsure; whom a study asks what is different each time.
    n_judged = len({one["site"] for one in answers if one["answer"] != "unknown"})
    assert {"before", "after", "type"} <= answers[0]["notes"].keys()
    scores = call_json("score", flags, judgments)["systems"]
    assert {one["system"] for one in scores} == set(NAMES)
    assert {one["n_items"] for one in scores} == {n_judged}


def test_the_source_may_be_lines(scratch: Path) -> None:
    lines = scratch / "annotated.txt"
    call("convert", "--to", "text", REFERENCE, lines)
    for name, source in (("lines", lines), ("m2", REFERENCE)):
        new(scratch / name, "ranking", source=source)
        call("study", "export", scratch / name, scratch / f"{name}.jsonl")
    found = [(scratch / f"{name}.jsonl").read_text() for name in ("lines", "m2")]
    assert sorted(json.loads(line)["site"] for line in found[0].splitlines()) == sorted(
        json.loads(line)["site"] for line in found[1].splitlines()
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--task", "ranking"], "--output is missing: the task ranking is about the outputs"),
        (["--task", "cloze", *OUTPUTS], "--output does nothing here: it is for the tasks ranking"),
        (["--task", "edit", *OUTPUTS, "--flags", "f"], "--flags does nothing here: the outputs"),
    ],
)
def test_outputs_go_with_the_tasks_about_them(
    arguments: list[str], problem: str, scratch: Path
) -> None:
    result = call("study", "new", scratch / "s", REFERENCE, *arguments)
    assert result.exit_code != 0
    assert problem in f"{result.output} {result.exception}"


def test_one_system_cannot_be_ranked(scratch: Path) -> None:
    result = call("study", "new", scratch / "s", REFERENCE, "--task", "ranking", *OUTPUTS[:2])
    assert isinstance(result.exception, InputError)
    assert "correct nothing, or all in the same way" in str(result.exception)


def test_a_study_without_flags_has_none_to_export(scratch: Path) -> None:
    new(scratch / "order", "ranking")
    result = call("study", "export", scratch / "order", scratch / "flags", "--format", "flags")
    assert "the study has no flags of a system" in str(result.exception)
