"""Drawings hold the values that they show, and stay inside their frames."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from solecism_study.serve.admin.charts import interval_strip, line_chart
from solecism_study.serve.study_results import ReliabilityPoint, ResultFigure

VALUES = st.floats(-1, 1)


def figure(
    value: float | None, low: float | None = None, high: float | None = None
) -> ResultFigure:
    return ResultFigure("kappa", value, low, high)


@given(VALUES, VALUES, VALUES)
def test_a_strip_stays_inside_its_frame(value: float, low: float, high: float) -> None:
    drawn = ElementTree.fromstring(interval_strip(figure(value, min(low, high), max(low, high))))
    for element in drawn:
        for name in ("x1", "x2", "cx"):
            assert 0 <= float(element.get(name, "0")) <= 160


def test_a_strip_without_a_value_is_empty() -> None:
    assert interval_strip(figure(None)) == ""


@given(st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=40))
def test_a_curve_stays_inside_its_frame(values: list[tuple[float, float, float]]) -> None:
    points = [
        ReliabilityPoint(n, 10, figure(value, min(low, high), max(low, high)), figure(None))
        for n, (value, low, high) in enumerate(values, 1)
    ]
    drawn = ElementTree.fromstring(line_chart(points, lambda point: point.kappa, "Kappa"))
    places = [
        float(place)
        for element in drawn
        for pair in (element.get("points") or "").split()
        for place in pair.split(",")
    ]
    assert all(0 <= place <= 460 for place in places)
    assert len(drawn.findall("circle")) == len(values)
    assert f"1: {values[0][0]:.2f}" in (drawn.get("aria-label") or "")


def test_a_curve_without_values_is_empty() -> None:
    assert (
        line_chart(
            [ReliabilityPoint(1, 0, figure(None), figure(None))], lambda point: point.kappa, "k"
        )
        == ""
    )


def test_words_in_a_drawing_are_escaped() -> None:
    points = [ReliabilityPoint(1, 1, figure(0.5), figure(0.5))]
    assert not re.search("<b>", line_chart(points, lambda point: point.kappa, '<b>"'))
