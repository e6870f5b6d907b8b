"""The tables for spreadsheets."""

from __future__ import annotations

import csv
import io

from class_texts import room, student
from solecism.classroom.class_folder import format_class
from solecism.classroom.classroom import Classroom

ABOUT = "Let us discuss about it."


def tables(classroom: Classroom) -> dict[str, str]:
    return {name: text for name, text in format_class(classroom) if name.endswith(".csv")}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_every_finding_is_a_row() -> None:
    texts = [f"We\n depend of it. {ABOUT}\n"]
    written = tables(room(student("Anna", (1, 8), texts=texts)))["findings.csv"]
    wrong = ("wrong-preposition", "on", "0.9", "")
    unneeded = ("extraneous-preposition", "(leave out)", "0.7", "")
    assert [tuple(row.values()) for row in rows(written)] == [
        ("Anna", "1", "2026-03-01", "Anna/0.txt", "1:11", "We depend of it.", "of", *wrong),
        ("Anna", "2", "2026-03-10", "Anna/1.txt", "2:9", "We depend of it.", "of", *wrong),
        ("Anna", "2", "2026-03-10", "Anna/1.txt", "2:31", ABOUT, "about", *unneeded),
    ]


def test_every_draft_is_a_row_with_counts_and_rate() -> None:
    written = tables(room(student("Anna", (2, 200)), student("Bo", (0, 100))))["students.csv"]
    anna, bo = rows(written)
    assert anna["findings"] == anna["wrong-preposition"] == "2"
    assert (anna["words"], anna["sentences"], anna["missing-preposition"]) == ("200", "50", "0")
    assert float(anna["findings per 1,000 words"]) == 10.0
    assert round(float(anna["low"]), 4) == 1.2110
    assert round(float(anna["high"]), 4) == 36.1234
    assert (bo["student"], bo["low"]) == ("Bo", "0.0")


def test_files_are_as_spreadsheets_want_them() -> None:
    for text in tables(room(student('Kim, "K"', (1, 8)))).values():
        assert text.startswith("\ufeffstudent,draft,")
        assert text.count("\r\n") == text.count("\n") == 2
        assert '\r\n"Kim, ""K""",1,' in text


def test_no_cell_is_a_formula() -> None:
    name = "=HYPERLINK(1)"
    written = tables(
        room(student(name, texts=["@you depend of +1 or -1.\n", "- We depend of it."]))
    )
    for text in written.values():
        for row in rows(text):
            cells = [str(cell) for cell in row.values()]
            assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in cells)
            assert row["student"] == f"'{name}"
