"""What commands print with --json has the form that `solecism schema` says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

import solecism
from places import EXAMPLES
from scoring_files import call, call_json, write
from solecism.agreement.preference import preferences
from solecism.cli.terminal.output_schemas import output_schema
from solecism.cli.terminal.result_tables import _encodable
from solecism.formats import jsonl
from solecism.judgment import Judgment
from solecism.locate.sites import CONSTRUCTIONS
from solecism.signature import Signature
from solecism.site import Site

JUDGMENTS = EXAMPLES / "judgments.simulated.jsonl"
FLAGS = [EXAMPLES / f"flags.{name}.jsonl" for name in "ab"]
RANKING = EXAMPLES / "ranking"
M2 = ("--m2", RANKING / "annotated.m2")
OUTPUTS = [RANKING / f"{name}.txt" for name in ("unchanged", "bold", "careful")]
TREEBANK = EXAMPLES / "treebank.mrg"
SITE = "d.1:1-2:number"


def validated(name: str, content: Any) -> Any:
    jsonschema_rs.validator_for(output_schema(name)).validate(content)
    return content


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("agree", ("agree", JUDGMENTS, "--pairwise", "--raters")),
        ("compare", ("compare", *FLAGS, JUDGMENTS, "--draws", "50")),
        ("compare-edits", ("compare", *OUTPUTS, *M2, "--draws", "50")),
        ("parseval", ("parseval", *[TREEBANK] * 3, "--sentences", "--draws", "50")),
        ("plan", ("plan", "--size", "2000")),
        ("rank", ("rank", RANKING / "rankings.jsonl", *OUTPUTS, *M2, "--draws", "9")),
        ("score", ("score", FLAGS[0], JUDGMENTS, "--stability", "--curve", "--each-rater")),
        ("score-edits", ("score", *OUTPUTS, *M2, "--by", "type")),
        ("score-m2", ("score", FLAGS[0], "--m2", EXAMPLES / "annotations" / "landlord.m2")),
        ("score-references", ("score", *OUTPUTS, "--people", f"four={M2[1]}")),
        ("select", ("select", "--all", "--native", EXAMPLES / "texts" / "library.txt")),
    ],
)
def test_outputs_have_the_form_that_is_promised(name: str, arguments: tuple[Any, ...]) -> None:
    content = validated(name, call_json(*arguments))
    assert content["signature"].partition("|")[0] == name


def test_the_estimate_of_a_sample_has_it_too(tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    drawn = call("sample", FLAGS[1], tmp_path / "items.jsonl", "--key", key, "-n", "150")
    assert drawn.exit_code == 0, drawn.output
    validated("estimate", call_json("estimate", key, JUDGMENTS))


def test_the_estimate_of_covert_errors_has_it_and_can_be_verified(tmp_path: Path) -> None:
    errors, items, key = (tmp_path / name for name in ("errors.m2", "items.jsonl", "key.json"))
    assert call("corrupt", TREEBANK, errors, "--seed", "7").exit_code == 0
    options = ("--key", key, "-n", "5", "--untouched", "10")
    assert call("sample", "covert", errors, items, *options).exit_code == 0
    answers = [
        Judgment(site.id, rater, "error" if number % 3 else "ok")
        for number, site in enumerate(jsonl.read(str(items), Site))
        for rater in ("ann", "bob")
    ]
    judgments = write(tmp_path / "judgments.jsonl", answers)
    content = validated("estimate-covert", call_json("estimate", key, judgments))
    assert {row["kind"] for row in content["covert"]} > {"missing-word"}
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(content))
    assert call("verify", earlier, judgments, key).exit_code == 0


def test_results_of_studies_have_it_too() -> None:
    answers = [
        Judgment(SITE, rater, answer, stage="one", notes={"construction": name})
        for rater in ("ann", "bob")
        for name, answer in zip(CONSTRUCTIONS, ["no", "yes", "yes", "no", "no"], strict=True)
    ]
    key = [Judgment(SITE, "writer", "yes*", notes={"construction": "a singular"})]
    results: dict[str, dict[str, Any]] = {
        "constructions": {"result": solecism.constructions(answers, key)},
        "effort": {"result": solecism.effort(answers)},
        "choice": {"preferences": preferences([Judgment(SITE, "ann", "writer", task="choice")])},
    }
    for name, result in results.items():
        content = {**Signature(name).content(), **result}
        validated(name, json.loads(msgspec.json.encode(content, enc_hook=_encodable)))


def test_another_form_is_refused() -> None:
    content = call_json("score", *OUTPUTS, *M2, "--matching", "span")
    content["result"]["scores"][0]["figures"]["precision"] = 0.5
    with pytest.raises(jsonschema_rs.ValidationError, match=r"0\.5 is not of type"):
        validated("score-edits", content)
    content = call_json("score", *OUTPUTS, *M2)
    with pytest.raises(jsonschema_rs.ValidationError, match="does not match"):
        validated("score-edits", {**content, "signature": "score-m2|v:1"})
    with pytest.raises(jsonschema_rs.ValidationError, match="provenance"):
        validated("score-edits", {**content, "provenance": {"command": "score-edits"}})


def test_the_command_prints_the_schema() -> None:
    assert json.loads(call("schema", "score-edits").stdout) == output_schema("score-edits")
