"""`solecism judgments` on annotated text, and together with flags and scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring_files import call, call_json, write
from solecism.errors import InputError
from solecism.site import Flag

M2 = (
    "S We met in Monday .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\n"
    "S I waited the bus .\nA 2 2|||M:PREP|||for|||REQUIRED|||-NONE-|||0\n\n"
)


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.m2"
    path.write_text(M2)
    return path


def test_annotators_become_raters_and_acceptance_is_said(note: Path) -> None:
    result = call("judgments", note, "--kind", "preposition")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(one["site"], one["rater"], one["answer"]) for one in found] == [
        ("note.1:2-3:preposition", "0", "error"),
        ("note.1:2-3:preposition", "1", "ok"),
        ("note.2:2-2:preposition", "0", "error"),
    ]
    assert "counts as accepted. 2 annotators, present wherever they have" in result.stderr


def test_all_annotators_can_be_taken_as_present(note: Path) -> None:
    result = call("judgments", note, "--kind", "preposition", "--present", "everywhere")
    assert len(result.stdout.splitlines()) == 4


def test_sites_that_a_system_flags_are_judged_too_so_that_no_flag_is_lost(
    note: Path, tmp_path: Path
) -> None:
    flags = write(tmp_path / "f", [Flag("note.1:4-4:preposition", "me", True)])
    judgments = tmp_path / "j"
    assert call("judgments", note, "--flags", flags, "-o", judgments).exit_code == 0
    [system] = call_json("score", flags, judgments)["systems"]
    assert not [line for line in system["notes"] if "nobody judged" in line]
    assert system["scores"][0]["counts"]["false_alarms"] == 1


def test_an_annotator_is_perfect_by_the_own_judgments(note: Path, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("We met in Monday .\nI waited the bus .\n")
    (tmp_path / "c.txt").write_text("We met on Monday .\nI waited for the bus .\n")
    flags, judgments = tmp_path / "f", tmp_path / "j"
    texts = (tmp_path / "s.txt", tmp_path / "c.txt")
    call("flags", *texts, "--system", "me", "--document", "note", "-o", flags)
    call("judgments", note, "-o", judgments)
    [system] = call_json("score", flags, judgments, "--rater", "0", "--kind", "preposition")[
        "systems"
    ]
    [mine] = [score for score in system["scores"] if score["against"] == "0"]
    assert mine["counts"] == {"hits": 2, "misses": 0, "false_alarms": 0, "correct": 0}


@pytest.mark.parametrize("text", ["", "S\n", "A 1 2|||x\n"])
def test_what_is_no_m2_is_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.m2"
    path.write_text(text)
    result = call("judgments", path)
    assert result.exit_code == 0 if text == "S\n" else isinstance(result.exception, InputError)


def test_a_name_that_tells_no_format_is_a_usage_error(tmp_path: Path) -> None:
    assert call("judgments", tmp_path / "x.bin").exit_code == 2


FAULTS = (
    "S I discussed about it in Monday with she .\n"
    "A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0\n"
    "A 4 5|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    "A 6 6|||M:PREP|||at|||REQUIRED|||-NONE-|||0\n"
    "A 4 5|||U:PREP||||||REQUIRED|||-NONE-|||1\n\n"
)


def answers(*arguments: str | Path) -> dict[tuple[str, str], str]:
    result = call("judgments", *arguments, "--kind", "preposition")
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return {(one["site"].split(":")[1], one["rater"]): one["answer"] for one in lines}


def test_three_ways_to_answer_name_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "note.m2"
    path.write_text(FAULTS)
    assert answers(path, "--three-way") == {
        ("2-3", "0"): "extraneous",
        ("2-3", "1"): "ok",
        ("4-5", "0"): "wrong",
        ("4-5", "1"): "extraneous",
        ("6-6", "0"): "missing",
        ("6-6", "1"): "ok",
        ("6-7", "0"): "ok",
        ("6-7", "1"): "ok",
    }


@pytest.mark.parametrize(
    ("fault", "errors", "sites"),
    [
        ("extraneous", {("2-3", "0"), ("4-5", "1")}, {"2-3", "4-5", "6-7"}),
        ("wrong", {("4-5", "0")}, {"2-3", "4-5", "6-7"}),
        ("missing", {("6-6", "0")}, {"6-6"}),
    ],
)
def test_only_one_fault_is_an_error_at_sites_where_it_can_be(
    fault: str, errors: set[tuple[str, str]], sites: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "note.m2"
    path.write_text(FAULTS)
    found = answers(path, "--only", fault)
    assert {key for key, answer in found.items() if answer == "error"} == errors
    assert {site for site, _ in found} == sites


def test_only_one_fault_and_three_answers_are_not_given_together(note: Path) -> None:
    result = call("judgments", note, "--only", "wrong", "--three-way")
    assert result.exit_code == 2
    assert "Give either --only or --three-way." in result.output
