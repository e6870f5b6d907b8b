"""The drawing of rates over drafts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from class_texts import checked_draft, student, text
from solecism.classroom.class_pages import LARGE, SMALL, ChartSize, format_chart, highest_rate
from solecism.classroom.classroom import CheckedDraft
from solecism.classroom.drafts import StudentDraft


def drawn(drafts: tuple[CheckedDraft, ...], size: ChartSize = SMALL) -> ElementTree.Element:
    return ElementTree.fromstring(format_chart(drafts, size, top_rate=highest_rate(drafts, size)))


def dots(svg: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in svg.iter("circle")]


def test_dots_are_placed_by_date_and_rate() -> None:
    (first, high), (middle, _), (last, low) = dots(
        drawn(student("Anna", (8, 100), (6, 100), (4, 100)).drafts)
    )
    assert first < middle < last
    assert middle - first == pytest.approx(last - middle, abs=0.2)
    assert high < low
    assert SMALL.height - SMALL.bottom - low == pytest.approx(
        (SMALL.height - SMALL.bottom - high) / 2, abs=0.2
    )


def test_everything_is_inside_the_drawing() -> None:
    for size in (SMALL, LARGE):
        svg = drawn(student("Anna", (25, 100), (0, 400), (1, 4000)).drafts, size)
        for x, y in dots(svg):
            assert 0 < x < size.width
            assert 0 < y < size.height
        bars = [part.attrib["d"] for part in svg.iter("path") if part.get("class") == "bar"]
        ends = [float(end) for bar in bars for end in bar.split(" ")[1].split("V")]
        assert all(0 < end < size.height for end in ends)


def test_the_drawing_is_told_in_words() -> None:
    svg = drawn(student("Anna", (8, 100), (4, 100)).drafts)
    assert svg.attrib["aria-label"] == (
        "Findings per 1,000 words. 1 March 2026: 80; 10 March 2026: 40."
    )


def test_names_of_files_are_escaped_and_drafts_without_dates_are_evenly_placed() -> None:
    drafts = tuple(
        checked_draft(StudentDraft("Anna", "a", f'<b>"{n}&.txt'), text(0, 40)) for n in range(3)
    )
    places = [x for x, _ in dots(drawn(drafts, LARGE))]
    assert places[1] - places[0] == places[2] - places[1] > 0
