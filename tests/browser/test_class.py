"""The pages of a class in a browser: sorting, accessibility, narrow screens, paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import axe_findings
from class_texts import room, student
from solecism.classroom.class_folder import format_class, write_folder
from solecism.classroom.classroom import CheckedDraft, Student
from solecism.classroom.drafts import StudentDraft

PageOf = Callable[..., Page]
DARK = {"color_scheme": "dark"}
PHONE = {"viewport": {"width": 390, "height": 800}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of four students, one of whom wrote nothing."""
    nothing = CheckedDraft(StudentDraft("Dora", "d.txt", "d.txt"), problem="d.txt: is empty.")
    classroom = room(
        student("Anna", (20, 400), (5, 400), texts=["I listen music. Let us discuss about it.\n"]),
        student("Bo", (1, 40)),
        student("Cy-with-a-very-long-name-that-does-not-break", (20, 100), (1, 100)),
        Student("Dora", (nothing,)),
        notes=["d.txt: is empty."],
    )
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
    assert names(page) == ["An", "Bo", "Cy", "Do"]
    page.get_by_role("button", name="All findings").click()
    assert names(page) == ["Cy", "An", "Bo", "Do"]
    heading = page.get_by_role("columnheader", name="All findings")
    expect(heading).to_have_attribute("aria-sort", "descending")
    page.get_by_role("button", name="All findings").press("Enter")
    assert names(page) == ["Do", "Bo", "An", "Cy"]
    expect(heading).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("button", name="Words").focus()
    page.keyboard.press("Space")
    assert names(page) == ["An", "Cy", "Bo", "Do"]
    page.get_by_role("button", name="Student").click()
    assert names(page) == ["An", "Bo", "Cy", "Do"]
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
        ("students/Dora", {}),
    ],
)
def test_axe_finds_nothing_and_the_page_fits_its_window(
    name: str, look: dict[str, object], folder: Path, page_of: PageOf
) -> None:
    page = opened(page_of, folder / f"{name}.html", **look)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    found = axe_findings(page)
    assert not found, [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def test_the_table_can_be_read_without_scripts(folder: Path, page_of: PageOf) -> None:
    page = opened(page_of, folder / "index.html", java_script_enabled=False)
    assert page.get_by_role("button").count() == 0
    expect(page.get_by_role("columnheader", name="All findings")).to_be_visible()
    assert names(page) == ["An", "Bo", "Cy", "Do"]


def test_a_printed_page_is_not_cut_off(folder: Path, page_of: PageOf) -> None:
    paper = {"index": 1028, "students/Anna": 703}
    for name, width in paper.items():
        page = opened(page_of, folder / f"{name}.html", viewport={"width": width, "height": 900})
        page.emulate_media(media="print")
        ends = page.locator("main table, main svg, main p").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().right)"
        )
        assert max(ends) <= width
