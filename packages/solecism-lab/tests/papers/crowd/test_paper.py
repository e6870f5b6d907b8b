"""`solecism papers crowd` on the bundled examples, and its corpus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from places import EXAMPLES
from scoring_files import call, call_json
from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.figure import Figure
from solecism.reporting.charts import kappa_drawing
from solecism.sentence import Sentence, from_words
from solecism_lab.papers.crowd import CrowdCorpus

ANNOTATED = EXAMPLES / "annotations"
FILES = [part for path in sorted(ANNOTATED.glob("*.m2")) for part in ("--annotated", path)]


@pytest.fixture(scope="module")
def sections(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    page = tmp_path_factory.mktemp("paper") / "crowd.html"
    other = ("--other", ANNOTATED / "hometown.m2")
    found = call_json("papers", "crowd", *FILES, *other, "-o", page)
    assert page.read_text("utf-8").count("<svg") == 3
    return {section["name"]: section for section in found["sections"]}


def test_every_table_and_figure_is_there(sections: dict[str, Any]) -> None:
    assert list(sections) == ["raters", "histogram", "table-1", "stability", "bins", "kappas"]
    assert all(len(section["differs"]) > 40 for section in sections.values())
    assert not any(section["simulated"] for section in sections.values())


def test_half_of_the_set_are_errors(sections: dict[str, Any]) -> None:
    rows = sections["raters"]["tables"][0]["rows"]
    (_, n_sites, _), (_, n_half, _), (_, n_most, printed), _ = rows
    assert printed == 500
    assert n_sites >= 20
    # Drawn by half of the two annotators; against the majority a tie is no error.
    assert n_half == n_sites / 2
    assert n_sites / 4 <= n_most <= n_half


def test_the_histogram_holds_every_site(sections: dict[str, Any]) -> None:
    [bars] = sections["histogram"]["tables"]
    n_sites = sections["raters"]["tables"][0]["rows"][0][1]
    assert sum(row[2] for row in bars["rows"]) == n_sites
    assert bars["rows"][0][2] > 0


def test_table_1_has_both_systems_plain_and_weighted(sections: dict[str, Any]) -> None:
    rows = sections["table-1"]["tables"][0]["rows"]
    assert [row[:2] for row in rows] == [
        [system, measure]
        for system in ("lm", "perceptron")
        for measure in ("unweighted", "weighted")
    ]
    assert [row[-1] for row in rows] == [0.957, None, 0.813, None]


def test_the_one_printed_point_of_figure_2_is_shown_with_its_reason(
    sections: dict[str, Any],
) -> None:
    rows = sections["bins"]["tables"][-1]["rows"]
    printed = [[*row[:2], row[-1]] for row in rows if row[-1] is not None]
    assert printed == [["50 to 75%", "lm", 1.0]]
    assert "where two choices are equally likely" in sections["bins"]["differs"]


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    options = ("--annotated", ANNOTATED / "hometown.m2", "--work", tmp_path / "work")
    first = call("papers", "crowd", *options).stdout
    saved = {path: path.stat().st_mtime_ns for path in (tmp_path / "work").iterdir()}
    assert len(saved) == 3
    assert call("papers", "crowd", *options).stdout == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "work").iterdir()} == saved


def annotated(n_raters: int) -> list[Sentence]:
    """Ten sentences; annotator 0 takes a preposition out of five, the others out of six."""
    sentences = []
    for number in range(10):
        edit = Edit(2, ("about",), (), "U:PREP")
        notes = tuple(
            Annotation(str(rater), (edit,) if number < (6 if rater else 5) else ())
            for rater in range(n_raters)
        )
        words = "We discussed about the plan .".split()
        sentences.append(replace(from_words(f"d.{number}", words), annotations=notes))
    return sentences


def test_sites_are_drawn_by_half_of_the_annotators_who_all_are_raters() -> None:
    corpus = CrowdCorpus(lambda: annotated(2), n_each=4)
    assert {each.rater for each in corpus.answers} == {"0", "1"}
    assert len({each.site for each in corpus.answers}) == 8
    whole = CrowdCorpus(lambda: annotated(3)).answers
    assert len({each.site for each in whole}) == 8
    assert len({each.site for each in whole if each.answer == "error"}) == 4


def test_text_without_extraneous_prepositions_is_refused() -> None:
    with pytest.raises(InputError, match="no preposition of this text is taken out"):
        CrowdCorpus(lambda: annotated(2)[7:]).answers  # noqa: B018  # computed when asked for


def test_two_corpora_are_in_one_figure() -> None:
    bins = [(0.5, 0.75, Figure(0.2)), (0.75, 1.0, Figure(float("nan")))]
    drawing = kappa_drawing([("one", bins), ("other", bins)])
    assert [row[:3] for row in drawing.data.rows] == [("one", 62.5, 0.2), ("other", 62.5, 0.2)]
