"""The administrator's pages in a real browser: accessible in every look, and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from starlette.routing import Route

from administrator import PASSWORD
from browsing import assert_accessible
from rater_pages import NOW, served
from solecism.formats import jsonl
from solecism.site import Flag
from solecism_study.configuration import UNIT, Control, Pay, Stopping
from solecism_study.people.administrators import add_administrator, make_token
from solecism_study.people.raters import all_raters
from solecism_study.serve.app import ADMIN_ROUTES, make_app
from solecism_study.simulation import SimulatedRaters, simulate
from solecism_study.study import FLAGS
from solecism_study.work.control_items import contest
from solecism_study.work.own_progress import own_answers
from studies import data_items, make_study, new_rater, work

PAGES = (
    *("", "/raters", "/screening", "/signs", "/control", "/instructions", "/design", "/files"),
    *("/disagreements", "/payments", "/reminders", "/privacy", "/access", "/account"),
)
NO_PAGES = ("/admin/files/", "/admin/payments/")
ONE_RATER = "/admin/raters/{rater}"
LOOKS: list[Any] = [
    {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    {"color_scheme": "dark", "viewport": {"width": 360, "height": 700}},
]
PageOf = Callable[..., Page]
WIDE = 1280


@contextmanager
def administered(folder: Path) -> Iterator[str]:
    """A study in which made-up raters have worked, and one of them contests an answer."""
    flags = [Flag(item.site, "invented", number % 2 == 0) for number, item in enumerate(ITEMS)]
    study = make_study(
        str(folder / "study"),
        items=ITEMS,
        n_gold=4,
        control=Control(share=0.3),
        pay=Pay(price=UNIT // 20, budget=100 * UNIT),
        stopping=Stopping(width=0.1),
        documents={FLAGS: "".join(jsonl.format(flags))},
    )
    add_administrator(study, "ann", PASSWORD, role="owner", now=NOW)
    add_administrator(study, "bea", PASSWORD, role="viewer", now=NOW)
    simulate(study, SimulatedRaters(n_raters=4), rng=np.random.default_rng(2), now=NOW)
    work(study, new_rater(study, "prolific id"), n=2)
    rater = all_raters(study)[0].id
    contest(study, rater, own_answers(study, rater, now=NOW)[0].token, "I stand by it.", now=NOW)
    make_token(study, "script", {"read"}, now=NOW)
    with served(make_app(study)) as place:
        yield place
    study.close()


@pytest.fixture
def address(scratch: Path) -> Iterator[str]:
    """The address of a study that a test changes."""
    with administered(scratch) as place:
        yield place


@pytest.fixture(scope="module")
def shown_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a study that tests only look at."""
    with administered(tmp_path_factory.mktemp("admin")) as place:
        yield place


ITEMS = data_items(16)


def log_in(page: Page, name: str = "ann") -> None:
    page.goto("/admin/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Overview")).to_be_visible()


def assert_accessible_in_every_look(page: Page) -> None:
    """No finding on a page in any look, nor anything that is wider than the window."""
    for look in LOOKS:
        page.emulate_media(color_scheme=look["color_scheme"])
        page.set_viewport_size(look["viewport"])
        assert_accessible(page)
        width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert width <= 0, f"{page.url} is wider than the window"


def test_pages_have_no_finding_in_any_look(shown_address: str, page_of: PageOf) -> None:
    page = page_of(shown_address)
    page.goto("/admin/login")
    assert_accessible_in_every_look(page)
    log_in(page)
    for path in PAGES:
        page.goto(f"/admin{path}")
        for summary in page.locator("summary").all():
            summary.click()
        assert_accessible_in_every_look(page)
    page.goto("/api")
    assert_accessible_in_every_look(page)


def test_no_page_is_left_out() -> None:
    shown = {
        route.path
        for route in ADMIN_ROUTES
        if isinstance(route, Route)
        and "GET" in (route.methods or ())
        and not route.path.startswith(NO_PAGES)
    }
    assert shown == {"/admin/login", ONE_RATER, *(f"/admin{path}" for path in PAGES)}


