"""Answers that are slow, late or missing: the newest counts, and the text is never lost."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from browsing import go_offline, intercept
from writing import expect_checked, expect_findings, findings, press, put, text_of, write

Writer = Callable[..., Page]


class Gate:
    """Holds the page's requests to check the text until they are let through."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        intercept(page, "**/check", lambda route: self.held.append(route))

    def wait_for(self, number: int) -> None:
        """Wait until so many requests are held."""
        for _ in range(1200):
            if len(self.held) >= number:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"only {len(self.held)} requests")

    def open(self) -> None:
        """Let everything through, also what is held."""
        self.page.unroute("**/check")


def test_an_answer_is_moved_by_what_was_typed_since(writer: Writer) -> None:
    page = writer()
    gate = Gate(page)
    put(page, "I depend of you. It was very beatiful.")
    gate.wait_for(1)
    page.keyboard.press("Control+Home")
    page.keyboard.type("You know this: ")
    page.keyboard.press("Control+End")
    page.keyboard.type(" Good night.")
    gate.open()
    expect_findings(page, "of", "beatiful")
    expect_checked(page)
    expect_findings(page, "of", "beatiful")
    findings(page).first.click()
    press(page, "on")
    assert text_of(page) == "You know this: I depend on you. It was very beatiful. Good night."


def test_an_answer_about_words_that_were_changed_is_not_shown(writer: Writer) -> None:
    page = writer()
    gate = Gate(page)
    put(page, "It was very beatiful. I depend of you")
    gate.wait_for(1)
    for _ in "of you":
        page.keyboard.press("Backspace")
    page.keyboard.type("on you.")
    gate.held[0].continue_()
    expect_findings(page, "beatiful")
    gate.wait_for(2)
    assert "on you." in (gate.held[1].request.post_data or "")
    gate.held[1].continue_()
    expect_checked(page)
    expect_findings(page, "beatiful")


def test_a_late_answer_to_former_settings_is_not_used(writer: Writer) -> None:
    page = writer()
    gate = Gate(page)
    put(page, "We live in country. It was very beatiful.")
    gate.wait_for(1)
    page.get_by_role("slider").press("End")
    gate.wait_for(2)
    gate.held[1].continue_()
    expect_findings(page, "country", "beatiful")
    gate.held[0].abort()
    page.wait_for_timeout(200)
    expect_findings(page, "country", "beatiful")
    expect_checked(page)


def test_fast_typing_sends_one_request_at_a_time(writer: Writer) -> None:
    page = writer()
    gate = Gate(page)
    write(page, "I depend of you. ")
    gate.wait_for(1)
    for word in "We met in the park and talked about the old days.".split():
        page.keyboard.type(f"{word} ", delay=20)
    page.wait_for_timeout(500)
    assert len(gate.held) == 1
    gate.open()
    expect_checked(page)
    expect_findings(page, "of")


def test_a_server_that_is_gone_costs_no_text(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you.")
    expect_findings(page, "of")
    go_offline(page)
    write(page, " It was very beatiful.")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Your text is still here")
    expect(page.locator("#state")).to_have_text("Not connected")
    expect_findings(page, "of")
    with page.expect_download():
        page.keyboard.press("Control+S")
    page.locator("#save-docx").click()
    expect(notice).to_contain_text("was not saved")
    page.context.set_offline(False)
    expect_findings(page, "of", "beatiful")
    expect_checked(page)
    assert text_of(page) == "I depend of you. It was very beatiful."


def test_a_refusal_is_told_in_the_words_of_the_server(writer: Writer) -> None:
    page = writer()
    intercept(
        page,
        "**/check",
        lambda route: route.fulfill(status=403, json={"error": "Open the <b>link</b>."}),
    )
    put(page, "I depend of you.")
    expect(page.get_by_role("alert")).to_contain_text("was not checked. Open the <b>link</b>.")
    page.unroute("**/check")
    write(page, " Really.")
    expect_findings(page, "of")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_text_that_is_too_long_is_kept_but_not_checked(writer: Writer) -> None:
    page = writer()
    gate = Gate(page)
    put(page, "We went home after the film. " * 36_000)
    expect(page.get_by_role("alert")).to_contain_text("longer than 1 MB")
    expect(page.locator("#words")).to_have_text("216,000 words")
    assert gate.held == []
    gate.open()
    put(page, "I depend of you.")
    expect_findings(page, "of")
    expect(page.get_by_role("alert")).to_have_count(0)
