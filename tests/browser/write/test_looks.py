"""No finding from axe in any state of the page, no sideways scrolling, and quick typing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import assert_accessible, go_offline, intercept
from writing import expect_checked, expect_findings, put, text_of

Writer = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
LOOKS = [
    {"color_scheme": "light"},
    {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True},
]
TEXT = "My mother is teacher. It was very beatiful. I depend of you. " + "Donaudampfschiff" * 20


def assert_fine(page: Page) -> None:
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert_accessible(page, in_dark=not is_dark)
    assert_no_sideways_scrolling(page)


def assert_no_sideways_scrolling(page: Page) -> None:
    for part in ("html", ".cm-scroller", "#panel"):
        overhang = page.locator(part).evaluate("each => each.scrollWidth - each.clientWidth")
        assert overhang <= 0, part


@pytest.mark.parametrize("look", LOOKS)
def test_no_state_of_the_page_has_a_finding(look: dict[str, object], writer: Writer) -> None:
    page = writer(**look)
    assert_fine(page)
    put(page, TEXT)
    expect(page.locator(".finding")).not_to_have_count(0)
    assert_fine(page)
    page.keyboard.press("F8")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_fine(page)
    page.keyboard.press("Escape")
    if page.locator("#open-panel").is_visible():
        page.locator("#open-panel").click()
    page.locator("#keep").check()
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("#kept li")).to_have_count(1)
    assert_fine(page)
    page.locator("#open-sure").click()
    expect(page.get_by_role("dialog", name="Accept what is sure")).to_be_visible()
    assert_fine(page)
    page.keyboard.press("Escape")
    if page.locator("#close-panel").is_visible():
        page.locator("#close-panel").click()
    go_offline(page)
    put(page, "We went home.")
    expect(page.get_by_role("alert")).to_be_visible()
    assert_fine(page)


def test_on_a_phone_the_card_lies_at_the_bottom_and_hides_no_finding(writer: Writer) -> None:
    page = writer(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    put(page, "We went home. \n" * 14 + "I depend of you.")
    expect_findings(page, "of")
    page.locator(".finding").tap()
    card = page.get_by_role("dialog")
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 390)
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)
    page.wait_for_function(
        "top => document.querySelector('.finding').getBoundingClientRect().bottom <= top",
        arg=box["y"],
    )
    card.get_by_role("button", name="on", exact=True).tap()
    assert text_of(page).endswith("I depend on you.")


def test_the_page_can_be_enlarged_to_twice_its_size(writer: Writer) -> None:
    page = writer(viewport={"width": 640, "height": 400})
    put(page, TEXT)
    expect(page.locator(".finding")).not_to_have_count(0)
    page.keyboard.press("F8")
    expect(page.get_by_role("dialog")).to_be_in_viewport(ratio=1)
    expect(page.locator(".finding.active")).to_be_in_viewport()
    assert_no_sideways_scrolling(page)


def test_moving_parts_stand_still_where_that_is_wished(writer: Writer) -> None:
    page = writer(reduced_motion="reduce")
    put(page, "I depend of you.")
    expect_findings(page, "of")
    page.keyboard.press("F8")
    assert page.locator("#card").evaluate("card => getComputedStyle(card).animationName") == "none"


def test_a_key_in_a_long_text_changes_little_of_the_page(writer: Writer) -> None:
    """5,000 words with hundreds of findings: what is drawn does not grow with the text."""
    page = writer()
    sentence = "It was very beatiful and I depend of you, because we went home after the film. "
    put(page, "\n\n".join([sentence * 5] * 66))
    expect(page.locator("#count")).to_have_text("660 findings")
    expect_checked(page)
    expect(page.locator("#findings li")).to_have_count(200)
    expect(page.locator("#more")).to_have_text("460 more findings not listed.")
    assert page.locator(".cm-line").count() < 60
    page.keyboard.press("Control+Home")
    # On a busy machine the keys come slowly, and answers between them would be counted as well.
    intercept(page, "**/check", lambda route: None)
    page.evaluate(
        """() => {
            window.changed = 0;
            const watch = new MutationObserver(records => { window.changed += records.length; });
            watch.observe(document.body, {subtree: true, childList: true, attributes: true});
        }"""
    )
    page.keyboard.type("a" * 20)
    assert text_of(page).startswith("a" * 20)
    assert page.evaluate("window.changed") < 20 * 10


def test_the_whole_text_is_printed(writer: Writer) -> None:
    page = writer()
    put(page, "We went home after the film.\n\n" * 200 + "The end.")
    expect_checked(page)
    assert page.pdf().count(b"/Type /Page\n") > 5


def test_only_the_own_server_is_asked(writer: Writer, write_address: str) -> None:
    page = writer()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.reload()
    put(page, "I depend of you.")
    expect_findings(page, "of")
    assert asked
    assert all(address.startswith(write_address) for address in asked)
    assert page.evaluate("document.querySelectorAll('style:not([nonce])').length") == 0
