"""`solecism tag`, as a shell calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shell import run

TEXT = "My brother have two dogs. He walks them every day."


def test_a_pipe_gets_a_line_a_word_and_a_blank_line_a_sentence() -> None:
    shown = run("tag", text=TEXT)
    assert shown.returncode == 0, shown.stderr
    first, second = shown.stdout.removesuffix("\n\n").split("\n\n")
    assert first.splitlines()[:2] == ["My\tPRP$\tmy\tB-NP", "brother\tNN\tbrother\tI-NP*"]
    assert second.splitlines()[-1] == ".\t.\t.\tO"


def test_json_lines_hold_every_column() -> None:
    shown = run("tag", "--json", "-", text=TEXT)
    first, second = map(json.loads, shown.stdout.splitlines())
    assert (first["id"], second["id"]) == ("stdin.1", "stdin.2")
    assert first["tags"][-2:] == ["NNS", "."]
    assert first["lemmas"][-2:] == ["dog", "."]
    assert first["chunks"]


def test_conllu_has_penn_tags_in_its_fifth_column() -> None:
    shown = run("tag", "--conllu", text=TEXT)
    rows = [line.split("\t") for line in shown.stdout.splitlines() if line[:1].isdigit()]
    assert [row[4] for row in rows[:2]] == ["PRP$", "NN"]
    assert {len(row) for row in rows} == {10}


def test_files_follow_one_another_and_other_formats_are_told_by_their_endings(
    tmp_path: Path,
) -> None:
    plain, m2 = tmp_path / "a.txt", tmp_path / "b.m2"
    plain.write_text("It rains.\n")
    m2.write_text("S We go home .\nA 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0\n\n")
    shown = run("tag", "--json", str(plain), str(m2))
    first, second = map(json.loads, shown.stdout.splitlines())
    assert (first["id"], second["id"]) == ("a.1", "b.1")
    assert second["words"] == ["We", "go", "home", "."]


@pytest.mark.parametrize("name", ["none.txt", ""])
def test_what_cannot_be_read_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    shown = run("tag", str(tmp_path / name))
    assert shown.returncode == 1
    assert shown.stdout == ""
    assert shown.stderr.count("\n") == 1
    assert shown.stderr.startswith("solecism: ")


@pytest.mark.parametrize(
    ("option", "problem"),
    [("--tagger", "not a model, or damaged"), ("--chunker", "is not a chunker's model")],
)
def test_a_broken_model_is_told_in_one_line(option: str, problem: str, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_bytes(b"not a model")
    shown = run("tag", option, str(model), text=TEXT)
    assert shown.returncode == 1
    assert problem in shown.stderr
    assert shown.stderr.count("\n") == 1
