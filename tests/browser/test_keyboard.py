"""Every task is finished by keyboard alone, with scripts and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import answers_in, come_in, press_all, tab_to, wait_for_question
from rater_pages import TASKS
from solecism_study.study import Study

Serving = Callable[..., tuple[Study, str]]
PageOf = Callable[..., Page]
Working = Callable[..., tuple[Study, Page]]

# What is pressed for one question where single keys answer.
KEYS = {
    "cloze": ["5"],
    "choice": ["3"],
    "usage": ["s", "2", "h"],
    "extraneous": ["1"],
    "correctness": ["2"],
    "acceptability": ["2"],
    "article-number": ["y", "n", "y", "n", "n"],
    "ranking": ["2", "2", "2"],
    "edit": ["1"],
}
# What is looked for with the tabulator where they do not, and what is pressed there.
STEPS: dict[str, list[tuple[str, str]]] = {
    "cloze": [("[name='pick:answer'][value=on]", "Enter")],
    "choice": [("[value=both]", "Enter")],
    "usage": [
        ("[value=spelling]", "Space"),
        ("[name='field:answer']", "ArrowDown"),
        ("[name='field:answer']", "ArrowDown"),
        ("[name='field:confidence']", "ArrowUp"),
        (".send button", "Enter"),
    ],
    "extraneous": [("[value=error]", "Enter")],
    "correctness": [("[value=incorrect]", "Enter")],
    "acceptability": [("[value=error]", "Enter")],
    "article-number": [
        ("[name='field:null singular']", "Space"),
        ("[name='field:a singular']", "ArrowDown"),
        ("[name='field:the singular']", "Space"),
        ("[name='field:null plural']", "ArrowDown"),
        ("[name='field:the plural']", "ArrowDown"),
        (".send button", "Enter"),
    ],
    "ranking": [
        (f"fieldset:nth-of-type({number}) input", key)
        for number, key in ((1, "ArrowDown"), (2, "ArrowDown"), (3, "ArrowDown"))
    ]
    + [(".send button", "Enter")],
    "edit": [("[value=accept]", "Enter")],
}
EXPECTED = {
    "cloze": {"answer": ["on"]},
    "choice": {"answer": ["both"]},
    "usage": {"context": ["spelling"], "answer": ["correct"], "confidence": ["high"]},
    "extraneous": {"answer": ["error"]},
    "correctness": {"answer": ["incorrect"]},
    "acceptability": {"answer": ["error"]},
    "article-number": {
        "null singular": ["yes"],
        "a singular": ["no"],
        "the singular": ["yes"],
        "null plural": ["no"],
        "the plural": ["no"],
    },
    "ranking": {"correction1": ["2"], "correction2": ["2"], "correction3": ["2"]},
    "edit": {"answer": ["accept"]},
}


@pytest.mark.parametrize("task", TASKS)
def test_single_keys_finish_a_task(task: str, working: Working) -> None:
    study, page = working(task)
    for number in range(3):
        wait_for_question(page, number + 1)
        press_all(page, KEYS[task])
    page.wait_for_selector("h1:text-matches('done|first round', 'i')")
    assert answers_in(study) == [EXPECTED[task]] * 3


@pytest.mark.parametrize("task", TASKS)
def test_the_tabulator_finishes_a_task_without_scripts(
    task: str, serving: Serving, page_of: PageOf
) -> None:
    study, address = serving(task, n_items=2)
    page = page_of(address, java_script_enabled=False)
    come_in(page)
    for _ in range(2):
        *before, (button, last) = STEPS[task]
        for wanted, key in before:
            tab_to(page, wanted)
            page.keyboard.press(key)
        tab_to(page, button)
        with page.expect_navigation():
            page.keyboard.press(last)
    page.wait_for_selector("h1:text-matches('done|first round', 'i')")
    assert answers_in(study) == [EXPECTED[task]] * 2


def test_typed_words_and_offered_ones_live_in_one_box(working: Working) -> None:
    study, page = working("cloze", n_items=2)
    page.keyboard.type("via")
    page.keyboard.press("Enter")
    wait_for_question(page, 2)
    page.keyboard.press("-")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [{"answer": ["via"]}, {"answer": ["about"]}]


def test_what_is_no_word_comes_back_to_be_mended(working: Working) -> None:
    study, page = working("cloze", n_items=2)
    sentence = page.text_content(".sentence")
    page.keyboard.type("on4")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_contain_text("is not a word")
    assert page.text_content(".sentence") == sentence
    assert page.input_value("#words-answer") == "on4"
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    wait_for_question(page, 2)
    page.keyboard.press("1")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [{"answer": ["on"]}, {"answer": ["of"]}]


def test_a_better_preposition_is_asked_for_only_where_one_is_needed(working: Working) -> None:
    study, page = working("usage", n_items=1)
    assert not page.is_visible("#words-alternatives")
    page.keyboard.press("1")
    assert page.is_visible("#words-alternatives")
    assert not page.is_visible("#words-equals")
    page.keyboard.press("l")
    page.keyboard.type("on, upon")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:text('All done')")
    (found,) = answers_in(study)
    assert found["alternatives"] == ["on", "upon"]
    assert found["confidence"] == ["low"]


def test_keys_do_nothing_where_they_are_switched_off(serving: Serving, page_of: PageOf) -> None:
    study, address = serving("extraneous", n_items=1)
    page = page_of(address)
    come_in(page)
    page.click("text=Display and keyboard")
    page.select_option("#display-keys", "off")
    page.click("text=Apply")
    page.wait_for_selector("[data-keys=off]")
    page.wait_for_selector(".js")
    page.keyboard.press("1")
    tab_to(page, "[value=ok]")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:text('All done')")
    assert answers_in(study) == [{"answer": ["ok"]}]


def test_undo_brings_back_the_question_as_it_was_answered(working: Working) -> None:
    study, page = working("usage", n_items=2)
    first = page.text_content(".sentence")
    press_all(page, ["d", "0", "h"])
    page.wait_for_selector("[data-state=saved]")
    page.keyboard.press("u")
    page.wait_for_selector("[value=extraneous]:checked")
    assert page.text_content(".sentence") == first
    assert page.is_checked("[value=determiner]")
    press_all(page, ["2", "Enter"])
    wait_for_question(page, 2)
    press_all(page, ["2", "h"])
    page.wait_for_selector("h1:text('All done')")
    kept = [found["answer"] for found in answers_in(study)]
    assert kept == [["extraneous"], ["correct"], ["correct"]]
