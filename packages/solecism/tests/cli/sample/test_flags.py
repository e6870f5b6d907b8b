"""`solecism plan`, `sample` and `estimate`, on the bundled examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import EXAMPLES
from shell import run as run_in_shell
from solecism.cli.main import cli
from solecism.errors import InputError

FLAGS, JUDGMENTS = str(EXAMPLES / "flags.b.jsonl"), str(EXAMPLES / "judgments.simulated.jsonl")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def draw(folder: Path, *arguments: str) -> Path:
    key = folder / "key.json"
    drawn = run("sample", FLAGS, str(folder / "items.jsonl"), "--key", str(key), *arguments)
    assert drawn.exit_code == 0, drawn.output
    return key


def test_a_plan_is_a_table_with_a_signature() -> None:
    shown = run("plan", "--size", "22000", "--recall", "0.14", "--textbook")
    rows = [line.split("\t") for line in shown.output.splitlines()]
    assert ["two strata", "247", "232", "479"] in [row[:4] for row in rows]
    assert rows[-1][0].startswith("plan|assurance:0.9|auc:0.9|errors:0.1|")


def test_a_plan_in_json_has_all_designs_at_full_precision() -> None:
    plans = json.loads(run("plan", "--size", "22000", "--recall", "0.14", "--json").output)["plans"]
    assert {plan["design"] for plan in plans} >= {"paper", "two strata", "score strata"}
    assert plans[0]["recall"]["low"] != round(plans[0]["recall"]["low"], 6)


@pytest.mark.parametrize("word", [[], ["flags"]])
def test_flags_is_what_sample_draws_from_unless_told_otherwise(
    word: list[str], tmp_path: Path
) -> None:
    items, key = tmp_path / "items.jsonl", tmp_path / "key.json"
    drawn = run("sample", *word, "-n", "30", "--key", str(key), FLAGS, str(items))
    assert drawn.exit_code == 0, drawn.output
    assert len(items.read_text().splitlines()) == 30


def test_raters_get_nothing_but_the_site_and_its_text(tmp_path: Path) -> None:
    draw(tmp_path, "-n", "40", "--design", "score", "--sites", str(EXAMPLES / "sites.jsonl"))
    for line in (tmp_path / "items.jsonl").read_text().splitlines():
        fields = {"sentence", "start", "end", "kind", "text", "context", "id"}
        assert set(json.loads(line)) <= fields


def test_items_and_key_are_never_one_file(tmp_path: Path) -> None:
    both = str(tmp_path / "items.jsonl")
    refused = run("sample", FLAGS, both, "--key", both, "-n", "3")
    assert isinstance(refused.exception, InputError)
    assert not Path(both).exists()


def test_a_drawn_sample_is_estimated_with_its_key(tmp_path: Path) -> None:
    key = draw(tmp_path, "-n", "150", "--seed", "7")
    found = json.loads(run("estimate", str(key), JUDGMENTS, "--json").output)["estimates"]
    assert list(found["figures"]) == ["precision", "recall", "F1", "F0.5"]
    for one in found["figures"].values():
        assert one["interval"]["low"] < one["value"] < one["interval"]["high"]
    shown = run("estimate", str(key), JUDGMENTS).output
    assert "of a paper sample judged by 8 raters" in shown


@pytest.mark.parametrize("name", ["F0.5", "f0.5"])
def test_a_measure_is_asked_for_by_its_name_in_either_spelling(tmp_path: Path, name: str) -> None:
    key = draw(tmp_path, "-n", "60")
    shown = run("estimate", str(key), JUDGMENTS, "--measure", name, "--json").output
    assert list(json.loads(shown)["estimates"]["figures"]) == ["F0.5"]


def test_a_pilot_is_gone_on_from(tmp_path: Path) -> None:
    pilot = draw(tmp_path, "-n", "40", "--design", "score", "--pilot").rename(tmp_path / "pilot")
    key = draw(tmp_path, "-n", "100", "--after", str(pilot), JUDGMENTS)
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == 60
    assert len(json.loads(key.read_text())["items"]) == 100


def test_recall_is_refused_after_verification(tmp_path: Path) -> None:
    key = draw(tmp_path, "-n", "40", "--design", "verification")
    shown = run("estimate", str(key), JUDGMENTS).output
    assert "nothing is known of the errors that the system missed" in shown
    refused = run("estimate", str(key), JUDGMENTS, "--measure", "recall")
    assert "recall cannot be estimated" in str(refused.exception)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["sample", FLAGS, "out", "--key", "k", "-n", "9999"], "larger than its population"),
        (["sample", FLAGS, "out", "--key", "k"], "how many items"),
        (["sample", FLAGS, "out", "--key", "k", "-n", "9", "--system", "x"], "no flag of system"),
        (
            ["sample", "absent.jsonl", "out", "--key", "k", "-n", "9"],
            "absent.jsonl: there is no such file",
        ),
        (["estimate", FLAGS, JUDGMENTS], "is not the key of a sample"),
        (["plan", "--size", "22000", "--recall", "1.2"], "not between 0 and 1"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    arguments: list[str], problem: str, tmp_path: Path
) -> None:
    shown = run_in_shell(*arguments, folder=tmp_path)
    assert shown.returncode == 1
    assert problem in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
