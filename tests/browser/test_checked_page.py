"""The page of checked texts in a real browser: on screens, on paper, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from browsing import assert_accessible
from rule_detector import RuleDetector
from solecism.checking.checked_files import CheckSummary
from solecism.checking.html_page import format_page
from solecism.checking.texts import check_text

PageOf = Callable[..., Page]
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light"},
    {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
]
ESSAYS = {
    "anna.txt": "I depend of you.\n\n" + "We listen music and discuss about it. " * 6,
    "ben.txt": "All is well.\n\nGestern bin ich mit meinen Freunden ins Kino gegangen.",
    "w" * 120 + ".txt": "I depend of you, " + "very" * 60 + " much.",
}


@pytest.fixture
def address(tmp_path: Path) -> str:
    checked = (
        sentence
        for file, text in ESSAYS.items()
        for sentence in check_text([text], RuleDetector(), document=file, file=file)
    )
    summary = CheckSummary(kinds=RuleDetector.kinds, notes=["ben.txt: line 3 was not checked."])
    path = tmp_path / "page.html"
    path.write_text("".join(format_page(checked, summary=summary)), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    look: dict[str, Any], address: str, page_of: PageOf
) -> None:
    page = page_of(address, **look)
    page.goto(address)
    assert_accessible(page, in_dark=look["color_scheme"] == "light")
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0


def test_findings_are_beside_their_lines_where_there_is_room_and_below_them_elsewhere(
    address: str, page_of: PageOf
) -> None:
    for width, is_beside in ((1280, True), (390, False)):
        page = page_of(address, viewport={"width": width, "height": 800})
        page.goto(address)
        text = page.locator(".part .text").first.bounding_box()
        findings = page.locator(".part .findings").first.bounding_box()
        assert text is not None
        assert findings is not None
        assert (findings["x"] >= text["x"] + text["width"]) == is_beside
        assert (findings["y"] >= text["y"] + text["height"]) == (not is_beside)


def test_a_keyboard_leads_from_the_contents_to_a_mark_to_its_reason_and_back(
    address: str, page_of: PageOf
) -> None:
    page = page_of(address)
    page.goto(address)
    for _ in range(len(ESSAYS) + 1):
        page.keyboard.press("Tab")
    expect(page.locator("#m1-1 a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#f1-1:target")).to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(page.locator("#f1-1 a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#m1-1:target")).to_be_in_viewport()


def test_on_paper_every_writer_begins_a_page_and_marks_need_no_colour(
    address: str, page_of: PageOf
) -> None:
    page = page_of(address)
    page.goto(address)
    document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    assert [round(size * 25.4 / 72) for size in document[0].get_size()] == [210, 297]
    texts = [sheet.get_textpage().get_text_bounded() for sheet in document]
    document.close()
    assert all(text.split() for text in texts), [text[:60] for text in texts]
    firsts = [text.split()[0] for text in texts]
    assert firsts[0] == "Checked"
    assert firsts[1] == "anna.txt"
    assert "ben.txt" in firsts
    page.emulate_media(media="print")
    expect(page.locator("mark").first).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    underline = "2px solid rgb(0, 0, 0)"
    expect(page.locator("mark a").first).to_have_css("border-bottom", underline)
    expect(page.locator(".back").first).to_be_hidden()
