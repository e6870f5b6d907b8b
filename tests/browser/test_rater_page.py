"""The rater's page: how far one is, feedback, keys and boxes, scales, and small screens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import answers_in, assert_accessible, come_in, press_all
from rater_pages import item_for, link_for
from solecism_study.configuration import Pay
from solecism_study.item import PRACTICE
from solecism_study.study import Study

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
Working = Callable[..., tuple[Study, Page]]
PHONE = {"width": 390, "height": 640}
SMALL = {"width": 320, "height": 600}


@pytest.mark.parametrize("order", [["1", "h"], ["h", "1"], ["s", "1", "h"]])
def test_the_keys_of_usage_never_land_in_a_box(order: list[str], working: Working) -> None:
    study, page = working("usage", n_items=1)
    press_all(page, order)
    box = page.locator("#words-alternatives")
    expect(box).to_be_focused()
    assert box.input_value() == ""
    press_all(page, ["o", "n", "Enter"])
    page.wait_for_selector("h1:text('All done')")
    [answer] = answers_in(study)
    assert (answer["answer"], answer["alternatives"]) == (["incorrect"], ["on"])
    assert answer["confidence"] == ["high"]


def test_a_key_changes_the_answer_from_an_empty_box(working: Working) -> None:
    study, page = working("usage", n_items=1)
    press_all(page, ["1", "h", "2"])
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study)[0]["answer"] == ["correct"]


def test_under_a_question_there_is_little_and_logging_out_is_elsewhere(
    serving: Serving, page_of: PageOf
) -> None:
    study, address = serving("extraneous", n_items=3, access="invited")
    page = page_of(address)
    come_in(page, by=link_for(study))
    expect(page.locator("header").get_by_role("button", name="Log out")).to_be_visible()
    below = page.locator(".under button:visible, footer :is(a, button, summary):visible")
    assert below.all_inner_texts() == [
        "Stop for now",
        "Instructions",
        "Display and keyboard",
        "Your answers, and more",
    ]
    page.get_by_text("Your answers, and more").click()
    expect(page.locator("footer a:visible")).to_have_count(3)
    assert_accessible(page)
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("main")).to_contain_text("this browser has forgotten you")
    expect(page.locator("main")).to_contain_text("type this code")


def test_a_rater_sees_how_far_they_are_and_what_is_left(working: Working) -> None:
    _, page = working("extraneous", n_items=3, pay=Pay(price=100_000))
    expect(page.locator("#meter")).to_contain_text("0 of 3")
    expect(page.locator("#meter-left")).to_contain_text("0.30 USD left")
    page.keyboard.press("2")
    expect(page.locator("#meter-answers")).to_have_text("1 of 3")
    expect(page.locator("#meter-left")).to_contain_text("0.20 USD left")
    assert page.locator("#meter-done").evaluate("bar => bar.position") == pytest.approx(1 / 3)
    page.reload()
    expect(page.locator("#meter-answers")).to_have_text("1 of 3")
    page.keyboard.press("u")
    expect(page.locator("#meter-answers")).to_have_text("0 of 3")


@pytest.mark.parametrize("viewport", [SMALL, PHONE, {"width": 1280, "height": 800}])
def test_a_scale_of_seven_points_is_one_row(
    viewport: dict[str, int], serving: Serving, page_of: PageOf
) -> None:
    study, address = serving("acceptability", n_items=1, settings={"points": 7})
    page = page_of(address, viewport=viewport)
    come_in(page)
    boxes = [one.bounding_box() for one in page.locator(".points button").all()]
    assert len(boxes) == 7
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box and box["width"] >= 24 for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert_accessible(page)
    page.get_by_role("button", name="7, perfectly acceptable").click()
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [{"answer": ["7"]}]


@pytest.mark.parametrize("task", ["article-number", "usage", "ranking"])
@pytest.mark.parametrize("viewport", [SMALL, PHONE])
def test_save_is_in_view_on_a_phone(
    task: str, viewport: dict[str, int], serving: Serving, page_of: PageOf
) -> None:
    _, address = serving(task, n_items=1)
    page = page_of(address, viewport=viewport, has_touch=True)
    come_in(page)
    page.evaluate("window.scrollTo(0, 0)")
    box = page.get_by_role("button", name="Save").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= viewport["height"]
    assert_accessible(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_feedback_stands_beside_the_sentence(
    scripts: bool, serving: Serving, page_of: PageOf
) -> None:
    gold = {"": ("error",)}
    practice = [item_for("extraneous", n, pool=PRACTICE, gold=gold) for n in range(2)]
    _, address = serving("extraneous", items=[*practice, item_for("extraneous", 2)])
    page = page_of(address, viewport={"width": 1280, "height": 800}, java_script_enabled=scripts)
    come_in(page)
    expect(page.locator("#meter-answers")).to_have_text("0 of 2")
    page.get_by_role("button", name="OK").click()
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_contain_text("depends marked: of")
    expect(verdict).to_contain_text("This is not the expected answer")
    sentence, feedback = verdict.locator(".sentence"), verdict.locator(".feedback")
    left, right = sentence.bounding_box(), feedback.bounding_box()
    assert left is not None
    assert right is not None
    assert right["x"] >= left["x"] + left["width"]
    assert right["y"] < left["y"] + left["height"]
    expect(verdict.locator("dd")).to_have_text("OK")
    verdict.get_by_role("link", name="Continue").click()
    expect(page.locator("#meter-answers")).to_have_text("1 of 2")


def test_the_last_feedback_is_read_before_the_door_closes(working: Working) -> None:
    items = [item_for("extraneous", 0, pool=PRACTICE, gold={"": ("error",)})]
    _, page = working("extraneous", items=[*items, item_for("extraneous", 1)])
    page.keyboard.press("2")
    expect(page.locator("[data-verdict]")).to_contain_text("not the expected answer")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_selector("h1:text('Thank you for trying')")


def test_instructions_have_examples_and_links(serving: Serving, page_of: PageOf) -> None:
    text = "Read [the scheme](https://example.org/a?b=1).\n\n> It depends *of* you.\n"
    _, address = serving("extraneous", guideline=text, pay=Pay(price=100_000))
    page = page_of(address, viewport=SMALL)
    page.goto("/join")
    link = page.get_by_role("link", name="the scheme")
    assert link.get_attribute("href") == "https://example.org/a?b=1"
    assert "noopener" in (link.get_attribute("rel") or "")
    expect(page.locator(".examples mark")).to_have_text("of")
    expect(page.locator("main")).to_contain_text("up to 3 questions for you: 0.30 USD in all")
    assert_accessible(page)
