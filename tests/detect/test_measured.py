"""The figures in the code are those of the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solecism.detect.measured import FOUND_BY_TYPE, POINTS, measured_point
from solecism.detect.operating_point import AUDIENCES

PAGE = (Path(__file__).parents[2] / "docs" / "strong.md").read_text(encoding="utf-8")


def _row(system: str) -> dict[str, str]:
    """The cells of a system in the table of points, by the heads of their columns."""
    (heads,) = re.findall(r"^\| system \| PREP \|.*\| native \|$", PAGE, re.MULTILINE)
    (cells,) = re.findall(rf"^\| {re.escape(system)} \|.*$", PAGE, re.MULTILINE)
    split = (line.strip("|").split("|") for line in (heads, cells))
    return {head.strip(): cell for head, cell in zip(*split, strict=True)}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("detector", POINTS)
def test_the_points_are_those_of_the_table_in_the_documentation(
    detector: str, audience: str
) -> None:
    row = _row(f"{detector}, `--for {audience}`")
    places, exams = row["places"].split("/"), row["exams"].split(",")
    point = measured_point(detector, audience)
    assert point is not None
    assert (point.places_right, point.places_found) == (float(places[0]), float(places[1]))
    assert (point.exams_found, point.exams_right) == (float(exams[0]), float(exams[1]))


def test_the_shares_by_type_are_those_of_the_documentation() -> None:
    (line,) = re.findall(r"^By ERRANT's types, .*?: (.*?) Where a better", PAGE, re.MULTILINE)
    listed = re.findall(r"([A-Z:]+) (none|\.\d\d)", line)
    assert {name: 0.0 if share == "none" else float(share) for name, share in listed} == (
        FOUND_BY_TYPE
    )


def test_what_was_not_measured_has_no_figures() -> None:
    assert measured_point("light", "teacher") is None
