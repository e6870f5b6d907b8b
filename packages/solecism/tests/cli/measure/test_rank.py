"""`solecism rank` as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring_files import call, call_json
from solecism.errors import InputError
from solecism.system.installation import EXAMPLES

FOLDER = EXAMPLES / "ranking"
RANKINGS = str(FOLDER / "rankings.jsonl")
OUTPUTS = [str(path) for path in sorted(FOLDER.glob("*.txt"))]
M2 = ["--m2", str(FOLDER / "annotated.m2")]
FEW = ["--draws", "50"]
ENDINGS = ("pdf", "svg", "png")


def test_people_alone() -> None:
    shown = call("rank", RANKINGS, *FEW).stdout
    assert "# People's ranking" in shown
    assert (
        "20 rankings of 10 sentences by 2 raters. The intervals hold for other sentences." in shown
    )
    assert "# Scores" not in shown


def test_scores_beside_people() -> None:
    found = call_json("rank", RANKINGS, *OUTPUTS, *M2, *FEW, "--leave-out", "unchanged")
    result = found["result"]
    assert {one["name"] for one in result["systems"]} == {Path(path).stem for path in OUTPUTS}
    assert len(result["scores"]) == 9
    assert [len(one["systems"]) for one in result["correlations"]] == [5, 4] * 9
    gain = result["correlations"][0]["figures"]
    assert list(gain) == ["Pearson", "Spearman", "Kendall", "pairs", "sentences"]
    assert all(figure["value"] is not None for figure in gain.values())


def test_one_seed_one_result_whatever_the_order_of_the_files() -> None:
    arguments = [*M2, *FEW, "--score", "gain", "--resample", "sentences", "--resample", "raters"]
    one = call("rank", RANKINGS, *OUTPUTS, *arguments).stdout
    assert call("rank", RANKINGS, *OUTPUTS[::-1], *arguments).stdout == one
    assert "hold for other sentences and raters" in one


def test_windows_trueskill_and_the_number_of_annotators() -> None:
    extras = ["--window", "3", "--trueskill", "--by-annotators", "--resample", "systems"]
    found = call_json("rank", RANKINGS, *OUTPUTS, *M2, *FEW, "--score", "gain", *extras)["result"]
    assert [one["n_windows"] for one in found["windows"]] == [3]
    skills = {one["name"]: one["trueskill"]["value"] for one in found["systems"]}
    assert skills["fluent"] > skills["unchanged"] > skills["clumsy"]
    points = {(one["score"], one["measure"], one["n_annotators"]) for one in found["curve"]}
    assert len(points) == 3 * 2 * 4
    whole = next(one for one in found["curve"] if one["n_annotators"] == 4)
    pearson = found["correlations"][0]["figures"]["Pearson"]
    assert whole["mean"] == pytest.approx(pearson["value"])
    assert whole["n_subsets"] == 1
    # Only what depends on the systems that were drawn has an interval.
    figures = found["correlations"][0]["figures"]
    assert figures["Pearson"]["interval"]["low"] < figures["Pearson"]["interval"]["high"]
    assert figures["sentences"]["interval"]["low"] is None
    assert found["systems"][0]["expected_wins"]["interval"]["low"] is None


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([*OUTPUTS, *M2, "--leave-out", "nobody"], "'nobody' cannot be left out"),
        ([*OUTPUTS[:2], *M2], "2 of the ranked systems have an output"),
        ([*OUTPUTS, *OUTPUTS[:1], *M2], "not the only output called 'bold'"),
        ([*OUTPUTS, *M2, "--window", "9"], "a window of 9 of 5 systems"),
        ([*OUTPUTS, *M2, "--leave-out", "bold,fluent,clumsy"], "2 systems are left"),
    ],
)
def test_what_cannot_be_measured_is_said(arguments: list[str], problem: str) -> None:
    error = call("rank", RANKINGS, *FEW, *arguments).exception
    assert isinstance(error, InputError)
    assert problem in str(error)


def test_outputs_need_annotations() -> None:
    assert call("rank", RANKINGS, *OUTPUTS).exit_code == 2


@pytest.mark.figures
def test_figures_are_written_in_two_widths(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "figures"
    shown = call("rank", RANKINGS, *FEW, "--figures", folder)
    assert shown.exit_code == 0
    assert {path.name for path in folder.iterdir()} == {
        "expected-wins.csv",
        *(f"expected-wins{width}.{ending}" for width in ("", "-column") for ending in ENDINGS),
    }
    assert shown.stdout == call("rank", RANKINGS, *FEW).stdout


def test_a_folder_that_cannot_be_made_is_told_first(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = call("rank", tmp_path / "nothing.jsonl", "--figures", tmp_path / "file" / "figures")
    assert "cannot be a folder" in str(result.exception)
