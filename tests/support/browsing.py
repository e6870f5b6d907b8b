"""A rater who works in a browser by keyboard, and the answers that the study then has."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect
from sqlalchemy import select

from solecism_study.store.tables import judgments
from solecism_study.study import Study

# An element that is still appearing has neither the colours nor the place that it will have; what
# moves without end, such as a sign of work going on, is not waited for.
SETTLED = """Promise.all(
  document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < Infinity)
    .map(each => each.finished.catch(() => null))
)"""


# The rules of axe that look at colours: nothing else is another in our dark pages.
OF_COLOURS = ("color-contrast", "link-in-text-block")


def axe_findings(page: Page, *, rules: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What axe finds wrong on a page that has all its styles, and whose transitions have ended.

    All its rules are tried if none are named.
    """
    page.wait_for_load_state()
    page.evaluate(f"async () => {{ await {SETTLED} }}")
    # What passes need not be described, and no rule in use asks for what would be loaded before.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate("async options => (await axe.run(options)).violations", options)
    return cast("list[dict[str, Any]]", found)


def assert_accessible(page: Page, *, in_dark: bool = False) -> None:
    """No finding from axe on a page as it is, nor in the colours that it has in the dark."""
    found = axe_findings(page)
    if in_dark:
        page.emulate_media(color_scheme="dark")
        found += axe_findings(page, rules=OF_COLOURS)
        page.emulate_media(color_scheme="light")
    assert not found, [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def intercept(page: Page, pattern: str, handler: Callable[[Route], object], **options: Any) -> None:
    """`page.route`, in force when this returns.

    The browser tells its pages later than it tells us that their requests are intercepted: on a
    busy machine, what a page asks for at once may still go to the server.
    """
    page.route(pattern, handler, **options)
    page.route("**/is-intercepted", lambda route: route.fulfill(status=204))
    ask = "async () => (await fetch('/is-intercepted')).status"
    while page.evaluate(ask) != 204:
        page.wait_for_timeout(20)
    page.unroute("**/is-intercepted")


def go_offline(page: Page) -> None:
    """Cut the page off from the server, in force when this returns."""
    page.context.set_offline(True)
    ask = "() => fetch('/is-offline').then(() => false, () => true)"
    while not page.evaluate(ask):
        page.wait_for_timeout(20)


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
    """Wait until the question of this number can be answered by keys, which the script hears."""
    expect(page).to_have_title(re.compile(f"^Question {number} "))
    page.wait_for_selector(".js form.question")


def press_all(page: Page, keys: Sequence[str]) -> None:
    """Press one key after the other."""
    for key in keys:
        page.keyboard.press(key)
