"""Settings are stored on this computer only if the writer agrees; the text never is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from writing import expect_findings, findings, press, put

Writer = Callable[..., Page]
STORED = "JSON.stringify({...localStorage})"


def choose(page: Page) -> None:
    """Make the page strict, and accept a word and a preposition."""
    page.get_by_role("slider").press("End")
    put(page, "It was very beatiful. I depend of you.")
    expect_findings(page, "beatiful", "of")
    findings(page).first.click()
    press(page, "Add to dictionary")
    expect_findings(page, "of")
    findings(page).first.click()
    press(page, "Never again")
    expect_findings(page)


def test_nothing_is_stored_unless_asked(writer: Writer) -> None:
    page = writer()
    choose(page)
    assert page.evaluate(STORED) == "{}"
    assert page.context.cookies() == []
    assert page.evaluate("sessionStorage.length") == 0


def test_settings_are_remembered_and_forgotten_as_asked(writer: Writer) -> None:
    page = writer()
    page.get_by_label("Remember my settings on this computer").check()
    choose(page)
    stored = page.evaluate(STORED)
    assert "beatiful" in stored
    assert "depend" not in stored
    again = page.context.new_page()
    again.goto("/")
    again.wait_for_selector("[data-kind]", state="attached")
    expect(again.get_by_role("slider")).to_have_value("2")
    put(again, "It was very beatiful. I depend of you. He went in the cinema.")
    expect_findings(again, "in")
    again.get_by_label("Remember my settings on this computer").uncheck()
    assert again.evaluate(STORED) == "{}"


def test_nonsense_in_the_storage_is_ignored(writer: Writer) -> None:
    page = writer()
    page.evaluate(
        "value => localStorage.setItem('solecism', value)",
        '{"audience": 7, "dictionary": {"a": 1}, "accepted": [null, 3]}',
    )
    page.reload()
    page.wait_for_selector("[data-kind]", state="attached")
    expect(page.get_by_role("slider")).to_have_value("0")
    put(page, "I depend of you.")
    expect_findings(page, "of")


def test_the_variety_of_english_is_chosen_and_remembered(writer: Writer) -> None:
    page = writer()
    english = page.get_by_label("English")
    expect(english).to_have_value("")
    put(page, "The colour of the house is red.")
    expect_findings(page)
    english.select_option("American")
    expect_findings(page, "colour")
    english.select_option("British")
    expect_findings(page)
    page.get_by_label("Remember my settings on this computer").check()
    page.reload()
    page.wait_for_selector("[data-kind]", state="attached")
    expect(english).to_have_value("british")
