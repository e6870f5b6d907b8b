"""`solecism papers prepositions` on the bundled examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from places import EXAMPLES
from scoring_files import call, call_json, write
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism_lab.papers.page import printed_figures
from solecism_lab.papers.prepositions.native_text import _preferred

ANNOTATED = EXAMPLES / "annotations"
OPTIONS = (
    *("--native", EXAMPLES / "quarry.txt", "--all"),
    *("--learner", ANNOTATED / "landlord.m2", "--learner", ANNOTATED / "novel.m2"),
    *("--annotated", ANNOTATED / "landlord.m2", "--samples", "5"),
)


@pytest.fixture(scope="module")
def sections(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("paper")
    found = call_json("papers", "prepositions", *OPTIONS, "-o", folder / "page.html")
    assert (folder / "page.html").read_text("utf-8").count("<section") == 9
    return {section["name"]: section for section in found["sections"]}


def rows(section: dict[str, Any], table: int = 0) -> list[list[Any]]:
    found: list[list[Any]] = section["tables"][table]["rows"]
    return found


def test_every_table_is_there_with_what_differs(sections: dict[str, Any]) -> None:
    assert list(sections) == [
        *("selection", "detection", "cloze", "choice", "raters", "against-raters"),
        *("figure-1", "table-6", "methods"),
    ]
    assert all(len(section["differs"]) > 40 for section in sections.values())


def test_only_what_no_people_did_is_marked_as_simulated(sections: dict[str, Any]) -> None:
    marked = [name for name, section in sections.items() if section["simulated"]]
    assert marked == ["cloze", "choice", "figure-1"]
    assert "no people filled these blanks" in sections["cloze"]["simulated"]


def test_printed_figures_are_beside_ours(sections: dict[str, Any]) -> None:
    of = next(row for row in rows(sections["selection"]) if row[0] == "of")
    assert of[3:] == [0.906, 0.759]
    kappa = next(row for row in rows(sections["raters"], 1) if row[0] == "kappa")
    assert kappa[3] == 0.63
    assert rows(sections["raters"])[1][4:] == [1, 42, 20]
    assert rows(sections["against-raters"])[-1][2] == 0.68


def test_the_papers_own_example_comes_out(sections: dict[str, Any]) -> None:
    wald = rows(sections["figure-1"])[0]
    assert wald[1]["value"] == pytest.approx(0.8)
    assert [round(wald[2][end], 2) for end in ("low", "high")] == printed_figures("prepositions")[
        "table_5"
    ]["precision_interval"]
    recall = rows(sections["figure-1"])[2]
    assert round(recall[1]["value"], 2) == 0.23


def test_table_7_tells_the_hours(sections: dict[str, Any]) -> None:
    hours = {row[0]: row[2] for row in rows(sections["methods"])}
    assert hours["standard"] == pytest.approx(176)
    assert hours["sampling"] == pytest.approx(6, abs=0.1)


def test_real_raters_take_the_place_of_models(tmp_path: Path) -> None:
    blanks = tmp_path / "blanks.jsonl"
    call("sample", "cloze", EXAMPLES / "quarry.txt", blanks, "-n", "5")
    sites = [json.loads(line)["id"] for line in blanks.read_text("utf-8").splitlines()]
    answers = [Judgment(site, rater, "of") for site in sites for rater in ("ann", "bob")]
    cloze = write(tmp_path / "cloze.jsonl", answers)
    result = call("papers", "prepositions", *OPTIONS, "--cloze", blanks, cloze)
    assert "ann and bob\t1.000" in result.stdout
    assert "no people filled" not in result.stdout
    others = write(tmp_path / "others.jsonl", [Judgment("x.1:1-2:preposition", "ann", "of")])
    refused = call("papers", "prepositions", *OPTIONS, "--cloze", blanks, others)
    assert isinstance(refused.exception, InputError)


def test_a_stand_in_finds_words_good_that_are_about_as_probable() -> None:
    assert [_preferred(ratio) for ratio in (3.0, 1.0, 0.6, 0.4)] == [
        "system",
        "both",
        "both",
        "writer",
    ]
