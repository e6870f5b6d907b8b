"""`solecism compare` as people call it."""

from __future__ import annotations

from pathlib import Path

from scoring_files import SITES, call, call_json, write, write_flags, write_judgments
from solecism.errors import InputError
from solecism.site import Flag


def test_two_systems_on_the_same_judgments(tmp_path: Path) -> None:
    first, second = write_flags(tmp_path / "a"), write_flags(tmp_path / "b", every=3, system="you")
    judgments = write_judgments(tmp_path / "j")
    found = call_json("compare", first, second, judgments, "--draws", "200", "--seed", "3")
    assert "|draws:200|" in found["signature"]
    assert (found["result"]["first"], found["result"]["second"]) == ("me", "you")
    assert found["result"]["decisive"]["n_judgments"] == 48
    shown = call("compare", first, second, judgments, "--draws", "200").stdout
    assert "# me minus you" in shown
    assert "differ at 8 of 16 sites, so that 24 of 48 judgments (50.0%) decide." in shown


def test_one_seed_one_result(tmp_path: Path) -> None:
    first, second = write_flags(tmp_path / "a"), write_flags(tmp_path / "b", every=3)
    arguments = (first, second, write_judgments(tmp_path / "j"), "--draws", "200", "--seed", "3")
    assert call("compare", *arguments).stdout == call("compare", *arguments).stdout


def test_systems_of_equal_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    first, second = write_flags(tmp_path / "a"), write_flags(tmp_path / "b", every=3)
    found = call_json("compare", first, second, write_judgments(tmp_path / "j"), "--draws", "50")
    assert (found["result"]["first"], found["result"]["second"]) == (
        f"me ({first})",
        f"me ({second})",
    )


def test_systems_of_one_file_are_named(tmp_path: Path) -> None:
    both = [Flag(site, name, n % 2 == 0) for n, site in enumerate(SITES) for name in ("me", "you")]
    path, judgments = write(tmp_path / "f", both), write_judgments(tmp_path / "j")
    assert "several systems" in str(call("compare", path, path, judgments).exception)
    result = call("compare", path, path, judgments, "--systems", "me", "you", "--draws", "50")
    assert "McNemar mid-p not defined" in result.stdout


def test_different_corpora_are_compared_by_bin(tmp_path: Path) -> None:
    first, second = write_flags(tmp_path / "a"), write_flags(tmp_path / "b", every=3, system="you")
    judgments = write_judgments(tmp_path / "j"), write_judgments(tmp_path / "k", n_errors=9)
    found = call_json("compare", first, second, *judgments, "--kind", "preposition")
    assert [row["name"] for row in found["result"]] == ["50-75%", "75-90%", "90-100%"]
    assert "# Kappa of me minus kappa of you" in call("compare", first, second, *judgments).stdout


def test_systems_with_disjoint_sites_are_one_line(tmp_path: Path) -> None:
    first = write_flags(tmp_path / "a")
    second = write(tmp_path / "b", [Flag("e.1:0-1:preposition", "you", True)])
    result = call("compare", first, second, write_judgments(tmp_path / "j"))
    assert isinstance(result.exception, InputError)
    assert "no flag of you is at a judged site" in str(result.exception)
