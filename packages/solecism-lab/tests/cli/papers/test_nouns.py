"""`solecism papers nouns` as people call it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from places import EXAMPLES
from scoring_files import call, call_json

BUNDLED = (
    "papers", "nouns", "--native", EXAMPLES / "quarry.txt", "--each", "1", "--least", "4",
    "--annotated", EXAMPLES / "ranking/annotated.m2", "--corrected",
    EXAMPLES / "ranking/bold.txt",
)  # fmt: skip


@pytest.fixture(scope="module")
def sections() -> dict[str, Any]:
    return {one["name"]: one for one in call_json(*BUNDLED)["sections"]}


def test_the_tables_of_the_paper_are_there_in_its_order(sections: dict[str, Any]) -> None:
    assert list(sections) == [
        "distribution", "sample", "several", "confusions", "contrasts", "systems", "annotators",
        "annotators-several", "annotators-systems",
    ]  # fmt: skip


def test_raters_are_said_to_be_simulated_and_annotators_not(sections: dict[str, Any]) -> None:
    simulated = [name for name, section in sections.items() if section["simulated"]]
    assert simulated == ["sample", "several", "confusions", "contrasts", "systems"]
    assert all(section["differs"] for section in sections.values())
    assert "examples are invented" in sections["annotators"]["text"][0]


def test_the_printed_counts_give_the_printed_kappas_and_z(sections: dict[str, Any]) -> None:
    rows = sections["contrasts"]["tables"][1]["rows"]
    assert rows[0][1]["value"] == pytest.approx(57681 / 104831)
    assert rows[1][1]["value"] == pytest.approx(230461 / 385481)
    assert next(cell for cell in rows[2] if isinstance(cell, float)) == pytest.approx(1.71022598)


def test_a_system_is_scored_both_ways(sections: dict[str, Any]) -> None:
    rows = sections["systems"]["tables"][0]["rows"]
    assert {row[0] for row in rows} == {"light", "commonest"}
    assert rows[0][1] == "the writer’s own"
    systems = sections["annotators-systems"]["tables"][0]["rows"]
    assert [row[0] for row in systems] == ["system bold", "an annotator, against the others"]
    one, _, by_any = systems[0][2:5]
    assert one <= by_any


def test_the_page_is_written_and_what_is_missing_is_told(tmp_path: Path) -> None:
    page = tmp_path / "nouns.html"
    assert call(*BUNDLED, "-o", page).exit_code == 0
    assert "Krippendorff" in page.read_text(encoding="utf-8")
    result = call("papers", "nouns", "--native", EXAMPLES / "quarry.txt")
    assert result.exit_code == 2
    assert "Give --data, or both --native and --annotated" in result.stderr
