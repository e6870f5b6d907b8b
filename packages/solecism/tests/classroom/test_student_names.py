"""The list of a class: which file is whose, and what is wrong with a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.classroom.student_names import Roster, read_roster
from solecism.errors import FormatError, InputError

LIST = """First name;Surname;E-mail
Anna;Kowalska;ak12@school.example
Anna Maria;Kowalska;
Ben;Ito;ben.ito@school.example
Zoë;O'Neil;
"""


@pytest.fixture
def roster(tmp_path: Path) -> Roster:
    return written(tmp_path, LIST)


def written(folder: Path, text: str) -> Roster:
    (folder / "list.csv").write_text(text, encoding="utf-8-sig")
    return read_roster(folder / "list.csv")


@pytest.mark.parametrize(
    ("file", "student"),
    [
        ("kowalskaanna_1207_98321_town.txt", "Anna Kowalska"),
        ("anna maria kowalska.txt", "Anna Maria Kowalska"),
        ("Ito, Ben - v2.docx", "Ben Ito"),
        ("week 3/BEN-ITO/essay.txt", "Ben Ito"),
        ("ak12/essay.txt", "Anna Kowalska"),
        ("ben.txt", "Ben Ito"),
        ("zoe_oneil_final.txt", "Zoë O'Neil"),
        ("anna.txt", None),
        ("kowalska.txt", None),
        ("xavier.txt", None),
        ("Kowalska Anna and Zoë O'Neil.txt", None),
    ],
)
def test_a_file_is_the_one_students_whose_name_it_has(
    roster: Roster, file: str, student: str | None
) -> None:
    assert roster.student_of(file) == student


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("who\nAnna\n", r"list\.csv:1: has no column of names"),
        ("first name\nAnna\n", r"list\.csv:1: has no column of names"),
        ("name\nAnna\nBen\n anna \n", r"list\.csv:4: anna is listed in line 2 already"),
        ("name\n\n", r"list\.csv:1: lists nobody"),
        ('name\n"Anna', r"list\.csv:1: is no CSV"),
    ],
)
def test_a_wrong_list_is_refused_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        written(tmp_path, text)


def test_a_list_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_bytes(b"\xff\x00")
    with pytest.raises(InputError, match=r"list\.csv: cannot be read"):
        read_roster(tmp_path / "list.csv")
