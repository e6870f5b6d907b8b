"""`solecism parseval` as people call it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scoring_files import call, call_json
from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.formats import jsonl, penn

GOLD = """\
(S (NP (PRP We)) (VP (VBP wait) (PP (IN for) (NP (PRP it)))) (. .))
(S (NP (NN tea)) (VP (VBZ helps)))
"""
PARSED = """\
(S (NP (PRP We)) (VP (VBP wait) (PP (IN for)) (NP (PRP it))) (. .))
(S (NP (NN tea)) (VP (VBZ helps)))
"""


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    """Gold trees and a parse of them."""
    gold, parsed = tmp_path / "gold.mrg", tmp_path / "parsed.mrg"
    gold.write_text(GOLD)
    parsed.write_text(PARSED)
    return gold, parsed


def test_figures_are_the_same_with_and_without_lineages(paths: tuple[Path, Path]) -> None:
    slow = call_json("parseval", *paths, "--seed", "3")
    fast = call_json("parseval", *paths, "--seed", "3", "--no-leaf-ancestor")
    for name, figure in slow["parses"][0]["groups"]["all"]["figures"].items():
        if name == "leaf-ancestor":
            assert 0.9 < figure["value"] < 1
        else:
            assert figure == fast["parses"][0]["groups"]["all"]["figures"][name]
    assert slow["parses"][0]["groups"]["all"]["figures"]["F1"]["value"] == 14 / 16


def test_each_sentence_is_shown(paths: tuple[Path, Path]) -> None:
    shown = call("parseval", *paths, "--sentences").stdout
    assert "\ngold.1\t4\t5\t5\t0\t4\t4\t5\t\n" in shown
    found = call_json("parseval", *paths, "--sentences")["parses"][0]["sentences"]
    assert [one["matched"] for one in found] == [4, 3]


def test_two_parses_are_compared(paths: tuple[Path, Path]) -> None:
    gold, parsed = paths
    found = call_json("parseval", gold, gold, parsed, "--draws", "50")["differences"]["all"]
    row = next(one for one in found if one["name"] == "F1")
    assert (row["first"], row["second"]) == (1, 14 / 16)
    assert f"# {gold} minus {parsed}: all" in call("parseval", gold, gold, parsed).stdout


def test_sentences_with_edits_are_grouped_by_error(paths: tuple[Path, Path]) -> None:
    gold, parsed = paths
    first, second = penn.parse(GOLD.splitlines(), document="gold", file="gold")
    edit = Edit(2, ("for",), ("on",), "R:PREP", comment="real-word")
    marked = gold.with_suffix(".jsonl")
    annotated = replace(first, annotations=(Annotation("0", (edit,)),))
    marked.write_text("".join(jsonl.format([annotated, second])))
    groups = call_json("parseval", marked, parsed)["parses"][0]["groups"]
    assert {name: one["n_sentences"] for name, one in groups.items()} == {
        "all": 2,
        "up to 40 words": 2,
        "real-word": 1,
        "no error": 1,
    }
    assert "by type of error" in call("parseval", marked, parsed).stdout


def test_a_failed_parse_is_told_and_left_out_if_strict(paths: tuple[Path, Path]) -> None:
    gold, parsed = paths
    parsed.write_text("(())\n" + PARSED.splitlines()[1] + "\n")
    assert (
        "1 parses failed: their gold phrases were not found."
        in call("parseval", gold, parsed).stdout
    )
    for option in ("--leaf-ancestor", "--no-leaf-ancestor"):
        found = call_json("parseval", gold, parsed, "--strict", option)
        whole = found["parses"][0]["groups"]["all"]
        assert (whole["n_left_out"], whole["figures"]["recall"]["value"]) == (1, 1)


def test_parameters_of_evalb_say_what_counts(paths: tuple[Path, Path], tmp_path: Path) -> None:
    parameters = tmp_path / "my.prm"
    parameters.write_text("LABELED 1\nDELETE_LABEL PP\nDELETE_LABEL .\nCUTOFF_LEN 3\n")
    groups = call_json("parseval", *paths, "--parameters", parameters)["parses"][0]["groups"]
    assert groups["all"]["figures"]["F1"]["value"] == 1
    assert groups["up to 3 words"]["n_sentences"] == 1


def test_other_words_are_one_line(paths: tuple[Path, Path]) -> None:
    paths[1].write_text(PARSED.replace("tea", "milk"))
    for option in ("--leaf-ancestor", "--no-leaf-ancestor"):
        error = call("parseval", *paths, option).exception
        assert isinstance(error, InputError)
        assert "gold.2: the gold tree has 'tea' where the parse has 'milk'" in str(error)
