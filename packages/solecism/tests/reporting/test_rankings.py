"""Drawings of people's rankings, against the numbers that they show."""

from __future__ import annotations

import pytest

from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.formats.rankings import read
from solecism.ranking.evidence import evidence
from solecism.ranking.scores import scores_by_name
from solecism.ranking.system_ranking import SystemRanking, rank_systems
from solecism.reporting.drawing import ONE_COLUMN, PAGE, DrawingSize, RenderedDrawing
from solecism.reporting.system_drawings import ranking_drawings
from solecism.system.installation import EXAMPLES

pytestmark = pytest.mark.figures
FOLDER = EXAMPLES / "ranking"


@pytest.fixture(scope="module")
def result() -> SystemRanking:
    reference = str(FOLDER / "annotated.m2")
    sentences = list(m2.parse(read_lines(reference), document="annotated", file=reference))
    outputs = {
        path.stem: [tuple(line.split()) for line in read_lines(str(path))]
        for path in sorted(FOLDER.glob("*.txt"))
    }
    scores = scores_by_name(("gain", "best"))
    return rank_systems(
        read(str(FOLDER / "rankings.jsonl")),
        evidence(sentences, outputs),
        scores=scores,
        curve=scores,
        n_draws=20,
        n_subsets=2,
    )


def test_people_alone_are_one_drawing() -> None:
    alone = rank_systems(read(str(FOLDER / "rankings.jsonl")))
    [drawing] = ranking_drawings(alone)
    assert drawing.name == "expected-wins"
    assert [row[:2] for row in drawing.data.rows] == [
        ("fluent", 1),
        ("bold", 1),
        ("careful", 1),
        ("unchanged", 2),
        ("clumsy", 3),
    ]
    assert "the best first: fluent 0.78" in drawing.alt


def test_scores_are_drawn_beside_people_under_the_places_of_systems(result: SystemRanking) -> None:
    _, scores, curve = ranking_drawings(result)
    assert scores.data.columns == ("system", "place", "expected wins", "graded gain", "F0.5, best")
    assert scores.data.rows[1][:2] == ("bold", 2)
    assert scores.data.rows[1][3] == result.scores["graded gain"]["bold"]
    assert scores.caption.endswith(
        "1 fluent, 2 bold, 3 careful, 4 unchanged, 5 clumsy. Arrows point to the better side."
    )
    gain = result.correlations[0].figures["Pearson"]
    assert f"graded gain: Pearson {gain:.2f}" in scores.alt
    assert len(curve.data.rows) == len(result.curve) == 2 * 2 * 4


@pytest.mark.parametrize("layout", [PAGE, ONE_COLUMN])
def test_every_drawing_can_be_drawn_in_any_width(
    result: SystemRanking, layout: DrawingSize
) -> None:
    for drawing in ranking_drawings(result):
        svg = RenderedDrawing(drawing, layout).svg()
        assert "<title" in svg
