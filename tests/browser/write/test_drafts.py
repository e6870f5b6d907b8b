"""Texts are kept on the computer if the writer asks for it, and never otherwise."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Dialog, Page, expect

from letters import word_letter
from solecism.documents.edited import edited
from writing import EDITOR, downloaded, drop_file, press, put, text_of, write

Writer = Callable[..., Page]
KEPT = """async () => {
    if (!(await indexedDB.databases()).length) return [];
    const database = await new Promise(done => {
        const request = indexedDB.open("solecism", 1);
        // Deleted since it was listed: it is not made anew.
        request.onupgradeneeded = () => request.transaction.abort();
        request.onerror = () => done(null);
        request.onsuccess = () => done(request.result);
    });
    if (!database) return [];
    const all = await new Promise(done => {
        const request = database.transaction("drafts").objectStore("drafts").getAll();
        request.onsuccess = () => done(request.result);
    });
    database.close();
    return all.map(each => each.text).sort();
}"""


def expect_kept(page: Page, *texts: str) -> None:
    """Wait until exactly these texts are in the browser's database."""
    wanted = sorted(texts)
    for _ in range(300):
        if page.evaluate(KEPT) == wanted:
            return
        page.wait_for_timeout(100)
    assert page.evaluate(KEPT) == wanted


def another_tab(page: Page) -> Page:
    """A second tab of the same browser with the page in it."""
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-kind]", state="attached")
    return other


def test_nothing_is_stored_unless_it_is_asked_for(writer: Writer) -> None:
    page = writer()
    write(page, "I depend of you.")
    expect(page.locator(".finding")).to_have_count(1)
    expect(page.locator("#privacy")).to_contain_text("Nothing is stored")
    assert page.evaluate("async () => (await indexedDB.databases()).length") == 0
    assert page.evaluate("localStorage.length") == 0


def test_a_kept_text_is_there_after_the_tab_is_closed(writer: Writer) -> None:
    page = writer()
    page.locator("#keep").check()
    expect(page.locator("#privacy")).to_contain_text("It is kept in this browser.")
    put(page, "Zoë went home. 🎉\n\nThe end.")
    expect_kept(page, "Zoë went home. 🎉\n\nThe end.")
    other = another_tab(page)
    page.close(run_before_unload=True)
    expect(other.locator(EDITOR)).to_contain_text("Zoë went home.")
    assert text_of(other) == "Zoë went home. 🎉\n\nThe end."
    expect(other.locator("#keep")).to_be_checked()


def test_a_kept_letter_keeps_its_file_too(writer: Writer) -> None:
    page, letter = writer(), word_letter()
    page.locator("#keep").check()
    drop_file(page, "letter.docx", letter)
    expect(page.locator("#name")).to_have_text("letter.docx")
    page.locator(EDITOR).press("Control+End")
    page.keyboard.insert_text(" Goodbye.")
    text = text_of(page)
    expect_kept(page, text)
    other = another_tab(page)
    expect(other.locator("#name")).to_have_text("letter.docx")
    expect(other.locator(EDITOR)).to_contain_text("Goodbye.")
    name, saved = downloaded(other, "#save-docx")
    assert (name, saved) == ("letter corrected.docx", edited(letter, text, file=name))


def test_two_tabs_on_one_text_never_replace_each_others_version(writer: Writer) -> None:
    page = writer()
    page.locator("#keep").check()
    put(page, "One.")
    expect_kept(page, "One.")
    other = another_tab(page)
    expect(other.locator(EDITOR)).to_contain_text("One.")
    write(page, " Two.")
    expect_kept(page, "One. Two.")
    write(other, " Three.")
    expect(other.locator("#notice")).to_contain_text("changed in another tab")
    expect_kept(page, "One. Two.", "One. Three.")
    expect(other.locator("#name")).to_have_text("Untitled (other version)")
    write(page, " Four.")
    write(other, " Five.")
    expect_kept(page, "One. Two. Four.", "One. Three. Five.")


def test_a_full_store_is_told_and_the_text_is_kept_once_there_is_room(writer: Writer) -> None:
    page = writer()
    devtools = page.context.new_cdp_session(page)
    quota = {"origin": page.evaluate("location.origin")}
    devtools.send("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": 1})
    page.locator("#keep").check()
    write(page, "One.")
    expect(page.locator("#notice")).to_contain_text("has no more room")
    assert text_of(page) == "One."
    assert page.evaluate(KEPT) == []
    devtools.send("Storage.overrideQuotaForOrigin", quota)
    write(page, " Two.")
    expect_kept(page, "One. Two.")
    expect(page.locator("#notice")).to_be_hidden()


def test_several_texts_are_listed_opened_saved_and_deleted(writer: Writer) -> None:
    page = writer()
    page.locator("#keep").check()
    put(page, "The first text.")
    expect_kept(page, "The first text.")
    page.get_by_text("Kept texts").click()
    press(page, "New text")
    put(page, "The second text.")
    expect_kept(page, "The first text.", "The second text.")
    entries = page.locator("#kept li")
    expect(entries).to_have_count(2)
    page.locator("#kept").get_by_role("button", name="Open “The first text.…”").click()
    expect(page.locator(EDITOR)).to_have_text("The first text.")
    with page.expect_download() as saving:
        press(page, "Save all")
    content = Path(saving.value.path()).read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        texts = {archive.read(name).decode() for name in archive.namelist()}
    assert texts == {"The first text.", "The second text."}
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#kept").get_by_role("button", name="Delete “The second text.…”").click()
    expect(entries).to_have_count(1)
    expect_kept(page, "The first text.")


def test_all_is_deleted_in_every_tab_and_the_text_that_is_seen_stays(writer: Writer) -> None:
    page = writer()
    page.locator("#keep").check()
    put(page, "A secret.")
    expect_kept(page, "A secret.")
    other = another_tab(page)
    expect(other.locator(EDITOR)).to_have_text("A secret.")
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", refuse)
    with page.expect_event("dialog"):
        page.locator("#keep").click()
    assert asked[0].startswith("Delete 1 text from this computer?")
    expect(page.locator("#keep")).to_be_checked()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#keep").click()
    expect(page.locator("#keep")).not_to_be_checked()
    expect_kept(page)
    assert text_of(page) == "A secret."
    write(other, " More.")
    expect(other.locator("#keep")).not_to_be_checked()
    expect_kept(other)
    assert text_of(other) == "A secret. More."
