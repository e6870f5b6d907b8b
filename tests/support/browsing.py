"""A rater who works in a browser by keyboard, and the answers that the study then has."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from playwright.sync_api import Page, expect
from sqlalchemy import select

from solecism.collect.store.tables import judgments
from solecism.collect.study import Study


def answers_in(study: Study) -> list[dict[str, list[str]]]:
    """All answers that were ever given, in order."""
    with study.database.read() as connection:
        query = select(judgments.c.answer).where(judgments.c.action == "answer")
        kept = connection.execute(query.order_by(judgments.c.id)).scalars()
        return [msgspec.json.decode(text) for text in kept]


def tab_to(page: Page, wanted: str, *, most: int = 60) -> None:
    """Press the tab key until this element has the focus."""
    for _ in range(most):
        if page.locator(f":focus:is({wanted})").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator never reaches {wanted}")


def come_in(page: Page, *, by: str = "/join") -> None:
    """Agree to take part, by keyboard."""
    page.goto(by)
    tab_to(page, "[name=agreed]")
    page.keyboard.press("Space")
    tab_to(page, "button.action")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.question")


def wait_for_question(page: Page, number: int) -> None:
    """Wait until the question of this number can be answered."""
    expect(page).to_have_title(re.compile(f"^Question {number} "))
    page.wait_for_selector("form.question")


def press_all(page: Page, keys: Sequence[str]) -> None:
    """Press one key after the other."""
    for key in keys:
        page.keyboard.press(key)
