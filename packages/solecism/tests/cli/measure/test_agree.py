"""`solecism agree` as people call it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import EXAMPLES
from shell import run
from solecism.cli.measure.agree import agree_command
from solecism.errors import InputError

Line = Mapping[str, object]
EXAMPLE = EXAMPLES / "judgments.simulated.jsonl"


def agree(*options: str, path: Path = EXAMPLE) -> Result:
    return CliRunner().invoke(agree_command, [*options, str(path)], catch_exceptions=False)


def rows(output: str, title: str) -> list[dict[str, str]]:
    """The rows of the table with this title."""
    lines = output.split(f"# {title}\n")[1].split("\n\n")[0].splitlines()
    columns = lines[0].split("\t")
    return [dict(zip(columns, line.split("\t"), strict=True)) for line in lines[1:]]


def write(path: Path, *judgments: Line) -> Path:
    path.write_text("".join(json.dumps(judgment) + "\n" for judgment in judgments), "utf-8")
    return path


def test_the_usual_measures_are_shown() -> None:
    found = rows(agree().output, "Agreement")
    assert [row["measure"] for row in found] == [
        "observed",
        "mean pairwise cohen",
        "fleiss",
        "alpha",
        "ac1",
    ]
    assert all(float(row["SE"]) > 0 for row in found)


def test_json_has_the_same_figures_and_a_signature() -> None:
    shown = rows(agree("--measure", "alpha").output, "Agreement")
    exact = json.loads(agree("--measure", "alpha", "--json").output)
    value = exact["result"]["agreements"][0]["agreement"]["value"]
    assert f"{value:.3f}" == shown[0]["value"]
    assert exact["signature"].startswith("agree|judgments:judgments.simulated.jsonl@")
    assert "|measure:alpha|" in exact["signature"]
    assert "|seed:0|" in exact["signature"]


def test_parts_have_rows_of_their_own() -> None:
    found = rows(agree("--by", "batch", "--measure", "fleiss").output, "Agreement")
    assert [row["part"] for row in found] == ["1", "2", "3", "all"]


def test_raters_and_control_items_are_shown_on_request() -> None:
    output = agree("--raters").output
    assert len(rows(output, "Raters")) == 8
    assert all(float(row["accuracy"]) > 0.5 for row in rows(output, "Control items"))


def test_reliability_rises_with_the_number_of_raters() -> None:
    output = agree("--reference", "rater3", "--reliability").output
    found = rows(output, "Majority of so many raters, against the reference")
    assert float(found[0]["kappa"]) < float(found[2]["kappa"])
    assert len(rows(output, "Pairs of raters (Cohen's kappa)")) == 7


def test_pairs_come_with_disagreement_rates() -> None:
    output = agree("--pairwise").output
    assert len(rows(output, "Pairs of raters (Cohen's kappa)")) == 28
    assert len(rows(output, "Errors of one rater that the other accepts")) == 56


def test_a_consensus_can_be_read_again(tmp_path: Path) -> None:
    consensus = tmp_path / "consensus.jsonl"
    consensus.write_text(agree("--consensus", "dawid-skene").output, "utf-8")
    (row, *_) = rows(agree("--measure", "ac1", path=consensus).output, "Agreement")
    assert row["note"] == "there is one rater only, dawid-skene"


def test_bootstrap_intervals_depend_on_the_seed_alone() -> None:
    options = ("--measure", "alpha", "--bootstrap", "200", "--json")
    assert agree(*options).output == agree(*options).output
    assert agree(*options).output != agree(*options, "--seed", "1").output


def test_undefined_figures_have_a_note_and_are_null_in_json(tmp_path: Path) -> None:
    path = write(
        tmp_path / "all_ok.jsonl",
        *(
            {"site": f"s{item}", "rater": rater, "answer": "ok"}
            for item in (1, 2)
            for rater in "ab"
        ),
    )
    (row,) = rows(agree("--measure", "cohen", path=path).output, "Agreement")
    assert row["value"] == ""
    assert "all answers are the same" in row["note"]
    exact = json.loads(agree("--measure", "cohen", "--json", path=path).output)
    assert exact["result"]["agreements"][0]["agreement"]["value"] is None


def test_one_item_has_a_note_that_there_is_no_interval(tmp_path: Path) -> None:
    answers = ({"site": "s", "rater": rater, "answer": "ok"} for rater in "ab")
    path = write(tmp_path / "one.jsonl", *answers)
    (row,) = rows(agree("--measure", "observed", path=path).output, "Agreement")
    assert (row["value"], row["interval"]) == ("1.000", "")
    assert "one item" in row["note"]


@pytest.mark.parametrize(
    ("judgments", "options", "problem"),
    [
        ([{"site": "s", "rater": "a", "answer": "ok"}] * 2, [], "rater a answers s twice"),
        ([{"site": "s", "rater": "a", "answer": "hm"}], ["--labels", "ok,error"], "unknown answer"),
        ([{"site": "s", "rater": "a", "answer": "ok"}], ["--reference", "z"], "no rater 'z'"),
        ([{"site": "s", "rater": "a", "answer": "ok"}], ["--reliability"], "needs a reference"),
        ([{"site": "s", "rater": "a", "answer": "ok"}], ["--level", "95"], "level 95"),
        ([{"site": "s", "rater": "a", "answer": 3}], [], ":1:"),
        ([], [], "no judgments"),
    ],
)
def test_bad_input_is_told(
    tmp_path: Path, judgments: list[Line], options: list[str], problem: str
) -> None:
    path = write(tmp_path / "bad.jsonl", *judgments)
    with pytest.raises(InputError, match=problem):
        agree(*options, path=path)


def test_bad_input_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    line = {"site": "s", "rater": "a", "answer": "ok"}
    path = write(tmp_path / "bad.jsonl", line, line)
    done = run("agree", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("solecism: rater a answers s twice. ")
    assert done.stderr.count("\n") == 1


def test_stages_are_compared_in_pairs(tmp_path: Path) -> None:
    path = write(
        tmp_path / "stages.jsonl",
        *(
            {
                "site": f"s{item}",
                "rater": rater,
                "stage": stage,
                "answer": "ok" if same else "error",
            }
            for item in range(20)
            for stage in "12"
            for rater, same in [("a", item % 3), ("b", item % 3 or (stage == "1" and item % 2))]
        ),
    )
    found = rows(agree("--by", "stage", "--measure", "cohen", path=path).output, "Differences")
    assert [row["test"] for row in found] == [
        "independent",
        "independent, chance agreement known",
        "paired, 20 clusters",
    ]
    assert not math.isnan(float(found[1]["p"]))


def test_several_experts_are_references_each_and_on_average() -> None:
    output = agree("--reference", "rater1,rater2,rater3", "--reliability").output
    found = rows(output, "Majority of so many raters, against the reference")
    assert list(dict.fromkeys(row["reference"] for row in found)) == [
        "rater1",
        "rater2",
        "rater3",
        "mean",
    ]
    needed = rows(output, "Raters who match the references")
    assert [(row["answer by"], row["reference"]) for row in needed[:4]] == [
        ("majority", name) for name in ("rater1", "rater2", "rater3", "mean")
    ]
    assert all("[" in row["raters needed"] for row in needed)
    assert {row["answer by"] for row in needed} == {"majority", "dawid-skene"}


def test_agreement_by_kind_of_site_and_messy_contexts_left_out(tmp_path: Path) -> None:
    path = tmp_path / "correctness.jsonl"
    lines = [
        json.dumps({"site": f"d.{n}:1-2:{kind}", "rater": rater, "answer": answer})
        for kind in ("determiner", "number", "preposition")
        for n in range(8)
        for rater, answer in (
            ("ann", ("correct", "incorrect", "too-messy")[n % 3]),
            ("bob", ("correct", "incorrect")[n % 3 % 2]),
        )
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    found = rows(agree("--by", "kind", "--measure", "observed", path=path).output, "Agreement")
    assert [row["part"] for row in found] == ["determiner", "number", "preposition", "all"]
    assert found[0]["value"] == "0.750"
    output = agree("--ignore", "too-messy", "--pairwise", "--measure", "cohen", path=path).output
    assert rows(output, "Agreement")[0]["value"] == "1.000"
    rates = rows(output, "Errors of one rater that the other accepts")
    assert [row["accepted"] for row in rates] == ["0", "0"]
