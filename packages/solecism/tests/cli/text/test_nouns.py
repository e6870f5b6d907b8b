"""`solecism nouns`, `train nouns`, `sample nouns` and `constructions`, from text to measures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import EXAMPLES
from solecism.cli.main import cli

QUARRY = str(EXAMPLES / "quarry.txt")
TEXT = "A dog saw the dogs. Dogs like a dog. The dog slept. Water is cold. Dogs met Rex.\n"
SMALL = ("--size", "3", "--each", "1", "--least", "3", "--times", "1")


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=input, catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nouns_are_shown_with_shares_and_entropy() -> None:
    lines = run("nouns", "markets", "xyzzy").stdout.splitlines()
    assert lines[1].split("\t")[0] == "noun"
    market, unknown = (line.split("\t") for line in lines[2:4])
    assert market[0] == "market"
    assert sum(map(float, market[2:7])) == pytest.approx(1, abs=0.003)
    assert unknown[:2] == ["xyzzy", "0"]


def test_a_text_of_ones_own_is_counted(folder: Path) -> None:
    (folder / "dogs.txt").write_text(TEXT)
    found = json.loads(run("nouns", "dog", "--corpus", "dogs.txt", "--json").stdout)
    [dog] = found["result"]["nouns"]
    assert dog["times"] == 6
    assert dog["null plural"] == dog["a singular"] == pytest.approx(1 / 3)
    assert found["signature"].startswith("nouns|corpus:dogs.txt")


def test_all_nouns_stand_beside_the_table_of_the_paper(folder: Path) -> None:
    (folder / "dogs.txt").write_text(TEXT)
    lines = run("nouns", "--corpus", "dogs.txt", "--least", "1").stdout.splitlines()
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in lines[2:5]}
    assert rows["open"][0] == "7"
    assert rows["open and names"][0] == "8"
    assert rows["paper"][1:] == ["0.425", "0.114", "0.227", "0.176", "0.057", "2.045"]


def test_a_table_that_was_trained_is_shown(folder: Path) -> None:
    (folder / "dogs.txt").write_text(TEXT)
    made = run("train", "nouns", "dogs.txt", "--least", "1", "--out", "nouns.npz")
    assert made.stderr.startswith("2 nouns; 7 of ")
    assert "dog\t6" in run("nouns", "dog", "--table", "nouns.npz").stdout


def test_two_sources_of_counts_are_one_too_many(folder: Path) -> None:
    result = CliRunner().invoke(cli, ["nouns", "--table", "a.npz", "--corpus", "b.txt"])
    assert "give one of them" in str(result.exception)


def test_a_sample_becomes_a_study_whose_judgments_are_measured(folder: Path) -> None:
    sample = run("sample", "nouns", QUARRY, *SMALL, "--key", "key.jsonl")
    assert " nouns: " in sample.stderr
    made = run(
        *("study", "new", "stones", "-", "--task", "article-number", "-n", "2", "--delay", "0"),
        input=sample.stdout,
    )
    n_items = len((folder / "key.jsonl").read_text().splitlines())
    assert f"{n_items} items" in made.stderr
    run("study", "simulate", "stones", "--raters", "2", "--careless", "0")
    run("study", "export", "stones", "judgments.jsonl")
    found = json.loads(run("constructions", "judgments.jsonl", "key.jsonl", "--json").stdout)
    contrasts = {each["name"] for each in found["result"]["contrasts"]}
    assert "stage" in contrasts
    assert len(contrasts) == 4
    shown = run("constructions", "judgments.jsonl", "key.jsonl").stdout
    assert "# Best together" in shown
    assert "paired" in shown


def test_documents_in_one_file_are_told_apart(folder: Path) -> None:
    story = "They heard a market at night. We saw the market at once. The markets were closed.\n"
    (folder / "many.txt").write_text(f"{story}\n{story}\n")
    run("sample", "nouns", "many.txt", *SMALL, "--documents", "--key", "key.jsonl")
    sites = [json.loads(line)["site"] for line in (folder / "key.jsonl").read_text().splitlines()]
    assert {site.split(".")[1] for site in sites} <= {"1", "2"}
    assert sites


def test_sites_and_plain_text_come_through_a_pipe_too(folder: Path) -> None:
    site = (
        '{"sentence":"a.1","start":2,"end":3,"kind":"preposition","text":"of",'
        '"context":"It depends of you ."}\n'
    )
    made = run("study", "new", "one", "-", "--task", "extraneous", input=site)
    assert "1 items" in made.stderr
    made = run("study", "new", "two", "-", "--task", "usage", input="It depends of you.\n")
    assert "1 items" in made.stderr
