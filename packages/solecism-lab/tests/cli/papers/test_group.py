"""`solecism papers` as people call it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import toy_parser
from places import EXAMPLES
from scoring_files import call
from solecism.errors import InputError
from solecism_lab.papers.treebanks import parsers, rerank, score_lines
from solecism_lab.papers.treebanks.error_sets import TrainingSet

SMALL = ("--dev", "5", "--test", "20")
ONE = (*SMALL, "--seeds", "1", "--part", "robustness")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bundled treebank, and a parser that is trained in no time."""
    monkeypatch.setattr(parsers, "trainer_of", lambda name, **_: toy_parser.train_toy)
    monkeypatch.setattr(score_lines, "N_DRAWS", 100)
    monkeypatch.setattr(rerank, "N_PER_HALF", 10)
    return toy_parser.TREEBANK


@pytest.mark.slow
def test_all_tables_are_beside_the_papers(toy: Path, tmp_path: Path) -> None:
    page = tmp_path / "treebanks.html"
    options = (*SMALL, "--seeds", "1", "--parser", "grammar", "-o", page)
    shown = call("papers", "treebanks", "--trees", toy, *options).stdout
    lines = [line.split("\t") for line in shown.splitlines()]
    robust = next(line for line in lines if line[:2] == ["grammar", "real-word"])
    assert robust[6:10] == ["−6.300", "−7.600", "79.600", "83.700"]
    retrained = next(line for line in lines if line[:3] == ["grammar", "both", "one-error"])
    assert retrained[7:11] == ["1.700", "1.600", "82.700", "88.100"]
    assert any(line[:3] == ["grammar", "both", "bundled detector"] for line in lines)
    assert any(line[:4] == ["grammar", "both", "reranked", "one-error"] for line in lines)
    assert any(line[0] == "agreement errors harm least" for line in lines)
    assert ["grammar", "subject-verb"] in [line[:2] for line in lines]
    signature = shown.splitlines()[-1]
    assert signature.startswith("papers-treebanks|")
    assert "|sites:all|" in signature
    html = page.read_text(encoding="utf-8")
    assert "Table 5" in html
    assert html.count("<svg") == 2


def test_a_part_has_its_tables_only(toy: Path) -> None:
    found = robustness(toy)
    names = [section["name"] for section in found["sections"]]
    assert names == ["table-2", "table-3", "subtypes", "claims"]
    rows = found["sections"][0]["tables"][0]["rows"]
    assert [row[:2] for row in rows[:2]] == [["grammar", "grammatical"], ["grammar", "one-error"]]


def test_sites_are_in_the_signature(toy: Path) -> None:
    assert "|sites:highest|" in robustness(toy, "--sites", "highest")["signature"]


def test_a_command_takes_part(toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(score_lines, "N_DRAWS", 100)
    script = tmp_path / "flat.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('( (S ' + ' '.join(f'(NN {word})' for word in line.split()) + '))')\n"
    )
    found = robustness(toy, "--command", f"{sys.executable} {script}")
    rows = found["sections"][0]["tables"][0]["rows"]
    assert [row[0] for row in rows] == ["command"] * 3
    assert 0 < rows[0][2] < 50
    assert "side-by-side" not in [section["name"] for section in found["sections"]]
    result = call("papers", "treebanks", "--trees", toy, "--train-command", "train {trees}")
    assert result.exit_code == 2
    assert "--train-command needs --command" in result.stderr


def test_learners_sentences_are_parsed_as_written_and_as_corrected(toy: Path) -> None:
    annotations = toy.parent / "annotations"
    found = robustness(toy, "--learners", annotations, "--learner-sentences", "60")
    section = next(each for each in found["sections"] if each["name"] == "real-errors")
    rows = section["tables"][0]["rows"]
    assert section["tables"][0]["columns"][:4] == ["parser", "trained on", "change from", "set"]
    assert rows[0][3] == "as corrected"
    assert {row[3] for row in rows} >= {"one error", "missing-word"}
    assert section["simulated"] == ""


