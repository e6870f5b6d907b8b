"""A worker of Mechanical Turk in a real browser: the frame, a tab with the questions, the code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from browsing import axe_findings
from rater_pages import served, study_for
from simulated_turk import HOST, Hit, SimulatedTurk
from solecism_study.configuration import Pay
from solecism_study.people.platforms import platform_named
from solecism_study.serve.app import make_app

pytestmark = pytest.mark.browser
PageOf = Callable[..., Page]
WORKER = "A1B2C3D4E5F6G7"
STUDY = "https://study.example"
Turk = tuple[SimulatedTurk, dict[str, str]]


@pytest.fixture
def turk(tmp_path: Path) -> Iterator[Turk]:
    """The simulated platform with one HIT, and where it and the study really are."""
    study = study_for(
        tmp_path / "study",
        "extraneous",
        n_items=2,
        access="platform",
        platform=platform_named("mturk"),
        pay=Pay(price=50_000),
    )
    made = SimulatedTurk()
    made.hits["3HIT"] = Hit("3HIT", f"{STUDY}/mturk", 10, 5)
    with served(make_app(study, address=STUDY)) as at_study, served(made.app) as at_turk:
        yield made, {STUDY: at_study, HOST: at_turk}
    study.close()


def stand_for(context: BrowserContext, host: str, address: str) -> None:
    """Let this host be the server at an address."""

    def answer(route: Route) -> None:
        real = route.request.url.replace(host, address)
        response = route.fetch(url=real, max_redirects=0)
        if "location" not in response.headers:
            route.fulfill(response=response)
            return
        # Not every browser follows a redirection that is made up: the page goes there by itself.
        kept = {k: v for k, v in response.headers.items() if k == "set-cookie"}
        there = f'<meta http-equiv="refresh" content="0; url={response.headers["location"]}">'
        route.fulfill(status=200, headers={**kept, "content-type": "text/html"}, body=there)

    context.route(f"{host}/**", answer)


def test_a_worker_does_the_work_in_a_tab_and_submits_the_code_in_the_frame(
    turk: Turk, page_of: PageOf
) -> None:
    platform, places = turk
    page = page_of(STUDY)
    for host, address in places.items():
        stand_for(page.context, host, address)
    page.goto(f"{HOST}/preview/3HIT")
    expect(page.frame_locator("iframe").get_by_text("This is a preview")).to_be_visible()
    page.goto(f"{HOST}/accept/3HIT/{WORKER}")
    frame = page.frame_locator("iframe")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Open the questions").click()
    work = opened.value
    work.get_by_label("I have read this and want to take part.").check()
    work.get_by_role("button", name="Begin").click()
    for _ in range(2):
        work.wait_for_selector(".js form.question")
        work.keyboard.press("1")
    code = work.locator(".code").inner_text()
    frame.get_by_role("textbox", name="Completion code").fill(code)
    frame.get_by_role("button", name="Submit").click()
    expect(frame.get_by_text("The HIT has been submitted.")).to_be_visible()
    [done] = platform.hits["3HIT"].assignments
    assert (done.worker, done.status) == (WORKER, "Submitted")
    assert f"<FreeText>{code}</FreeText>" in done.answer


def test_another_site_cannot_frame_the_page(turk: Turk, page_of: PageOf) -> None:
    _, places = turk
    page, thief = page_of(STUDY), "https://evil.example"
    for host, address in {STUDY: places[STUDY], thief: places[HOST]}.items():
        stand_for(page.context, host, address)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.goto(f"{thief}/accept/3HIT/{WORKER}")
    page.wait_for_load_state()
    assert page.frame_locator("iframe").get_by_role("link").count() == 0
    assert any("frame-ancestors" in text for text in problems), problems


def test_the_frame_has_no_finding(turk: Turk, page_of: PageOf) -> None:
    page = page_of(turk[1][STUDY], color_scheme="dark")
    page.goto("/mturk?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")
    assert not axe_findings(page)
    page.goto(f"/mturk?assignmentId=3ABCDEFGHIJKLM&workerId={WORKER}&turkSubmitTo={HOST}")
    assert not axe_findings(page)
