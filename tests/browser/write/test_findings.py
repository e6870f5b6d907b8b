"""Errors are underlined while somebody writes, and the card of each offers what to do."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from writing import (
    downloaded,
    expect_checked,
    expect_findings,
    findings,
    press,
    put,
    text_of,
    write,
)

Writer = Callable[..., Page]
TWO_ERRORS = "I depend of you. It was very beatiful."


def test_a_suggestion_is_accepted_and_undone(writer: Writer) -> None:
    page = writer()
    write(page, "As you know, I depend of you.")
    expect_findings(page, "of")
    findings(page).click()
    card = page.get_by_role("dialog", name="Wrong preposition")
    expect(card).to_contain_text("depend")
    expect(card).to_contain_text("would object")
    expect(card).to_contain_text("% sure")
    press(page, "on")
    assert text_of(page) == "As you know, I depend on you."
    expect(card).to_be_hidden()
    expect_findings(page)
    page.keyboard.press("Control+Z")
    assert text_of(page) == "As you know, I depend of you."
    expect_findings(page, "of")
    page.keyboard.press("Control+Y")
    assert text_of(page) == "As you know, I depend on you."
    press(page, "Undo")
    assert text_of(page) == "As you know, I depend of you."


def test_a_missing_word_is_inserted(writer: Writer) -> None:
    page = writer()
    put(page, "My mother is teacher.")
    expect_findings(page, "teacher")
    findings(page).click()
    press(page, "Insert “a”")
    assert text_of(page) == "My mother is a teacher."
    expect(findings(page)).to_have_count(0)


def test_places_are_right_after_characters_of_two_units(writer: Writer) -> None:
    page = writer()
    before = "你好，我的朋友。🎉👩‍👩‍👧\n\n𝔘nder the tree 🌳 "
    put(page, f"{before}I depend of you.")
    expect_findings(page, "of")
    findings(page).click()
    press(page, "on")
    assert text_of(page) == f"{before}I depend on you."


def test_a_finding_is_ignored_once_and_shown_again(writer: Writer) -> None:
    page = writer()
    put(page, TWO_ERRORS)
    expect_findings(page, "of", "beatiful")
    findings(page).first.click()
    press(page, "Ignore once")
    expect_findings(page, "beatiful")
    write(page, " Then we went home.")
    expect_checked(page)
    expect_findings(page, "beatiful")
    page.get_by_text("Accepted words and findings").click()
    press(page, "Show again")
    expect_findings(page, "of", "beatiful")


def test_never_again_covers_these_words_everywhere(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you. He went in the cinema. They depend of us.")
    expect_findings(page, "of", "in", "of")
    findings(page).first.click()
    press(page, "Never again")
    expect_findings(page, "in")
    page.get_by_text("Accepted words and findings").click()
    press(page, "Remove “of” (Wrong preposition)")
    expect_findings(page, "of", "in", "of")


def test_a_word_is_added_to_the_dictionary(writer: Writer) -> None:
    page = writer()
    put(page, "It was very beatiful.")
    findings(page).click()
    press(page, "Add to dictionary")
    expect(findings(page)).to_have_count(0)
    put(page, "What a beatiful day! I depend of you.")
    expect_findings(page, "of")


def test_the_word_that_is_being_typed_is_not_judged(writer: Writer) -> None:
    page = writer()
    write(page, "I depend of you. It was very beatiful")
    expect_checked(page)
    expect(page.locator("#count")).to_have_text("1 finding")
    expect_findings(page, "of", "beatiful")


def test_a_word_that_an_input_method_composes_is_left_alone(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you. ")
    keyboard = page.context.new_cdp_session(page)
    composed = {"text": "ni hao", "selectionStart": 6, "selectionEnd": 6}
    keyboard.send("Input.imeSetComposition", composed)
    expect_checked(page)
    assert text_of(page) == "I depend of you. ni hao"
    keyboard.send("Input.insertText", {"text": "你好"})
    assert text_of(page) == "I depend of you. 你好"
    expect_findings(page, "of")
    findings(page).click()
    press(page, "on")
    assert text_of(page) == "I depend on you. 你好"


def test_lines_in_another_language_are_named(writer: Writer) -> None:
    page = writer()
    german = "Wir sind gestern nach Hause gegangen, weil der Film nicht besonders gut war."
    put(page, f"I depend of you.\n\n{german}")
    expect_findings(page, "of")
    expect(page.locator("#notes")).to_contain_text("line 3 does not look like English")
    expect(page.locator("#notes")).to_contain_text("What is not underlined may still be wrong.")


def test_strictness_and_kinds_change_what_is_shown(writer: Writer) -> None:
    page = writer()
    put(page, "He went in the cinema. We live in country. It was very beatiful.")
    expect_findings(page, "in", "beatiful")
    slider = page.get_by_role("slider", name="Whom are the findings for?")
    expect(slider).to_have_attribute("aria-valuetext", "Author")
    expect(page.locator("#strictness-meaning")).to_contain_text("For an author")
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "Teacher")
    expect_findings(page, "in", "country", "beatiful")
    page.get_by_text("Kinds of error").click()
    page.get_by_role("checkbox", name="Wrong preposition").uncheck()
    expect_findings(page, "country", "beatiful")


def test_the_panel_lists_findings_and_leads_to_them(writer: Writer) -> None:
    page = writer()
    put(page, TWO_ERRORS)
    expect_findings(page, "of", "beatiful")
    expect(page.locator("#count")).to_have_text("2 findings")
    expect(page.locator("#words")).to_have_text("8 words")
    listed = page.locator("#findings button")
    expect(listed).to_have_count(2)
    listed.nth(1).click()
    expect(page.get_by_role("dialog")).to_have_accessible_name("Spelling")
    expect(listed.nth(1)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Next finding").first.click()
    expect(page.get_by_role("dialog")).to_have_accessible_name("Wrong preposition")


def test_the_sample_has_findings_of_several_groups(writer: Writer) -> None:
    page = writer()
    press(page, "Try a sample text")
    expect(page.locator("#welcome")).to_be_hidden()
    for line in ("wavy", "solid", "dotted", "double"):
        expect(page.locator(f".cm-line .line-{line}")).not_to_have_count(0)
        expect(page.locator(f"#groups .line-{line}")).not_to_have_count(0)
    name, content = downloaded(page, "#save-txt")
    assert name == "Untitled.txt"
    assert content.startswith(b"Dear Mrs Hall,\n\n")


def test_all_that_is_sure_is_accepted_after_a_look_and_undone_at_once(writer: Writer) -> None:
    page = writer()
    text = "I depend of you. My mother is teacher. It was very beatiful. He insists of it."
    put(page, text)
    expect(findings(page)).to_have_count(4)
    page.locator("#open-sure").click()
    dialog = page.get_by_role("dialog", name="Accept what is sure")
    expect(dialog.locator("li")).to_have_count(4)
    expect(dialog.locator("li").nth(0)).to_contain_text("I depend ofon you.")
    dialog.get_by_role("checkbox").nth(2).uncheck()
    dialog.get_by_role("button", name="Accept 3").click()
    after = "I depend on you. My mother is a teacher. It was very beatiful. He insists on it."
    assert text_of(page) == after
    expect(page.locator("#notice")).to_contain_text("3 suggestions accepted.")
    page.get_by_text("Summary").click()
    rows = page.locator("#summary tbody tr")
    expect(rows.filter(has_text="Wrong preposition")).to_have_text("Wrong preposition02")
    expect(rows.filter(has_text="Spelling")).to_have_text("Spelling10")
    page.locator("#notice").get_by_role("button", name="Undo").click()
    assert text_of(page) == text
    expect(findings(page)).to_have_count(4)
    expect(rows.filter(has_text="Wrong preposition")).to_have_text("Wrong preposition20")


def test_the_list_of_sure_suggestions_can_be_left(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you.")
    expect(page.locator("#open-sure")).to_have_text("Accept 1 sure suggestion …")
    page.locator("#open-sure").click()
    page.keyboard.press("Escape")
    expect(page.locator("#sure")).to_be_hidden()
    assert text_of(page) == "I depend of you."


def test_a_kind_is_ignored_until_it_is_asked_for_again(writer: Writer) -> None:
    page = writer()
    put(page, TWO_ERRORS)
    expect_findings(page, "of", "beatiful")
    findings(page).first.click()
    press(page, "Ignore this kind")
    expect_findings(page, "beatiful")
    press(page, "Look for it again")
    expect_findings(page, "of", "beatiful")


def test_each_line_has_the_direction_of_its_own_text(writer: Writer) -> None:
    page = writer()
    put(page, "I depend of you.\nאני כאן, and so are you.")
    directions = page.locator(".cm-line").evaluate_all(
        "lines => lines.map(line => getComputedStyle(line).direction)"
    )
    assert directions == ["ltr", "rtl"]
