"""The HTML page of a checked text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st
from rule_detector import RuleDetector

from solecism.check.check import check_text
from solecism.check.files import CheckSummary
from solecism.check.page import format_page

VOID = {"meta"}


class Outline(HTMLParser):
    """Open elements, all elements and their text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        values = dict(attrs)
        self.ids += [value for value in [values.get("id")] if value]
        self.targets += [value for value in [values.get("href")] if value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(text: str) -> tuple[str, Outline]:
    checked = check_text([text], RuleDetector(), document="d", file="<d>.txt", markup=False)
    whole = "".join(format_page(checked))
    outline = Outline()
    outline.feed(whole)
    assert outline.open == []
    return whole, outline


def test_every_mark_leads_to_its_reason_and_back() -> None:
    whole, outline = page("I depend of you. I listen music.")
    assert outline.seen.count("mark") == 2
    assert sorted(outline.targets) == sorted(f"#{id}" for id in outline.ids)
    assert "2 findings in 2 sentences of 1 file." in whole


def test_the_page_says_what_was_looked_for() -> None:
    summary = CheckSummary(kinds=("spelling",))
    checked = check_text(["All is well."], RuleDetector(), document="d", file="d.txt")
    whole = "".join(format_page(checked, summary=summary))
    assert "<p>Looked for: spelling. What is not marked may still be wrong.</p>" in whole


def test_nothing_is_fetched_from_elsewhere() -> None:
    whole, outline = page("I depend of you.")
    assert not {"script", "link", "img", "iframe"} & set(outline.seen)
    assert not re.search(r"url\(|@import|https?:", whole)


@given(st.text("<>&\"'a \n;", max_size=20))
def test_no_text_becomes_markup(text: str) -> None:
    plain, outline = page("I depend of you now and then.")
    _, other = page(f"I depend of you now and then.{text}")
    assert set(other.seen) <= {*outline.seen, "span"}
    assert "&lt;d&gt;.txt" in plain
