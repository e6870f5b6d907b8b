"""A line that drops costs nothing: no answer is lost, none is kept twice."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from browsing import answers_in, come_in, go_offline, intercept, wait_for_question
from rater_pages import link_for
from solecism_study.study import Study

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
Working = Callable[..., tuple[Study, Page]]
OK = {"answer": ["ok"]}


def test_answers_without_a_line_wait_on_the_device(working: Working) -> None:
    study, page = working("extraneous", n_items=4)
    page.keyboard.press("2")
    page.wait_for_selector("[data-state=saved]")
    go_offline(page)
    page.keyboard.press("2")
    wait_for_question(page, 3)
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("2 answers are stored on this device")
    assert answers_in(study) == [OK]
    page.context.set_offline(False)
    wait_for_question(page, 4)
    page.keyboard.press("2")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [OK] * 4


def test_an_answer_whose_receipt_is_lost_is_kept_once(working: Working) -> None:
    study, page = working("extraneous", n_items=2)
    lost = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    intercept(page, "**/work/answers", lose, times=1)
    page.keyboard.press("2")
    wait_for_question(page, 2)
    page.keyboard.press("2")
    page.wait_for_selector("h1:text('All done')")
    assert lost == [200]
    assert answers_in(study) == [OK] * 2


def test_answers_on_the_device_outlive_the_page(working: Working) -> None:
    study, page = working("extraneous", n_items=2)
    go_offline(page)
    page.keyboard.press("2")
    wait_for_question(page, 2)
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("2 answers")
    page.close()
    again = page.context.new_page()
    page.context.set_offline(False)
    again.goto("/work")
    again.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [OK] * 2


def test_an_answer_that_never_arrived_is_undone_after_the_page_is_loaded_again(
    working: Working,
) -> None:
    study, page = working("extraneous", n_items=3)
    intercept(page, "**/work/answers", lambda route: route.abort())
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("1 answer is stored on this device")
    page.reload()
    expect(page.locator("#meter-answers")).to_have_text("1 of 3")
    page.wait_for_selector("#undo button:visible")
    expect(page.locator("#saved")).to_contain_text("1 answer is stored on this device")
    page.keyboard.press("u")
    expect(page.locator("#meter-answers")).to_have_text("0 of 3")
    page.unroute("**/work/answers")
    page.keyboard.press("1")
    expect(page.locator("#meter-answers")).to_have_text("1 of 3")
    page.wait_for_selector("[data-state=saved]")
    assert answers_in(study) == [{"answer": ["error"]}]


def test_an_answer_whose_receipt_is_lost_is_counted_once_after_the_page_is_loaded_again(
    working: Working,
) -> None:
    study, page = working("extraneous", n_items=3)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    intercept(page, "**/work/answers", lose)
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("1 answer is stored on this device")
    page.reload()
    page.wait_for_selector(".js")
    expect(page.locator("#meter-answers")).to_have_text("1 of 3")
    page.unroute("**/work/answers")
    page.wait_for_selector("[data-state=saved]")
    expect(page.locator("#meter-answers")).to_have_text("1 of 3")
    assert answers_in(study) == [OK]


def test_answers_wait_where_the_session_has_ended(serving: Serving, page_of: PageOf) -> None:
    study, address = serving("extraneous", n_items=2, access="invited")
    link = link_for(study)
    page = page_of(address)
    come_in(page, by=link)
    page.wait_for_selector(".js")
    page.context.clear_cookies(name=re.compile("rater"))
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("Open your link again")
    assert answers_in(study) == []
    come_in(page, by=link)
    wait_for_question(page, 2)
    page.keyboard.press("2")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [OK] * 2


def test_a_draft_outlives_the_page(working: Working) -> None:
    _, page = working("usage", n_items=1)
    page.keyboard.press("1")
    page.reload()
    page.wait_for_selector(".js")
    assert page.is_checked("[value=incorrect]")
    page.keyboard.press("h")
    page.keyboard.type("on, ")
    page.reload()
    page.wait_for_selector(".js")
    assert page.is_checked("[value=incorrect]")
    assert page.is_checked("[value=high]")
    assert page.input_value("#words-alternatives") == "on, "


def test_an_answer_that_waits_is_undone_without_a_line(working: Working) -> None:
    study, page = working("extraneous", n_items=2)
    go_offline(page)
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("stored on this device")
    page.keyboard.press("u")
    wait_for_question(page, 1)
    page.keyboard.press("1")
    page.context.set_offline(False)
    wait_for_question(page, 2)
    page.keyboard.press("2")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [{"answer": ["error"]}, OK]


def test_two_windows_of_one_rater_keep_each_answer_once(working: Working) -> None:
    study, page = working("extraneous", n_items=2)
    other = page.context.new_page()
    other.goto("/work")
    other.wait_for_selector(".js")
    page.keyboard.press("2")
    page.wait_for_selector("[data-state=saved]")
    other.keyboard.press("1")
    expect(other.locator("#notices")).to_contain_text("not accepted")
    wait_for_question(other, 2)
    other.keyboard.press("2")
    other.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [OK] * 2


def test_a_browser_that_keeps_nothing_can_be_worked_with(serving: Serving, page_of: PageOf) -> None:
    study, address = serving("extraneous", n_items=3)
    page = page_of(address)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })"
    )
    come_in(page)
    page.wait_for_selector(".js")
    page.keyboard.press("2")
    page.wait_for_selector("[data-state=saved]")
    go_offline(page)
    page.keyboard.press("2")
    expect(page.locator("#saved")).to_contain_text("1 answer is stored in this window only")
    page.context.set_offline(False)
    wait_for_question(page, 3)
    page.keyboard.press("2")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [OK] * 3
