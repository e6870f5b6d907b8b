"""The pages of a class in a browser: sorting, accessibility, narrow screens, paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument

from browsing import assert_accessible
from class_texts import room, student
from solecism.classroom.class_folder import format_class, write_folder
from solecism.classroom.classroom import CheckedDraft
from solecism.classroom.drafts import StudentDraft

PageOf = Callable[..., Page]
DARK = {"color_scheme": "dark"}
PHONE = {"viewport": {"width": 390, "height": 800}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of three students, of whom Bo wrote little, and of one whose file is empty."""
    nothing = CheckedDraft(StudentDraft("Dora", "d.txt", "d.txt"), problem="d.txt: is empty.")
    three = room(
        student("Anna", (20, 400), (5, 400), texts=["I listen music. Let us discuss about it.\n"]),
        student("Bo", (1, 40)),
        student("Cy-with-a-very-long-name-that-does-not-break", (20, 100), (1, 100)),
    )
    classroom = replace(three, unread=(nothing,))
    path = tmp_path_factory.mktemp("class") / "out"
    write_folder(path, format_class(classroom))
    return path


def opened(page_of: PageOf, path: Path, **look: object) -> Page:
    page = page_of("http://localhost", **look)
    page.goto(path.as_uri())
    return page


def names(page: Page) -> list[str]:
    return [name[:2] for name in page.locator("#table tbody th").all_inner_texts()]


def test_the_table_is_sorted_by_its_headings(folder: Path, page_of: PageOf) -> None:
    page = opened(page_of, folder / "index.html")
    assert names(page) == ["An", "Bo", "Cy"]
    page.get_by_role("button", name="All findings").click()
    # Few words have no rate, and no rank: they stay last.
    assert names(page) == ["Cy", "An", "Bo"]
    heading = page.get_by_role("columnheader", name="All findings")
    expect(heading).to_have_attribute("aria-sort", "descending")
    page.get_by_role("button", name="All findings").press("Enter")
    assert names(page) == ["An", "Cy", "Bo"]
    expect(heading).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("button", name="Words").focus()
    page.keyboard.press("Space")
    assert names(page) == ["An", "Cy", "Bo"]
    page.get_by_role("button", name="Student").click()
    assert names(page) == ["An", "Bo", "Cy"]
    assert page.locator("[aria-sort]").count() == 1


def test_the_class_stays_below_the_students(folder: Path, page_of: PageOf) -> None:
    page = opened(page_of, folder / "index.html")
    page.get_by_role("button", name="Words").click()
    assert page.locator("#table tr").last.inner_text().startswith("Class")


def test_a_name_leads_to_the_page_of_the_student(folder: Path, page_of: PageOf) -> None:
    page = opened(page_of, folder / "index.html")
    page.locator("#table").get_by_role("link", name="Anna").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("index", {}),
        ("index", {**PHONE, **DARK}),
        ("students/Anna", DARK),
        ("students/Anna", PHONE),
        ("students/Bo", {}),
        ("handout", PHONE),
        ("exercises", {}),
    ],
)
def test_axe_finds_nothing_and_the_page_fits_its_window(
    name: str, look: dict[str, object], folder: Path, page_of: PageOf
) -> None:
    page = opened(page_of, folder / f"{name}.html", **look)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert_accessible(page)


def test_the_table_can_be_read_without_scripts(folder: Path, page_of: PageOf) -> None:
    page = opened(page_of, folder / "index.html", java_script_enabled=False)
    assert page.get_by_role("button").count() == 0
    expect(page.get_by_role("columnheader", name="All findings")).to_be_visible()
    assert names(page) == ["An", "Bo", "Cy"]


def test_a_printed_page_is_not_cut_off(folder: Path, page_of: PageOf) -> None:
    paper = {"index": 1028, "students/Anna": 703}
    for name, width in paper.items():
        page = opened(page_of, folder / f"{name}.html", viewport={"width": width, "height": 900})
        page.emulate_media(media="print")
        ends = page.locator("main table, main svg, main p").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().right)"
        )
        assert max(ends) <= width


def test_twenty_five_students_fit_on_a_landscape_page(tmp_path: Path, page_of: PageOf) -> None:
    students = [student(f"Student {n:02}", (n % 9, 120)) for n in range(30)]
    write_folder(tmp_path / "class", format_class(room(*students)))
    page = opened(page_of, tmp_path / "class" / "index.html")
    document = PdfDocument(page.pdf(prefer_css_page_size=True))
    texts = [each.get_textpage().get_text_range() for each in document]
    rows = [re.findall(r"Student (\d\d) 120", text) for text in texts]
    assert [len(each) for each in rows[:2]] == [25, 5]
    assert rows[0][0] == "00"
