"""`solecism select` with a network of random weights, alone and beside the light path."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring_files import call, call_json
from solecism.cli.measure import select
from solecism.detect.network.tuning import untuned
from strong_models import random_bytes

TEXT = "The capital of France depends on tourists. We wait for the bus.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a little native text, and a network that defers to the light path."""
    (tmp_path / "native.txt").write_text(TEXT, encoding="utf-8")
    model = random_bytes(replace(untuned(), selection=(0.0, 1.0)))
    (tmp_path / "random.onnx").write_bytes(model)
    return tmp_path


def accuracy(folder: Path, detector: str) -> float:
    """The share of right guesses that the command shows."""
    options = ["--all", "--json", "--detector", detector]
    files = ["--model", str(folder / "random.onnx"), "--native", str(folder / "native.txt")]
    shown = CliRunner().invoke(select.select_command, [*options, *files], catch_exceptions=False)
    figures = json.loads(shown.stdout)
    assert figures["n"] == 3
    assert f"detector:{detector}" in figures["signature"]
    return float(figures["accuracy"])


def test_the_cascade_knows_what_the_network_does_not(folder: Path) -> None:
    assert accuracy(folder, "cascade") == 1
    assert accuracy(folder, "strong") < 1


def test_guesses_at_blanks_are_judgments_of_two_more_raters(folder: Path) -> None:
    items, guesses = str(folder / "blanks.jsonl"), str(folder / "guesses.jsonl")
    drawn = call("sample", "cloze", folder / "native.txt", items, "-n", "2", "--seed", "3")
    assert drawn.exit_code == 0
    options = ("--items", items, "--detector", "maxent", "--predictions", guesses)
    assert call_json("select", *options)["n"] == 2
    judgments = [json.loads(line) for line in Path(guesses).read_text("utf-8").splitlines()]
    sites = [json.loads(line)["id"] for line in Path(items).read_text("utf-8").splitlines()]
    assert sorted({each["site"] for each in judgments}) == sorted(sites)
    assert [each["rater"] for each in judgments] == ["writer", "maxent"] * 2
    words = {json.loads(line)["text"] for line in Path(items).read_text("utf-8").splitlines()}
    assert {each["answer"] for each in judgments if each["rater"] == "writer"} == words


def test_text_or_items_are_needed(folder: Path) -> None:
    assert "either --native or --items" in call("select").stderr