@pytest.mark.parametrize("look", [*LOOKS, {"viewport": {"width": 320, "height": 640}}])
def test_a_raters_page_is_reached_from_a_table_that_sorts_and_filters(
    shown_address: str, page_of: PageOf, look: dict[str, object]
) -> None:
    page = page_of(shown_address, **look)
    log_in(page)
    page.goto("/admin/raters")
    over = page.locator(".scroll").evaluate("box => box.scrollWidth - box.clientWidth")
    assert over <= 0
    if page.viewport_size and page.viewport_size["width"] < WIDE:
        # On a phone the table is a card for each rater, and has no heads to click.
        assert (
            page.locator("tbody tr").first.evaluate("row => getComputedStyle(row).display")
            == "grid"
        )
        label = "cell => getComputedStyle(cell, '::before').content"
        assert page.locator("tbody td:nth-child(6)").first.evaluate(label) == '"Control right"'
        page.get_by_label("Order by").select_option("answers")
        page.get_by_label("Values").select_option("down")
        page.get_by_role("button", name="Show").click()
    else:
        page.get_by_role("link", name="Data", exact=True).click()
        page.get_by_role("link", name="Data", exact=True).click()
        expect(page.locator("th[aria-sort=descending]")).to_have_text("Data ▼")
    counts = [int(text) for text in page.locator("tbody td:nth-child(3)").all_text_contents()]
    assert counts == sorted(counts, reverse=True)
    name = page.locator("tbody th a").first.inner_text()
    page.get_by_role("textbox", name="Rater", exact=True).fill(name[4:])
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert_accessible(page)
    page.locator("tbody th a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    expect(page.locator(".answers-of tbody tr").first).to_contain_text("depends of the weather")
    assert_accessible(page)
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0


def test_pages_that_forms_lead_to_have_no_finding(address: str, page_of: PageOf) -> None:
    page = page_of(address)
    log_in(page)
    page.goto("/admin/raters")
    page.get_by_label("Names, one per line. Pages and exports").fill("Cy\nDee")
    page.get_by_role("button", name="Create links").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links for 2 raters")
    assert_accessible_in_every_look(page)
    page.goto("/admin/access")
    page.locator("form.form").get_by_label("Name").fill("script")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_text("sol_")).to_be_visible()
    assert_accessible_in_every_look(page)
    page.goto("/admin/payments?paid=much")
    expect(page.get_by_role("alert")).to_contain_text("is not an amount")
    assert_accessible_in_every_look(page)
    page.goto("/admin/nowhere")
    assert_accessible_in_every_look(page)


def test_a_study_is_run_without_scripts(address: str, page_of: PageOf) -> None:
    page = page_of(address, java_script_enabled=False)
    log_in(page)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("status")).to_contain_text("The study is paused")
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("link", name="Raters", exact=True).click()
    page.get_by_label("Names, one per line. Pages and exports").fill("Cy\nDee")
    page.get_by_role("button", name="Create links").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links for 2 raters")
    page.get_by_role("link", name="Control items").click()
    page.get_by_role("button", name="Refuse").click()
    expect(page.get_by_role("status")).to_have_text("The contest was refused.")
    page.get_by_role("link", name="Files and log").click()
    page.get_by_role("button", name="Verify log and judgments").click()
    expect(page.get_by_role("status")).to_contain_text("Nothing was altered")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Administrator login")


def test_a_viewer_sees_and_changes_nothing(shown_address: str, page_of: PageOf) -> None:
    page = page_of(shown_address)
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    log_in(page, "bea")
    for path in PAGES[:-6]:
        page.goto(f"/admin{path}")
        forms = page.locator('main form[method="post"]')
        assert forms.count() == (1 if path == "/files" else 0), path
    assert not refused
