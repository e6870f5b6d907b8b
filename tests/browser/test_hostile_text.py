"""Texts that break pages elsewhere: markup, other directions, words without an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from browsing import answers_in, come_in, press_all, wait_for_question
from rater_pages import TASKS, item_for
from solecism_study.item import Item
from solecism_study.study import Study

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
MARKUP = "</template></form><script>alert(1)</script><img src=x onerror=alert(2)>"


def test_markup_runs_nowhere_and_is_read_as_text(serving: Serving, page_of: PageOf) -> None:
    items = [
        Item(f"e{n}.1:0-1:preposition", f"{n} {MARKUP}", MARKUP, MARKUP, context=(MARKUP,))
        for n in range(3)
    ]
    study, address = serving("usage", items=items, guideline=MARKUP, name=MARKUP)
    page = page_of(address)
    told: list[str] = []
    page.on("dialog", lambda dialog: told.append(dialog.message))
    page.on("pageerror", lambda error: told.append(str(error)))
    come_in(page)
    page.wait_for_selector(".js")
    for number in range(3):
        wait_for_question(page, number + 1)
        assert (page.text_content(".sentence") or "").count(MARKUP) == 3
        press_all(page, ["2", "h"])
    page.wait_for_selector("h1:text('All done')")
    page.goto("/answers")
    assert MARKUP in (page.text_content(".answers") or "")
    assert told == []
    assert len(answers_in(study)) == 3


@pytest.mark.parametrize("task", TASKS)
def test_no_page_is_wider_than_a_small_phone(task: str, serving: Serving, page_of: PageOf) -> None:
    endless = Item(
        "e.1:0-1:preposition",
        "Donaudampfschifffahrts" * 6,
        "של" * 30,
        " https://" + "x" * 200,
        offers={**item_for(task, 1).offers},
    )
    _, address = serving(task, items=[endless])
    page = page_of(address, viewport={"width": 320, "height": 640})
    page.context.add_cookies(
        [{"name": "solecism_look", "value": "largest.light.on", "url": address}]
    )
    come_in(page)
    page.wait_for_selector(".js")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
