"""The page: safe, self-contained, accessible, and the same for the same input."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from report_studies import HOSTILE, random_flags, random_judgments, sites
from solecism.errors import SolecismError
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.reporting.measurements import measurements
from solecism.reporting.page import format_page, sections
from solecism.site import Flag

Attributes = dict[str, str | None]
VOID = {"meta", "br", "img", "link"}


class Page(HTMLParser):
    """The elements of a page with their attributes, the words in it, and what does not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def of(self, tag: str) -> list[Attributes]:
        return [attributes for name, attributes in self.elements if name == tag]


def page(judgments: list[Judgment], flags: list[Flag] | None = None, *, seed: int = 0) -> str:
    found = measurements(judgments, flags or [], seed=seed)
    return format_page(sections(found), title=f"Title {HOSTILE}", signature="report|v:1")


@pytest.fixture(scope="module")
def hostile() -> str:
    """A page in which everything that has a name has a hostile one."""
    raters = [f"{name}{HOSTILE}" for name in "abcd"]
    judgments = [
        Judgment(f"{judgment.site}{HOSTILE}", judgment.rater, judgment.answer)
        for judgment in random_judgments(raters=raters)
    ]
    flags = [
        Flag(f"{flag.site}{HOSTILE}", f"{flag.system}{HOSTILE}", flag.error)
        for flag in random_flags(systems=("one", "two"))
    ]
    return page(judgments, flags)


def test_no_name_becomes_markup(hostile: str) -> None:
    found = Page(hostile)
    assert not found.of("script")
    assert not [name for _, attributes in found.elements for name in attributes if name[:2] == "on"]
    assert "<script" not in hostile
    assert "\x00" not in hostile
    assert any("<script>alert(1)</script>" in words for words in found.words)


def test_no_name_turns_round_the_numbers_after_it(hostile: str) -> None:
    assert "\u202e" in HOSTILE
    assert "\u202e" not in hostile


def test_hostile_answers_become_no_markup_either() -> None:
    text = page(random_judgments(answers=(HOSTILE, OK)))
    assert not Page(text).of("script")


def test_a_page_needs_nothing_from_elsewhere(hostile: str) -> None:
    found = Page(hostile)
    for name, attributes in found.elements:
        assert name not in ("link", "iframe", "object", "embed", "image", "img")
        for key, value in attributes.items():
            if key in ("src", "href", "xlink:href", "srcset", "action"):
                assert str(value).startswith("#")
            if "url(" in str(value) and key in ("style", "fill", "clip-path"):
                assert "url(#" in str(value)
    styles = hostile.split("<style>")[1].split("</style>")[0]
    assert "@import" not in styles
    assert "url(" not in styles
    (policy,) = [a for a in found.of("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert str(policy["content"]).startswith("default-src 'none'")


def test_ids_are_unique_and_links_lead_somewhere(hostile: str) -> None:
    found = Page(hostile)
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for attributes in found.of("a"):
        assert str(attributes["href"]).removeprefix("#") in ids
    for _, attributes in found.elements:
        for name in str(attributes.get("aria-labelledby") or "").split():
            assert name in ids


def test_tables_have_captions_and_headings_with_scope(hostile: str) -> None:
    found = Page(hostile)
    assert len(found.of("caption")) == len(found.of("table")) > 10
    assert all(attributes.get("scope") in ("col", "row") for attributes in found.of("th"))


def test_figures_have_words_for_those_who_cannot_see_them(hostile: str) -> None:
    found = Page(hostile)
    assert len(found.of("svg")) == len(found.of("desc")) == len(found.of("figcaption")) == 9
    assert all(attributes.get("role") == "img" for attributes in found.of("svg"))
    (html,) = found.of("html")
    assert html["lang"] == "en"


def test_the_same_input_gives_the_same_page_in_any_order() -> None:
    judgments, flags = random_judgments(12), random_flags(12)
    text = page(judgments, flags)
    assert text == page(judgments[::-1], flags[::-1])
    assert text != page(judgments, flags, seed=1)


CASES: dict[str, Callable[[], tuple[list[Judgment], list[Flag]]]] = {
    "one judgment": lambda: ([Judgment("s", "a", ERROR)], [Flag("s", "x", True)]),
    "one rater": lambda: (random_judgments(raters=("a",)), random_flags()),
    "two raters": lambda: (random_judgments(raters=("a", "b")), random_flags()),
    "all ok": lambda: ([Judgment(s, r, OK) for s in sites(12) for r in "abc"], random_flags(12)),
    "all are errors": lambda: (
        [Judgment(s, r, ERROR) for s in sites(12) for r in "abc"],
        [Flag(s, "x", True) for s in sites(12)],
    ),
    "nobody shares a site": lambda: ([Judgment(s, s, OK) for s in sites(30)], random_flags(30)),
    "one site": lambda: ([Judgment("s", r, OK) for r in "abcdef"], [Flag("s", "x", True)]),
    "many labels": lambda: (random_judgments(answers=[str(n) for n in range(12)]), []),
    "names are empty": lambda: (random_judgments(raters=("", " ")), random_flags(systems=("",))),
    "six systems": lambda: (random_judgments(), random_flags(systems="abcdef")),
}


@pytest.mark.parametrize("name", CASES)
def test_a_page_is_made_of_the_strangest_data(name: str) -> None:
    text = page(*CASES[name]())
    Page(text)
    assert ">nan<" not in text


@settings(max_examples=8)
@given(
    st.lists(
        st.builds(
            Judgment,
            st.sampled_from(["a.1:0-1:preposition", "a.2:0-0:preposition", "b"]),
            st.text(max_size=3),
            st.sampled_from([ERROR, OK, UNKNOWN]),
            gold=st.sampled_from([None, None, OK]),
        ),
        max_size=12,
        unique_by=lambda judgment: (judgment.site, judgment.rater),
    )
)
def test_any_judgments_give_a_page_or_one_of_our_errors(judgments: list[Judgment]) -> None:
    try:
        text = page(judgments, [Flag(judgment.site, "x", True) for judgment in judgments[:1]])
    except SolecismError:
        return
    Page(text)
