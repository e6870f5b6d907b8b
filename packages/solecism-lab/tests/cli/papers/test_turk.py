"""`solecism papers turk` as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import EXAMPLES
from scoring_files import call, call_json
from solecism_lab.papers import turk_inputs
from solecism_lab.papers.page import printed_figures

BUNDLED = (
    "papers", "turk", "--detection", EXAMPLES / "judgments.simulated.jsonl", "--experts",
    "rater1,rater2,rater3", "--flags", EXAMPLES / "flags.a.jsonl",
)  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("papers") / "turk.html"
    assert call(*BUNDLED, "-o", path).exit_code == 0
    return path.read_text(encoding="utf-8")


def test_every_table_and_figure_is_there_with_what_is_simulated(page: str) -> None:
    for words in ("figure 1", "figure 2", "table 1", "section 5", "What differs, and why"):
        assert words in page
    assert page.count("Simulated:") == 3


def test_each_expert_is_a_reference_and_the_printed_figures_stand_beside() -> None:
    sections = {one["name"]: one for one in call_json(*BUNDLED)["sections"]}
    table, curves, needed = sections["detection"]["tables"]
    printed = printed_figures("turk")["detection"]
    rows = {row[0].partition(",")[0]: row for row in table["rows"]}
    assert rows["mean kappa of experts"][3] == printed["mean_of_pairs"]
    assert rows["raters who match the experts"][3] == printed["needed"] == 13
    names = {row[0] for row in curves["rows"]}
    assert {"reference: rater1", "reference: rater2", "reference: rater3", "mean"} <= names
    assert [row[1] for row in needed["rows"]] == ["majority", "dawid-skene"]
    effort = sections["effort"]["tables"][0]["rows"]
    assert effort[0][:4] == ["Selection (paper)", 194, 10.0, 1940]


def test_one_expert_and_no_data_are_told() -> None:
    result = call(*BUNDLED[:4], "--experts", "rater1")
    assert result.exit_code == 2
    assert "at least two experts" in result.stderr
    assert call("papers", "turk").exit_code == 2


def test_the_official_annotators_of_conll_are_among_the_ten(shared_data: Path) -> None:
    sentences = turk_inputs.conll_sentences(shared_data)
    official = shared_data / "learner/conll14/NUCLE.m2"
    n_same = 0
    from solecism.formats.registry import FORMATS, read

    for ours, theirs in zip(sentences, read([str(official)], FORMATS["m2"]), strict=True):
        edits = {
            note.annotator: {(edit.start, edit.before, edit.after) for edit in note.edits}
            for note in ours.annotations
        }
        for note in theirs.annotations:
            name = {"1": "3", "0": "7"}[note.annotator]
            mine = {(edit.start, edit.before, edit.after) for edit in note.edits}
            n_same += edits.get(name, set()) == mine
    assert set(turk_inputs.OFFICIAL) == {"3", "7"}
    assert n_same > 1900
