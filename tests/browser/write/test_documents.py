"""Documents are opened, dropped, saved and copied; unsaved text is not lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from letters import ODT_LETTER, word_letter
from rater_pages import served
from solecism import documents
from solecism.documents.edited import edited
from solecism_write.app import make_app
from solecism_write.settings import OpenedText, Settings, opened_document
from writing import downloaded, drop_file, expect_findings, press, put, text_of, write

Writer = Callable[..., Page]
MARKUP = "<img src=x onerror=alert(1)>"


def test_the_page_begins_with_the_document_of_the_command(writer: Writer) -> None:
    opened = OpenedText("letter.txt", "I depend of you.", ("Line 3 is empty.",))
    with served(make_app(Settings(opened=opened))) as address:
        page = writer(address=address)
        expect_findings(page, "of")
        expect(page.locator("#name")).to_have_text("letter.txt")
        expect(page.get_by_role("alert")).to_contain_text("Opened letter.txt. Line 3 is empty.")


def test_a_dropped_text_replaces_what_is_there_until_it_is_undone(writer: Writer) -> None:
    page = writer()
    write(page, "A first draft.")
    drop_file(page, "letter.txt", "I depend of you.\r\nYours, Zoë".encode("utf-16"))
    expect(page.locator("#name")).to_have_text("letter.txt")
    assert text_of(page) == "I depend of you.\nYours, Zoë"
    expect(page).to_have_title("letter.txt · Solecism")
    expect_findings(page, "of")
    expect(page.locator("#notice")).to_contain_text("Undo brings back the text that was here.")
    press(page, "Undo")
    assert text_of(page) == "A first draft."


def test_a_file_is_opened_by_the_button_and_saved_under_its_name(writer: Writer) -> None:
    page = writer()
    with page.expect_file_chooser() as choosing:
        press(page, "Open")
    content = "Zoë went home.\n\nThe end. 🎉".encode()
    choosing.value.set_files({"name": "my.trip.txt", "mimeType": "text/plain", "buffer": content})
    expect(page.locator("#name")).to_have_text("my.trip.txt")
    expect(page.locator("#name.unsaved")).to_have_count(0)
    write(page, "!")
    expect(page.locator("#name.unsaved")).to_have_count(1)
    assert downloaded(page, "#save-txt") == ("my.trip.txt", content + b"!")
    expect(page.locator("#name.unsaved")).to_have_count(0)
    name, document = downloaded(page, "#save-docx")
    assert name == "my.trip.docx"
    assert document.startswith(b"PK")


def test_a_saved_word_document_is_opened_again(writer: Writer) -> None:
    page = writer()
    text = "Dear Zoë,\n\nI depend of you. 🎉\nYours"
    put(page, text)
    _, document = downloaded(page, "#save-docx")
    put(page, "Something else.")
    drop_file(page, "letter.docx", document)
    expect(page.locator("#name")).to_have_text("letter.docx")
    assert [line for line in text_of(page).splitlines() if line] == [
        "Dear Zoë,",
        "I depend of you. 🎉",
        "Yours",
    ]
    expect_findings(page, "of")


def test_a_file_that_cannot_be_read_is_refused_in_one_line(writer: Writer) -> None:
    page = writer()
    write(page, "My own text.")
    drop_file(page, f"{MARKUP}.docx", b"PK\x03\x04\xff this is no archive")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text(f"“{MARKUP}.docx” was not opened.")
    assert notice.locator("img").count() == 0
    assert text_of(page) == "My own text."


def test_markup_in_texts_and_names_is_shown_as_it_is(writer: Writer) -> None:
    page = writer()
    dialogs: list[Dialog] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog))
    hostile = (
        f"It was very beatiful {MARKUP}</textarea><script>alert(2)</script> and I depend of you."
    )
    drop_file(page, f"{MARKUP}.txt", hostile.encode())
    expect(page.locator("#name")).to_have_text(f"{MARKUP}.txt")
    assert text_of(page) == hostile
    expect(page.locator("#findings li")).not_to_have_count(0)
    assert page.locator("main img, header img, main script").count() == 0
    assert dialogs == []


def test_the_whole_text_is_copied(writer: Writer) -> None:
    page = writer(permissions=["clipboard-read", "clipboard-write"])
    put(page, "Zoë went home.\nThe end.")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "Zoë went home.\nThe end."


def test_the_browser_warns_before_unsaved_text_is_lost(writer: Writer) -> None:
    page = writer()
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    page.wait_for_event("close")
    assert asked == []
    page = writer()
    page.on("dialog", stay)
    write(page, "Not saved yet.")
    with page.expect_event("dialog"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    assert text_of(page) == "Not saved yet."
    downloaded(page, "#save-txt")
    page.close(run_before_unload=True)
    page.wait_for_event("close")
    assert asked == ["beforeunload"]


def drop(page: Page, name: str, content: bytes) -> str:
    """Drop a document on the page; the text that it has there."""
    drop_file(page, name, content)
    expect(page.locator("#name")).to_have_text(name)
    return text_of(page)


@pytest.mark.parametrize(
    ("name", "content"), [("letter.docx", word_letter()), ("letter.odt", ODT_LETTER)]
)
def test_an_opened_letter_is_saved_with_its_format(
    writer: Writer, name: str, content: bytes
) -> None:
    page = writer()
    text = drop(page, name, content)
    ending = name.partition(".")[2]
    expect(page.locator("#notice")).to_contain_text(f"kept when you save it as .{ending}")
    expect(page.locator("#save-docx")).to_have_text(f".{ending}")
    page.locator(".finding", has_text="of").first.click()
    page.locator(".suggestion").first.click()
    expect(page.locator("#name.unsaved")).to_have_count(1)
    corrected = text_of(page)
    assert corrected == text.replace("depend of", "depend on")
    saved_as, saved = downloaded(page, "#save-docx")
    assert saved_as == f"letter corrected.{ending}"
    expect(page.locator("#name.unsaved")).to_have_count(0)
    assert saved == edited(content, corrected, file=name)
    assert documents.parse(saved, name=name).text == corrected


def test_undoing_an_opened_document_brings_back_the_one_before(writer: Writer) -> None:
    page, letter = writer(), word_letter()
    first = drop(page, "letter.docx", letter)
    drop(page, "letter.odt", ODT_LETTER)
    press(page, "Undo")
    expect(page.locator("#name")).to_have_text("letter.docx")
    expect(page.locator("#save-docx")).to_have_text(".docx")
    assert text_of(page) == first
    assert downloaded(page, "#save-docx") == ("letter corrected.docx", letter)


def test_the_document_of_the_command_is_saved_with_its_format(writer: Writer) -> None:
    letter = word_letter()
    opened = opened_document("letter.docx", letter)
    with served(make_app(Settings(opened=opened, original=letter))) as address:
        page = writer(address=address)
        expect(page.locator("#name")).to_have_text("letter.docx")
        assert downloaded(page, "#save-docx") == ("letter corrected.docx", letter)


def test_what_is_left_out_of_pasted_text_is_told(writer: Writer) -> None:
    page = writer()
    page.locator("#text").focus()
    page.evaluate(
        """() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "A museum\\n\\nSee our pages.");
        clipboardData.setData("text/html",
            "<h1>A museum</h1><p>See <a href='https://a.example/'>our <b>pages</b></a>." +
            "<img src=x onerror='document.title = 1'></p>");
        const event = new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true});
        document.querySelector("#text").dispatchEvent(event);
    }"""
    )
    expect(page.locator("#notice")).to_contain_text(
        "Pasted as plain text, without its headings, bold and italics, links, and pictures."
    )
    assert text_of(page) == "A museum\n\nSee our pages."
    put(page, "Only words.")
    expect(page.locator("#notice")).to_contain_text("Pasted as plain text")
    expect(page).to_have_title("Untitled · Solecism")
