"""No finding from axe on any page that a rater sees, whatever the look."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browsing import come_in
from rater_pages import TASKS, item_for
from solecism.collect.configuration import Pay, Qualification
from solecism.collect.item import PRACTICE
from solecism.collect.study import Study

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
Working = Callable[..., tuple[Study, Page]]

LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 360, "height": 700}, "color_scheme": "dark"},
]


def assert_accessible(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert not found, [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("look", LOOKS[:2])
def test_pages_before_the_work_have_no_finding(
    look: dict[str, object], serving: Serving, page_of: PageOf
) -> None:
    _, address = serving("usage", pay=Pay(price=50_000), consent="# Data\nKept.\n\n- one")
    page = page_of(address, **look)
    for path in ("/", "/guidelines", "/join", "/nowhere", "/work"):
        page.goto(path)
        assert_accessible(page)


@pytest.mark.parametrize(("task", "look"), list(zip(TASKS, LOOKS * 2, strict=True)))
def test_the_page_of_a_task_has_no_finding(
    task: str, look: dict[str, object], serving: Serving, page_of: PageOf
) -> None:
    _, address = serving(task, n_items=2, pay=Pay(price=50_000))
    page = page_of(address, **look)
    come_in(page)
    page.wait_for_selector(".js")
    for summary in page.locator("summary").all():
        summary.click()
    assert_accessible(page)
    page.context.add_cookies(
        [{"name": "solecism_look", "value": "largest.dark.on", "url": address}]
    )
    page.goto("/work")
    assert_accessible(page)


def test_pages_after_the_work_have_no_finding(working: Working) -> None:
    gold = {"": ("error",)}
    items = [item_for("extraneous", 0), item_for("extraneous", 1, pool=PRACTICE, gold=gold)]
    _, page = working("extraneous", items=items, qualification=Qualification(bar=0.0))
    page.keyboard.press("2")
    page.wait_for_selector("[data-verdict]")
    assert_accessible(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.question")
    page.keyboard.press("1")
    page.wait_for_selector("h1:text('All done')")
    assert_accessible(page)
    page.goto("/answers")
    page.locator("summary").first.click()
    assert_accessible(page)


def test_a_screen_reader_is_taken_to_each_question(working: Working) -> None:
    _, page = working("extraneous", n_items=2)
    page.keyboard.press("2")
    page.wait_for_selector("[data-state=saved]")
    heading = page.locator(":focus")
    assert heading.get_attribute("id") == "prompt"
    assert heading.get_attribute("aria-describedby") == "passage"
    assert "marked: of" in (page.text_content("#passage") or "")
    assert page.get_attribute("#saved", "role") == "status"
    assert page.get_by_role("button", name="Error").count() == 1
