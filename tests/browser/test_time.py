"""Active time, breaks and signs of life, by a clock that tests turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from browsing import answers_in, come_in, press_all
from rater_pages import NOW, item_for
from solecism_study.configuration import Pay, Qualification
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import PRACTICE
from solecism_study.store.tables import judgments
from solecism_study.study import Study, change_guideline

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
Working = Callable[..., tuple[Study, Page]]
MINUTE = 60_000


@pytest.fixture
def page(serving: Serving, page_of: PageOf) -> tuple[Study, Page]:
    study, address = serving("extraneous", n_items=3, pay=Pay(price=100_000))
    page = page_of(address)
    page.clock.install()
    come_in(page)
    page.wait_for_selector(".js")
    return study, page


def sign_of_life(page: Page) -> None:
    page.keyboard.press("Shift")


def test_idle_time_is_not_counted(serving: Serving, page_of: PageOf) -> None:
    # The server bounds active time by its own clock, which therefore must be ahead.
    now = [NOW]
    study, address = serving("extraneous", n_items=1, clock=lambda: now[0])
    page = page_of(address)
    page.clock.install()
    come_in(page)
    page.wait_for_selector(".js")
    for minutes in (0.5, 0.5, 30):
        page.clock.fast_forward(int(minutes * MINUTE))
        sign_of_life(page)
    now[0] += 60 * MINUTE
    page.keyboard.press("2")
    page.wait_for_selector("h1:text('All done')")
    with study.database.read() as connection:
        row = connection.execute(select(judgments)).one()
    assert 2 * MINUTE <= row.active_ms < 2.5 * MINUTE
    assert row.wall_ms == 60 * MINUTE


def test_a_break_is_proposed_after_long_work(page: tuple[Study, Page]) -> None:
    _, browser = page
    for _ in range(26):
        browser.clock.fast_forward(MINUTE)
        sign_of_life(browser)
    expect(browser.locator("#notices")).to_contain_text("a short break")
    browser.click("text=Dismiss")
    expect(browser.locator("#notices")).to_be_empty()


def test_the_meter_counts_answers_and_pay(page: tuple[Study, Page]) -> None:
    _, browser = page
    browser.keyboard.press("2")
    browser.wait_for_selector("[data-state=saved]")
    expect(browser.locator("#meter")).to_contain_text("1 of ")
    expect(browser.locator("#meter")).to_contain_text("0.10 USD")
    browser.keyboard.press("u")
    expect(browser.locator("#meter")).to_contain_text("0.00 USD")


def test_new_instructions_are_told_while_at_work(page: tuple[Study, Page]) -> None:
    study, browser = page
    change_guideline(study, "Read it twice.", now=NOW, actor="boss")
    browser.clock.fast_forward(int(3.5 * MINUTE))
    sign_of_life(browser)
    browser.clock.fast_forward(int(0.4 * MINUTE))
    expect(browser.locator("#notices")).to_contain_text("The instructions have changed.")
    browser.click("text=Read them")
    expect(browser.locator("main")).to_contain_text("Read it twice.")


def test_practice_is_gone_through_by_keys(working: Working) -> None:
    items = [
        item_for("usage", 0),
        item_for("usage", 1, pool=PRACTICE, gold={"": ("error",)}),
        item_for("usage", 2, pool=PRACTICE, gold={"": ("ok",)}),
    ]
    study, page = working("usage", items=items, qualification=Qualification(bar=0.0))
    for _ in range(2):
        page.wait_for_selector(".practice")
        press_all(page, ["0", "h"])
        page.wait_for_selector("[data-verdict]")
        page.keyboard.press("Enter")
    # The page is loaded anew, and its script must have come before keys are heard.
    page.wait_for_selector(".js form.question:not([data-practice])")
    press_all(page, ["2", "l"])
    page.wait_for_selector("h1:text('All done')")
    practised = {"context": [], "answer": ["extraneous"], "confidence": ["high"]}
    said = {"context": [], "answer": ["correct"], "confidence": ["low"]}
    assert answers_in(study) == [practised, practised, said]
    assert [one.answer for one in recorded_judgments(study)] == ["ok"]
