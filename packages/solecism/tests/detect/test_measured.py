"""The figures in the code are those of the documentation."""

from __future__ import annotations

import re

import pytest

from places import ROOT
from solecism.detect.bundled_networks import FOUND_BY_TYPE, MEASURED_POINTS, measured_point
from solecism.detect.detector import AUDIENCES

DOCS = ROOT / "docs"
SUMMARY = (DOCS / "strong.md").read_text(encoding="utf-8")
MEASUREMENTS = (DOCS / "notes" / "measurements.md").read_text(encoding="utf-8")


def _row(page: str, system: str) -> dict[str, str]:
    """The cells of a system in the table of audiences of a page, by the heads of their columns."""
    heads = next(line for line in page.splitlines() if line.startswith("| system |"))
    (cells,) = re.findall(rf"^\| {re.escape(system)} \|.*$", page, re.MULTILINE)
    split = (line.strip("|").split("|") for line in (heads, cells))
    return {head.strip(): cell for head, cell in zip(*split, strict=True)}


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("detector", MEASURED_POINTS)
def test_the_points_are_those_of_the_tables_in_the_documentation(
    detector: str, audience: str
) -> None:
    row = _row(MEASUREMENTS, f"{detector}, `--for {audience}`")
    places, exams = row["places"].split("/"), row["exams"].split(",")
    point = measured_point(detector, audience)
    assert point is not None
    assert (point.places_right, point.places_found) == (float(places[0]), float(places[1]))
    assert (point.exams_found, point.exams_right) == (float(exams[0]), float(exams[1]))

    summary = _row(SUMMARY, f"{detector}, `--for {audience}`")
    cells = summary["exam essays: found, right"] + summary["places: found, right"]
    rounded = [int(share) / 100 for share in re.findall(r"(\d+)%", cells)]
    exact = [point.exams_found, point.exams_right, point.places_found, point.places_right]
    assert rounded == pytest.approx(exact, abs=0.00501)


def test_the_shares_by_type_are_those_of_the_documentation() -> None:
    listed = re.findall(r"^\|[^|]+\| ([A-Z:]+) \| (\.\d\d) \|", SUMMARY, re.MULTILINE)
    assert {name: float(share) for name, share in listed} == FOUND_BY_TYPE


def test_what_was_not_measured_has_no_figures() -> None:
    assert measured_point("light", "teacher") is None
