"""Screening, signs, disagreements, design and privacy in a real browser, without a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from administrator import PASSWORD
from browsing import assert_accessible
from rater_pages import NOW, served, study_for
from screened import WHOLE, arrive, pass_all
from solecism_study.configuration import Changes
from solecism_study.design import amend, lock_design
from solecism_study.people.administrators import add_administrator
from solecism_study.people.raters import all_raters
from solecism_study.people.sessions import record_device
from solecism_study.screening.rater_rules import Limits, Signs
from solecism_study.screening.steps import answer_step
from solecism_study.serve.app import make_app
from solecism_study.work.lease import Lease
from studies import work

PHONE: dict[str, object] = {"color_scheme": "dark", "viewport": {"width": 390, "height": 800}}
PageOf = Callable[..., Page]


def correct(lease: Lease) -> dict[str, list[str]]:
    return {"answer": ["correct"], "confidence": ["high"]}


def extraneous(lease: Lease) -> dict[str, list[str]]:
    return {"answer": ["extraneous"], "confidence": ["low"]}


@pytest.fixture
def address(scratch: Path) -> Iterator[str]:
    """A study with all rules for raters, in which two have worked and one was turned away."""
    study = study_for(
        scratch / "study",
        "usage",
        n_items=4,
        screening=WHOLE,
        limits=Limits(item_seconds=60, session_minutes=30),
        signs=Signs(fast_seconds=2, same_in_a_row=3, one_device=True, least=2),
        retention_days=30,
    )
    add_administrator(study, "ann", PASSWORD, role="owner", now=NOW)
    lock_design(study, "Alpha over all items.", now=NOW, actor="ann")
    for name, answers in (("bea", correct), ("cy", extraneous)):
        rater = arrive(study, name, now=NOW)
        pass_all(study, rater, now=NOW)
        record_device(study, rater, "browser", "one")
        work(study, rater, now=NOW, answers=answers)
    dee = arrive(study, "dee", now=NOW)
    answer_step(study, dee, {"language": "Welsh", "age": "30"}, now=NOW)
    amend(study, Changes(n_judgments=4), reason="more power", now=NOW, actor="ann")
    with served(make_app(study, clock=lambda: NOW + 60_000)) as place:
        yield f"{place}#{all_raters(study)[0].pseudonym}"
    study.close()


def assert_fits(page: Page) -> None:
    """No finding from axe, and nothing wider than the window."""
    assert_accessible(page)
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, page.url


def test_administrators_pages(address: str, page_of: PageOf) -> None:
    place, _, rater = address.partition("#")
    page = page_of(place, **PHONE)
    page.goto("/admin/login")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    for path in ("screening", f"signs?without={rater}", "design", "privacy", "disagreements"):
        page.goto(f"/admin/{path}")
        for summary in page.locator("main summary").all():
            summary.click()
        assert_fits(page)
    page.get_by_role("link", name="Decide").first.click()
    assert_fits(page)
    page.get_by_role("button", name="Show the 2 answers").click()
    expect(page.get_by_role("heading", name="What raters answered")).to_be_visible()
    assert_fits(page)
    page.locator("input[value=correct]").check()
    page.locator("input[value=high]").check()
    page.get_by_role("button", name="Decide", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("is recorded")
    page.goto("/admin/privacy")
    page.get_by_label("Pseudonym, or id").fill(rater)
    page.get_by_label("Id and times").check()
    page.get_by_role("button", name="Erase", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("The rater is erased")


def test_a_raters_way_through_screening_and_out(address: str, page_of: PageOf) -> None:
    page = page_of(address.partition("#")[0], **PHONE)
    # Axe is a script itself: it is our own that must not be needed.
    page.route("**/static/*.js*", lambda route: route.abort())
    page.goto("/join")
    assert_fits(page)
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Begin").click()
    assert_fits(page)
    page.get_by_role("radio", name="English").check()
    page.get_by_label("How old are you?").fill("fifty")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("whole number")
    assert_fits(page)
    page.get_by_label("How old are you?").fill("50")
    page.get_by_role("button", name="Continue").click()
    assert_fits(page)
    for name in ("on", "at"):
        page.get_by_role("radio", name=name, exact=True).check()
    page.get_by_role("button", name="Continue").click()
    assert_fits(page)
    page.get_by_role("radio", name="the text").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("Not all of your answers were right")
    assert_fits(page)
    page.get_by_role("radio", name="canaryword").check()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_selector("form.question")
    page.goto("/withdraw")
    assert_fits(page)
    page.get_by_role("radio", name="Keep my answers").check()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You have withdrawn")
    assert_fits(page)
