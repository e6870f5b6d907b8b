"""No finding from axe on any page that a rater sees, whatever the look."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from itertools import cycle

import pytest
from jinja2 import Template
from playwright.sync_api import Page

from browsing import assert_accessible, come_in
from rater_pages import NOW, TASKS, item_for, link_for, served
from screened import quota_of
from solecism_study.configuration import Pay, Platform, Qualification
from solecism_study.item import PRACTICE
from solecism_study.people.raters import all_raters
from solecism_study.people.removal import remove_rater
from solecism_study.serve.http import pages
from solecism_study.serve.multi_study_app import make_multi_study_app
from solecism_study.study import Study, change_guideline, set_open

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
Working = Callable[..., tuple[Study, Page]]

LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 360, "height": 700}, "color_scheme": "dark"},
]


def test_words_that_cannot_be_read_in_the_dark_are_found(page_of: PageOf) -> None:
    page = page_of("http://localhost", color_scheme="light")
    page.set_content(
        '<html lang="en"><title>Dim</title><style>@media (prefers-color-scheme: dark) '
        "{ p { color: #222; background: #111 } }</style><main><h1>Dim</h1><p>words</p></main>"
    )
    assert_accessible(page)
    with pytest.raises(AssertionError, match="color-contrast"):
        assert_accessible(page, in_dark=True)


def test_pages_before_the_work_have_no_finding(serving: Serving, page_of: PageOf) -> None:
    _, address = serving("usage", pay=Pay(price=50_000), consent="# Data\nKept.\n\n- one")
    page = page_of(address, color_scheme="light")
    for path in ("/", "/guidelines", "/join", "/nowhere", "/work"):
        page.goto(path)
        assert_accessible(page, in_dark=True)


@pytest.mark.parametrize(("task", "look"), list(zip(TASKS, cycle(LOOKS), strict=False)))
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
    page.wait_for_selector(".js form.question")
    page.keyboard.press("1")
    page.wait_for_selector("h1:text('All done')")
    assert_accessible(page)
    page.goto("/answers")
    page.locator("summary").first.click()
    assert_accessible(page)


def page_templates() -> set[str]:
    """The templates that are whole pages of the rater's side.

    The page in a frame of Mechanical Turk has tests of its own.
    """
    folder = files("solecism_study.serve").joinpath("templates")
    return {
        one.name
        for one in folder.iterdir()
        if one.is_file() and '{% extends "layout.html" %}' in one.read_text()
    } - {"external_question.html"}


def look_from_another_browser(page: Page) -> None:
    """Come by the link of somebody who has begun elsewhere."""
    page.goto("/enter?pid=7")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("text=another browser")
    assert_accessible(page)


def test_no_page_of_a_raters_way_has_a_finding(
    serving: Serving, page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the door to the end and back, without scripts, in the order in which people come by."""
    seen: set[str] = set()

    def noted(name: str, plain: Callable[[str], Template] = pages.template) -> Template:
        seen.add(name)
        return plain(name)

    monkeypatch.setattr(pages, "template", noted)
    items = [
        *(item_for("extraneous", number) for number in range(2)),
        item_for("extraneous", 2, pool=PRACTICE, gold={"": ("error",)}),
    ]
    platform = Platform(name="panel", id_parameter="pid", code="C0DE")
    study, address = serving(
        "extraneous",
        items=items,
        platform=platform,
        access="platform",
        pay=Pay(price=50_000),
        qualification=Qualification(bar=0.0),
        screening=quota_of(9),
    )
    page = page_of(address)
    # Axe is a script itself: it is our own that must not be needed.
    page.route("**/static/*.js*", lambda route: route.abort())

    def look(path: str) -> None:
        page.goto(path)
        assert_accessible(page)

    def press(name: str) -> None:
        page.get_by_role("button", name=name).first.click()
        assert_accessible(page)

    for path in ("/", "/guidelines", link_for(study, expires=1), link_for(study), "/enter?pid=7"):
        look(path)
    page.get_by_role("checkbox").check()
    press("Begin")
    page.get_by_role("radio", name="English").check()
    press("Continue")
    press("Error")
    page.get_by_role("link", name="Continue").click()
    press("OK")
    look("/device")
    look_from_another_browser(page_of(address))
    change_guideline(study, "Read it twice.", consent="Kept.", now=NOW, actor="boss")
    look("/work")
    page.get_by_role("checkbox").check()
    press("Begin")
    look("/answers")
    look("/work")
    set_open(study, is_open=False, now=NOW, actor="boss")
    look("/work")
    set_open(study, is_open=True, now=NOW, actor="boss")
    look("/work")
    press("Stop for now")
    remove_rater(study, all_raters(study)[-1].id, reason="test", now=NOW, actor="boss")
    look("/enter?pid=7")
    page.get_by_role("checkbox").check()
    press("Begin")
    look("/withdraw")
    page.get_by_role("radio", name="Erase my answers too").check()
    press("Withdraw")
    with served(make_multi_study_app([study], address=address).overview) as front:
        look(front)
    assert page_templates() <= seen


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
