"""The HTML page of a checked text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from rule_detector import RuleDetector
from solecism.checking.checked_files import CheckSummary
from solecism.checking.html_page import format_page
from solecism.checking.texts import check_text

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


def texts(**files: str) -> str:
    checked = (
        sentence
        for name, text in files.items()
        for sentence in check_text([text], RuleDetector(), document=name, file=f"{name}.txt")
    )
    return "".join(format_page(checked))


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_every_mark_leads_to_its_reason_and_back() -> None:
    whole, outline = page("I depend of you. I listen music.")
    assert outline.seen.count("mark") == 2
    marks_and_findings = [id for id in outline.ids if id[0] in "mf"]
    assert marks_and_findings == ["m1-1", "m1-2", "f1-1", "f1-2"]
    to_pages = [each for each in outline.targets if each.startswith("#about-")]
    assert to_pages == ["#about-prepositions"] * 2
    assert "about-prepositions" in outline.ids
    others = [each for each in outline.targets if each not in to_pages]
    assert sorted(others) == sorted(f"#{id}" for id in marks_and_findings)
    assert "2 findings in 2 sentences of 1 file." in whole


def test_the_page_says_what_was_looked_for() -> None:
    summary = CheckSummary(kinds=("spelling",))
    checked = check_text(["All is well."], RuleDetector(), document="d", file="d.txt")
    whole = "".join(format_page(checked, summary=summary))
    assert "<p>Looked for: spelling. What is not marked may still be wrong. " in whole
    assert "Not looked for: prepositions, articles, singular and plural," in whole
    assert "punctuation, style, content.</p>" in whole


def test_what_is_never_found_at_this_precision_was_not_looked_for() -> None:
    summary = CheckSummary(kinds=("spelling", "tense"), unreachable=("tense",))
    checked = check_text(["All is well."], RuleDetector(), document="d", file="d.txt")
    whole = "".join(format_page(checked, summary=summary))
    assert "Looked for: spelling. " in whole
    assert re.search("Not looked for: [^.]*, tense, ", whole)


def test_every_writer_has_counts_by_kind_and_a_line_in_the_contents() -> None:
    whole = texts(
        anna="I depend of you. You depend of me. I listen music.", ben="All is well.", cleo="Yes."
    )
    contents = plain(whole.partition("<nav")[2].partition("</nav>")[0])
    assert contents.endswith(
        "anna.txt : 3 findings ben.txt : no errors found cleo.txt : no errors found"
    )
    anna, ben, cleo = whole.split("<article")[1:]
    assert (
        '<ul class="kinds"><li>wrong preposition: 2</li><li>missing preposition: 1</li></ul>'
        in (anna)
    )
    assert plain(ben).startswith('id="text2"> ben.txt No errors found. All is well.')
    assert "No errors found." in cleo
    assert "No errors found." not in anna


def test_one_text_has_no_contents() -> None:
    assert "<nav" not in texts(anna="I depend of you.")


def test_findings_stand_with_their_lines_and_have_no_line_and_column() -> None:
    whole = texts(anna="All is well.\n\nI depend of you.\nI listen music now.\n")
    first, second, third = whole.split('<div class="part">')[1:]
    assert plain(first) == "All is well."
    assert plain(second).startswith("I depend of 1 you. Wrong preposition :")
    assert plain(third).startswith("I listen \N{LOGICAL AND} 2 music now. Missing preposition :")
    assert 'start="2"' in third
    assert not re.search(r"\d:\d", plain(whole.partition("<main>")[2]))


def test_files_that_could_not_be_checked_are_named() -> None:
    summary = CheckSummary(problems=["<x>.txt: there is no such file."])
    checked = check_text(["All is well."], RuleDetector(), document="d", file="d.txt")
    whole = "".join(format_page(checked, summary=summary))
    assert "<li>&lt;x&gt;.txt: there is no such file.</li>" in whole


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
