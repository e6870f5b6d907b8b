"""`solecism papers` as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy_parser
from scoring_files import call, call_json

from solecism.errors import InputError
from solecism.papers.treebanks import lines, parsers

SMALL = ("--dev", "5", "--test", "20", "--seeds", "2")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bundled treebank, and a parser that is trained in no time."""
    monkeypatch.setattr(parsers, "train_bundled", toy_parser.train_toy)
    monkeypatch.setattr(lines, "N_DRAWS", 100)
    return toy_parser.EXAMPLES


def test_all_tables_are_beside_the_papers(toy: Path) -> None:
    shown = call("papers", "treebanks", "--trees", toy, *SMALL).stdout
    lines = [line.split("\t") for line in shown.splitlines()]
    robust = next(line for line in lines if line[0] == "real-word")
    assert robust[-2:] == ["-6.3", "-7.6"]
    assert [line[-2:] for line in lines if line[0] == "one-error"][:2] == [
        ["-4.9", "-4.8"],
        ["+1.2", "+1.4"],
    ]
    assert any(line[:3] == ["both", "likelihood ratio", "one-error"] for line in lines)
    assert any(line[0] == "agreement errors harm least" for line in lines)
    assert shown.splitlines()[-1].startswith("treebanks|chosen:robustness+retraining+two-stage|")


def test_a_part_has_its_tables_only(toy: Path) -> None:
    found = call_json("papers", "treebanks", "--trees", toy, *SMALL, "--part", "robustness")
    assert found["result"]["robustness"][0]["name"] == "one-error"
    assert found["result"]["retraining"] == found["result"]["two_stage"] == []


def test_a_folder_is_read_in_the_order_of_its_names(toy: Path, tmp_path: Path) -> None:
    lines = toy.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "b.mrg").write_text("".join(lines[40:]), encoding="utf-8")
    (tmp_path / "a.mrg").write_text("".join(lines[:40]), encoding="utf-8")
    options = (*SMALL, "--part", "robustness")
    one, other = (
        call_json("papers", "treebanks", "--trees", path, *options)["result"]["grammatical"]
        for path in (toy, tmp_path)
    )
    assert one == other


def test_too_few_trees_and_an_empty_folder_are_one_line(toy: Path, tmp_path: Path) -> None:
    error = call("papers", "treebanks", "--trees", toy).exception
    assert isinstance(error, InputError)
    assert "75 trees are too few to choose on 105 and test on 413" in str(error)
    result = call("papers", "treebanks", "--trees", tmp_path)
    assert result.exit_code == 2
    assert "has no file in .mrg" in result.stderr
