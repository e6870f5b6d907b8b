"""`solecism tree`, as people call it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from solecism.cli.main import cli
from solecism.errors import InputError
from solecism.formats import files, jsonl
from solecism.sentence import Sentence, from_words
from solecism.tree import NOTHING, Leaf, Tree

TREEBANK = "(S (NP (PRP I)) (VP (VBP go))) (S (NP (PRP I) (VBP go)))\n(S (NP (PRP We)))\n"


@pytest.fixture
def treebank(tmp_path: Path) -> str:
    path = tmp_path / "small.mrg"
    path.write_text(TREEBANK)
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["tree", *arguments])


def test_every_sentence_is_shown_with_its_first_tree(treebank: str) -> None:
    assert run(treebank).output == (
        "small.1  I go\nS\n├─ NP  I/PRP\n└─ VP  go/VBP\n\nsmall.2  We\nS\n└─ NP  We/PRP\n\n"
    )


def test_one_sentence_is_shown_with_all_its_golds(treebank: str) -> None:
    shown = run(treebank, "--id", "small.1", "--golds").output
    assert shown.endswith("S\n└─ NP  I/PRP go/VBP\n\n")
    assert "We" not in shown


def test_a_sentence_is_drawn(treebank: str, tmp_path: Path) -> None:
    result = run(treebank, "--id", "small.2", "--svg", str(tmp_path / "tree.svg"))
    assert (result.exit_code, result.output) == (0, "")
    root = ElementTree.parse(tmp_path / "tree.svg").getroot()
    assert "".join(root.itertext()).count("We") == 2


def test_a_tree_with_errors_is_shown_from_json_lines(tmp_path: Path) -> None:
    tree = Tree("S", (Leaf("PRP", "I"), Leaf("TO", "to", None, NOTHING)))
    sentence = Sentence("a.1", "I to", ("I", "to"), (0, 2), trees=(tree,))
    files.write_text(str(tmp_path / "a.jsonl"), jsonl.format([sentence]))
    assert run(str(tmp_path / "a.jsonl")).output == "a.1  I to\nS  I/PRP [∅→to]/TO\n\n"


def test_what_cannot_be_shown_is_said(treebank: str, tmp_path: Path) -> None:
    result = run(treebank, "--id", "small.9")
    assert isinstance(result.exception, InputError)
    assert "has no sentence 'small.9'" in str(result.exception)
    files.write_text(str(tmp_path / "a.jsonl"), jsonl.format([from_words("a.1", ["Hi"])]))
    result = run(str(tmp_path / "a.jsonl"))
    assert isinstance(result.exception, InputError)
    assert "a.1: has no tree to show" in str(result.exception)
