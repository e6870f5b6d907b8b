"""The page works by keyboard alone, and says to a screen reader what happens."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browsing import press_all, tab_to
from writing import expect_findings, put, text_of, write

Writer = Callable[..., Page]
TWO_ERRORS = "I depend of you. It was very beatiful."


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


def test_findings_are_mended_by_keyboard_alone(writer: Writer) -> None:
    page = writer()
    write(page, f"{TWO_ERRORS} ")
    expect_findings(page, "of", "beatiful")
    page.keyboard.press("F8")
    expect(page.locator("#live")).to_contain_text("Finding 1 of 2: Wrong preposition, “of”.")
    page.keyboard.press("F8")
    expect(page.get_by_role("dialog")).to_have_accessible_name("Spelling")
    page.keyboard.press("Shift+F8")
    expect(page.get_by_role("dialog")).to_have_accessible_name("Wrong preposition")
    page.keyboard.press("Tab")
    assert focused(page) == "on"
    page.keyboard.press("F8")
    assert focused(page) == "beautiful"
    page.keyboard.press("Enter")
    assert text_of(page) == "I depend of you. It was very beautiful. "
    expect(page.locator("#live")).to_contain_text("1 finding left.")
    assert page.locator("#text:focus").count() == 1
    press_all(page, ["F8", "Control+.", "Enter"])
    assert text_of(page) == "I depend on you. It was very beautiful. "
    press_all(page, ["Control+Z", "Control+Z"])
    assert text_of(page) == f"{TWO_ERRORS} "


def test_escape_closes_the_card_and_goes_back_to_the_text(writer: Writer) -> None:
    page = writer()
    put(page, TWO_ERRORS)
    expect_findings(page, "of", "beatiful")
    press_all(page, ["F8", "Control+."])
    assert focused(page) == "on"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.locator("#text:focus").count() == 1
    page.keyboard.type("!")
    assert text_of(page) == "I depend !of you. It was very beatiful."


def test_the_card_follows_the_cursor(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you.")
    expect_findings(page, "of")
    page.keyboard.press("Home")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press_all(page, ["ArrowRight"] * 10)
    expect(page.get_by_role("dialog")).to_have_accessible_name("Wrong preposition")
    press_all(page, ["ArrowRight"] * 4)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_every_control_is_reached_by_the_tabulator(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you.")
    expect_findings(page, "of")
    for wanted in ("#undo", "#open", "#copy", "#save-txt", "#save-docx", "#text", "#strictness"):
        tab_to(page, wanted)
    page.keyboard.press("F8")
    assert page.locator("#text:focus").count() == 1
    page.keyboard.press("Escape")
    tab_to(page, "#findings button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_accessible_name("Wrong preposition")
    assert page.locator("#text:focus").count() == 1


def test_the_number_of_findings_is_announced_once_it_is_quiet(writer: Writer) -> None:
    page = writer()
    put(page, TWO_ERRORS)
    expect(page.get_by_role("status")).to_have_text("2 findings.")
    expect(page.locator(".finding").first).to_have_attribute("aria-invalid", "grammar")
    expect(page.locator(".finding").last).to_have_attribute("aria-invalid", "spelling")
