"""A long text is checked part by part, what can be seen first, and only again where it changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from browsing import intercept
from writing import EDITOR, expect_checked, expect_findings, findings, put

Writer = Callable[..., Page]
ERRORS = ["I depend of you.", "It was very beatiful.", "He insists of it."]


def long_text(divider: str, *, n: int = 200) -> str:
    """Sentences without errors, and one error at the beginning, in the middle and at the end."""
    plain = [
        f"In the year {1800 + k} the river was calm and the bridge was open." for k in range(n)
    ]
    half = n // 2
    return divider.join([ERRORS[0], *plain[:half], ERRORS[1], *plain[half:], ERRORS[2]])


def asked(page: Page) -> list[str]:
    """A list that the text of each request to check is added to."""
    texts: list[str] = []

    def add(request: Request) -> None:
        if request.url.endswith("/check"):
            texts.append(json.loads(request.post_data or "")["text"])

    page.on("request", add)
    return texts


def count(page: Page) -> Any:
    return page.locator("#count")


def is_covered(text: str, texts: list[str]) -> bool:
    """Whether every character of a text was in one of the texts that were asked about."""
    end = 0
    for start, each in sorted((text.index(each), each) for each in texts):
        if start > end:
            return False
        end = max(end, start + len(each))
    return end == len(text)


def set_clock(page: Page, *, step: int) -> None:
    """Have the page's clock stand still, but for so many milliseconds whenever it is read."""
    page.evaluate("step => { let now = Date.now(); Date.now = () => (now += step); }", step)


def test_a_long_paragraph_is_checked_in_parts_which_end_with_sentences(writer: Writer) -> None:
    page = writer()
    texts = asked(page)
    text = long_text(" ")
    put(page, text)
    expect_checked(page)
    expect(count(page)).to_have_text("3 findings")
    assert is_covered(text, texts)
    assert len(texts[0]) < 400
    assert all(part.rstrip().endswith(".") for part in texts)
    assert all(part.startswith(("I ", "In ", "It ", "He ")) for part in texts)
    # An edit has only its own part checked again, with the sentences before it.
    texts.clear()
    page.locator(EDITOR).press("Control+End")
    page.keyboard.insert_text(" I depend of her.")
    expect(count(page)).to_have_text("4 findings")
    expect_checked(page)
    assert [each.partition("He insists")[2] for each in texts] == [" of it. I depend of her."]
    assert 2_000 <= len(texts[0]) < 3_000


def test_what_can_be_seen_is_checked_first(writer: Writer) -> None:
    page = writer()
    text = long_text("\n\n", n=400)
    put(page, text)
    expect_checked(page)
    page.locator(EDITOR).press("Control+End")
    texts = asked(page)
    # Another setting has everything checked again.
    page.locator("#strictness").fill("1")
    expect(page.locator("#state")).to_have_attribute("data-state", "checking")
    expect_checked(page)
    assert text.index(texts[0]) > len(text) - 3_000
    assert is_covered(text, texts)


def test_a_sentence_may_end_with_a_year(writer: Writer) -> None:
    page = writer()
    texts = asked(page)
    text = " ".join(f"The bridge over the river was open in {1800 + k}." for k in range(60))
    put(page, text)
    expect_checked(page)
    assert len(texts[0]) < 400
    assert texts[0].endswith(". ")
    assert texts[-1] == text


@pytest.mark.parametrize(
    ("step", "n_requests", "longest"),
    [
        pytest.param(0, range(5, 15), 6_000, id="quick"),
        pytest.param(3_000, range(60, 120), 2_600, id="slow"),
    ],
)
def test_a_request_has_as_much_text_as_the_server_reads_in_a_second(
    writer: Writer, step: int, n_requests: range, longest: int
) -> None:
    page = writer()
    set_clock(page, step=step)
    texts = asked(page)
    text = long_text(" ", n=400)
    put(page, text)
    expect_checked(page)
    assert is_covered(text, texts)
    assert len(texts[0]) < 400
    assert max(map(len, texts)) <= longest
    assert len(texts) in n_requests


def test_a_text_that_is_not_long_is_checked_as_a_whole_at_last(writer: Writer) -> None:
    page = writer()
    texts = asked(page)
    text = long_text("\n\n", n=100)
    put(page, text)
    expect_checked(page)
    expect(count(page)).to_have_text("3 findings")
    assert len(texts[0]) < 400
    assert texts[-1] == text
    texts.clear()
    page.locator(EDITOR).press("Control+End")
    page.keyboard.insert_text(" I depend of her.")
    expect(count(page)).to_have_text("4 findings")
    assert texts == [f"{text} I depend of her."]


def test_a_server_that_was_away_is_asked_about_little_at_first(writer: Writer) -> None:
    page = writer()
    text = long_text("\n\n", n=100)
    put(page, text)
    expect_checked(page)
    texts = asked(page)
    intercept(page, "**/check", lambda route: route.abort())
    page.locator(EDITOR).press("Control+End")
    page.keyboard.insert_text(" I depend of her.")
    page.wait_for_function("() => document.querySelector('#state').dataset.state === 'gone'")
    whole = texts.pop(0)
    assert whole == f"{text} I depend of her."
    page.unroute("**/check")
    expect_checked(page)
    expect(count(page)).to_have_text("4 findings")
    assert len(texts[0]) < 900
    assert texts[-1] == whole


def test_a_long_text_that_is_pasted_while_a_check_runs_is_the_one_that_is_checked(
    writer: Writer,
) -> None:
    page = writer()
    held: list[Route] = []
    is_held = Event()

    def hold(route: Route) -> None:
        if is_held.is_set():
            route.continue_()
        else:
            is_held.set()
            held.append(route)

    intercept(page, "**/check", hold)
    put(page, "I depend of you.")
    page.wait_for_function("() => document.querySelector('#state').dataset.state === 'checking'")
    while not held:
        page.wait_for_timeout(20)
    put(page, long_text("\n\n"))
    held[0].continue_()
    expect_checked(page)
    expect(count(page)).to_have_text("3 findings")
    put(page, "He insists of it.")
    expect_findings(page, "of")
    expect(findings(page)).to_have_count(1)