def test_a_run_goes_on_with_more_seeds(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = ("--work", tmp_path / "work", "--seed", "1", "--seeds")
    first = robustness(toy, *work, "1")
    monkeypatch.setattr(parsers, "trainer_of", lambda name, **_: only_of_seed_2)
    second = robustness(toy, *work, "2")
    monkeypatch.setattr(parsers, "trainer_of", None)
    with pytest.raises(TypeError):
        robustness(toy, *work, "2", "--sites", "lowest")
    assert first["sections"][0]["tables"][0]["rows"] != second["sections"][0]["tables"][0]["rows"]


def only_of_seed_2(training_sets: Sequence[TrainingSet], *, seed: int) -> toy_parser.ToyParser:
    assert seed == 2
    return toy_parser.train_toy(training_sets, seed=seed)


def robustness(trees: Path, *options: str | Path) -> Any:
    """The part robustness, as JSON."""
    result = call("papers", "treebanks", "--trees", trees, *ONE, *options, "--json")
    if result.exception is not None and result.exit_code:
        raise result.exception
    return json.loads(result.stdout)


def test_a_folder_is_read_in_the_order_of_its_names(toy: Path, tmp_path: Path) -> None:
    lines = toy.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "b.mrg").write_text("".join(lines[40:]), encoding="utf-8")
    (tmp_path / "a.mrg").write_text("".join(lines[:40]), encoding="utf-8")
    one, other = (
        robustness(path)["sections"][0]["tables"][0]["rows"][0] for path in (toy, tmp_path)
    )
    assert one == other


def test_too_few_trees_and_an_empty_folder_are_one_line(toy: Path, tmp_path: Path) -> None:
    error = call("papers", "treebanks", "--trees", toy).exception
    assert isinstance(error, InputError)
    assert "75 trees are too few to choose on 105 and test on 413" in str(error)
    result = call("papers", "treebanks", "--trees", tmp_path)
    assert result.exit_code == 2
    assert "has no file in .mrg" in result.stderr


def test_papers_run_again_from_their_signatures(toy: Path, tmp_path: Path) -> None:
    """Also with folders, which are put together again from files that have other names by then."""
    (tmp_path / "trees").mkdir()
    copy = tmp_path / "trees" / "all.mrg"
    copy.write_bytes(toy.read_bytes())
    learners = EXAMPLES / "annotations" / "landlord.m2"
    arguments = ("papers", "treebanks", "--trees", copy.parent, "--learners", learners, *ONE)
    earlier = tmp_path / "earlier.json"
    earlier.write_text(call(*arguments, "--learner-sentences", "3", "--json").stdout, "utf-8")
    signature = json.loads(earlier.read_text("utf-8"))["signature"]
    assert "|trees:trees/all.mrg@" in signature
    shown = call("verify", earlier, toy, learners)
    assert (shown.exit_code, shown.stdout[:5]) == (0, "Same:"), shown.output
    other = signature.replace("|command:-|", "|command:cat%20%3E%20/tmp/x|")
    refused = call("verify", other, toy, learners)
    assert (refused.exit_code, "names a program to run" in refused.output) == (2, True)


def test_the_page_of_a_paper_runs_again_from_its_signature(tmp_path: Path) -> None:
    page, judgments = tmp_path / "turk.html", EXAMPLES / "judgments.simulated.jsonl"
    experts = ("--experts", "rater1,rater2,rater3")
    text = call("papers", "turk", "--detection", judgments, *experts, "-o", page).stdout
    shown = call("verify", text.splitlines()[-1], judgments)
    assert (shown.exit_code, shown.stdout) == (0, text)
    printed = tmp_path / "turk.txt"
    printed.write_text(text, "utf-8")
    assert call("verify", printed, judgments).exit_code == 0
    shown = call("verify", page, judgments)
    assert (shown.exit_code, shown.stdout[:5]) == (0, "Same:"), shown.output
