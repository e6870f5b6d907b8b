"""`solecism compare SOURCE HYPOTHESIS... --m2` as people call it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring_files import call, call_json
from solecism.errors import InputError
from solecism.system.installation import EXAMPLES

FOLDER = EXAMPLES / "ranking"
REFERENCE = FOLDER / "annotated.m2"
OUTPUTS = [FOLDER / f"{name}.txt" for name in ("bold", "careful", "fluent")]
FEW = ("--draws", "200")


def compare(*options: str) -> list[str | Path]:
    # The source of annotated text is that text itself.
    return ["compare", REFERENCE, *OUTPUTS, "--m2", REFERENCE, *FEW, *options]


def test_every_pair_of_systems_is_compared() -> None:
    found = call_json(*compare("--reference", "errant"))
    assert re.fullmatch(
        r"compare-edits\|files:annotated\.m2@\w{12}\+bold\.txt@\w{12}\+careful\.txt@\w{12}\+"
        r"fluent\.txt@\w{12}\|m2:annotated\.m2@\w{12}\|beta:0\.5\|document:-\|draws:200\|"
        r"level:0\.95\|matching:correction\|measure:F\|reference:errant\|seed:0\|"
        r"n_annotators:4\|n_sentences:10\|models:.*",
        found["signature"],
    )
    rows = found["result"]["differences"]
    assert [(row["first_system"], row["second_system"]) for row in rows] == [
        ("bold", "careful"),
        ("bold", "fluent"),
        ("careful", "fluent"),
    ]
    assert [round(row["value"], 4) for row in rows] == [-0.0852, 0.461, 0.5462]
    assert all(row["p_value"] <= row["p_holm"] <= 1 for row in rows)


def test_three_systems_are_shown_as_a_matrix_in_every_format() -> None:
    text = call(*compare("--reference", "errant")).stdout
    assert "# F0.5, reference errant, matching correction: row minus column" in text
    assert "\nbold\t0.8523\t\t-0.0852\t+0.4610*\n" in text
    assert "p (Holm) is corrected for the 3 pairs of systems" in text
    latex = call(*compare("--reference", "errant", "--format", "latex")).stdout
    assert "bold & 0.8523 &  & -0.0852 & +0.4610* \\\\" in latex
    assert latex.splitlines()[-1].startswith("% compare-edits|")
    assert "| bold | 0.8523 |  | -0.0852 |" in call(*compare("--format", "markdown")).stdout
    assert "\nbold,0.8523,,-0.0852," in call(*compare("--format", "csv")).stdout


@pytest.mark.figures
def test_the_differences_are_drawn_in_two_widths(tmp_path: Path) -> None:
    assert call(*compare("--figures", str(tmp_path / "figures"))).exit_code == 0
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        "edit-differences.csv",
        *(
            f"edit-differences{width}.{ending}"
            for width in ("", "-column")
            for ending in ("pdf", "svg", "png")
        ),
    }


def test_measures_matching_and_beta_can_be_chosen() -> None:
    options = ("--measure", "recall", "--measure", "F", "--matching", "span", "--beta", "2")
    found = call_json(*compare("--reference", "all", *options))["result"]
    assert [row["name"] for row in found["differences"]] == ["recall"] * 3 + ["F2"] * 3
    assert found["matching"] == "span"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("a", "b"), "Give FLAGS FLAGS2 JUDGMENTS"),
        (("a", "b", "c", "--beta", "1"), "--beta is for SOURCE HYPOTHESIS"),
        (("a", "b", "c", "--measure", "F"), "--measure is for SOURCE HYPOTHESIS"),
        (("a", "--m2", "b"), "at least two systems"),
        (("a", "b", "--m2", "c", "--kind", "number"), "--kind is for FLAGS"),
    ],
)
def test_options_of_the_other_comparison_are_a_usage_error(
    arguments: tuple[str, ...], problem: str
) -> None:
    result = call("compare", *arguments)
    assert result.exit_code == 2
    assert problem in result.output


def test_one_system_cannot_be_compared() -> None:
    result = call("compare", REFERENCE, OUTPUTS[0], "--m2", REFERENCE)
    assert isinstance(result.exception, InputError)
    assert "there is one system only, bold" in str(result.exception)


def test_published_systems_are_compared_by_errants_own_edits(shared_data: Path) -> None:
    folder = shared_data / "systems" / "errant"
    names = ("CTC-Copy", "GECToR-2024", "T5-11B")
    references = [shared_data / "learner" / "wi" / f"{part}.dev.m2" for part in "ABCN"]
    source = shared_data / "systems" / "wi-dev" / "SOURCE.txt"
    files = [folder / f"wi-dev.{name}.m2.xz" for name in names]
    options = [option for path in references for option in ("--m2", path)]
    shown = call("compare", source, *files, *options).stdout.splitlines()
    # The figures are those of tables.txt there; ERRANT itself has no p-values.
    assert shown[2].startswith("wi-dev.CTC-Copy\t0.5263\t")
    assert shown[3].startswith("wi-dev.GECToR-2024\t0.5612\t+0.0349*\t\t-0.0259*")
    assert shown[4].startswith("wi-dev.T5-11B\t0.5871\t")
