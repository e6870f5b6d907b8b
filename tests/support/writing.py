"""A writer at the page to write in: what they see there, and what they do."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

EDITOR = "#text"
_LINES = "lines => lines.map(line => line.textContent).join('\\n')"
_PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true});
    document.querySelector("#text").dispatchEvent(event);
}"""
_DROP = """([name, bytes]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    const event = new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true});
    document.querySelector("#text").dispatchEvent(event);
}"""


def write(page: Page, text: str) -> None:
    """Type a text at the end of what is there, key by key."""
    page.locator(EDITOR).focus()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def put(page: Page, text: str) -> None:
    """Paste a text in place of what is there."""
    page.locator(EDITOR).focus()
    page.keyboard.press("Control+A")
    page.evaluate(_PASTE, text)


def text_of(page: Page) -> str:
    """The text, of which the editor shows the lines that fit into the window."""
    return str(page.locator(".cm-line").evaluate_all(_LINES))


def findings(page: Page) -> Locator:
    """The underlined words."""
    return page.locator(".cm-line .finding")


def expect_findings(page: Page, *words: str) -> None:
    """Wait until exactly these words are underlined, in this order."""
    expect(findings(page)).to_have_text(list(words))


def expect_checked(page: Page) -> None:
    """Wait until the newest text is checked."""
    expect(page.locator("#state")).to_have_attribute("data-state", "checked")


def press(page: Page, name: str) -> None:
    """Press a button of the card or the page by its name."""
    page.get_by_role("button", name=name, exact=True).click()


def drop_file(page: Page, name: str, content: bytes) -> None:
    """Drop a file on the text."""
    page.evaluate(_DROP, [name, list(content)])


def downloaded(page: Page, button: str) -> tuple[str, bytes]:
    """Press a button that saves; the name of the file and what is in it."""
    with page.expect_download() as saving:
        page.locator(button).click()
    return saving.value.suggested_filename, Path(saving.value.path()).read_bytes()
