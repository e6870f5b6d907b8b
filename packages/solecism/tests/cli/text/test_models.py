"""`solecism models`: the networks that find errors, installed or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from installed_networks import install_only
from solecism.cli.text.read_text import models_command
from solecism.detect.network.model import NONE_INSTALLED
from solecism.detect.registry import NETWORKS, OPEN, SMALL, measured_point


def run(*arguments: str) -> Result:
    return CliRunner().invoke(models_command, arguments, catch_exceptions=False)


def test_the_one_that_check_uses_has_a_star(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path, SMALL, OPEN, content=b"0" * 5_000_000)
    shown = run()
    rows = [line.split("\t") for line in shown.stdout.splitlines()[2:] if line]
    assert [row[0] for row in rows] == ["large", "cascade *", "open"]
    assert [row[2] for row in rows] == ["not installed", "5 MB", "5 MB"]
    assert shown.stderr == ""


def test_both_of_which_check_uses_the_mean_have_a_star(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path, *NETWORKS)
    rows = json.loads(run("--json").stdout)["networks"]
    assert [row["default"] for row in rows] == [True, True, False]


def test_licences_and_figures_are_those_of_the_distributions() -> None:
    rows = json.loads(run("--json").stdout)["networks"]
    assert [row["detector"] for row in rows] == [each.detector for each in NETWORKS]
    for row, network in zip(rows, NETWORKS, strict=True):
        point = measured_point(network.measured_as, "teacher")
        assert point is not None
        assert (row["found"], row["right"]) == (point.places_found, point.places_right)
        assert row["licence"] == (network.licence or None)
        assert row["installed"] == (network.path is not None)
        assert row["install"] == f"pip install ./{network.folder}"


def test_those_for_research_only_say_so() -> None:
    rows = json.loads(run("--json").stdout)["networks"]
    for row in rows:
        assert ("research" in row["purpose"]) == (row["detector"] != "open")
        if row["licence"]:
            assert ("Research" in row["licence"]) == (row["detector"] != "open")


def test_without_any_a_line_says_how_to_install_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path)
    shown = run()
    assert shown.exit_code == 0
    assert shown.stdout.count("not installed") == len(NETWORKS)
    assert "*" not in shown.stdout
    assert shown.stderr == f"solecism: {NONE_INSTALLED}\n"
