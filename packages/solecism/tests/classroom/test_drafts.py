"""Whose a file is, and in which order drafts come."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from solecism.classroom.drafts import StudentDraft, drafts_of
from solecism.classroom.student_names import NamePattern
from solecism.documents.reading import list_documents
from solecism.errors import InputError


def make(folder: Path, *files: str) -> Path:
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Hello.\n")
    return folder


def drafts_in(folder: Path) -> list[StudentDraft]:
    return drafts_of(list_documents([str(folder)]).paths, folder).drafts


def named(folder: Path, *files: str) -> list[tuple[str, str]]:
    return [(draft.student, draft.title) for draft in drafts_in(make(folder, *files))]


def test_a_file_name_says_the_student_and_the_date(tmp_path: Path) -> None:
    files = ("anna_2026-03-01.txt", "anna_2026-02-10.txt", "20260301 José María.docx")
    assert named(tmp_path, *files) == [
        ("anna", "10 February 2026"),
        ("anna", "1 March 2026"),
        ("José María", "1 March 2026"),
    ]


def test_a_folder_is_a_student_and_its_files_are_drafts(tmp_path: Path) -> None:
    files = ("Bo Li/essay 10.txt", "Bo Li/essay 9.txt", "Cem/last/2026.05.02.txt")
    assert named(tmp_path, *files) == [
        ("Bo Li", "Draft 9"),
        ("Bo Li", "Draft 10"),
        ("Cem", "2 May 2026"),
    ]


def test_a_copy_that_a_platform_numbered_comes_after_the_first_file(tmp_path: Path) -> None:
    files = ("Finn Ode - My town.txt", "Finn Ode - My town (1).txt", "kim (2).txt", "kim.txt")
    titles = [title for _, title in named(tmp_path, *files)]
    assert titles == [
        "Finn Ode - My town.txt",
        "Finn Ode - My town (1).txt",
        "kim.txt",
        "kim (2).txt",
    ]


def test_a_folder_and_files_of_the_same_name_are_one_student(tmp_path: Path) -> None:
    files = ("eva/2026-04-02.txt", "eva_2026-03-02.txt")
    assert named(tmp_path, *files) == [("eva", "2 March 2026"), ("eva", "2 April 2026")]


@pytest.mark.parametrize(
    ("file", "student", "number"),
    [
        ("anna draft 2.txt", "anna", 2),
        ("anna_v3.txt", "anna", 3),
        ("Anna (Version 12).txt", "Anna", 12),
        ("student 12.txt", "student 12", None),
        ("eva7.txt", "eva7", None),
        ("essay 2.txt", "essay 2", 2),
        ("Ivo24.txt", "Ivo24", None),
    ],
)
def test_only_a_number_after_a_word_for_draft_is_taken_from_a_name(
    tmp_path: Path, file: str, student: str, number: int | None
) -> None:
    (draft,) = drafts_in(make(tmp_path, file))
    assert (draft.student, draft.number) == (student, number)


@pytest.mark.parametrize("file", ["eva 2026-13-01.txt", "eva 01-03-2026.txt", "eva 2026-02-30.txt"])
def test_what_is_no_date_is_not_guessed(tmp_path: Path, file: str) -> None:
    (draft,) = drafts_in(make(tmp_path, file))
    assert draft.date is None
    assert draft.student == file.removesuffix(".txt")


def test_a_date_alone_in_the_class_folder_is_the_name(tmp_path: Path) -> None:
    (draft,) = drafts_in(make(tmp_path, "2026-03-01.txt"))
    assert (draft.student, draft.date) == ("2026-03-01", date(2026, 3, 1))


def test_without_a_date_on_every_draft_numbers_or_names_decide(tmp_path: Path) -> None:
    assert named(tmp_path / "a", "eva/2 2026-03-01.txt", "eva/1.txt") == [
        ("eva", "Draft 1"),
        ("eva", "1 March 2026"),
    ]
    assert named(tmp_path / "b", "eva/second.txt", "eva/first.txt") == [
        ("eva", "eva/first.txt"),
        ("eva", "eva/second.txt"),
    ]


def test_files_of_every_kind_are_drafts(tmp_path: Path) -> None:
    files = ("a.txt", "b.docx", "c.PDF", "d.txt.gz", "photo.jpg")
    assert [student for student, _ in named(tmp_path, *files)] == ["a", "b", "c", "d"]


def test_a_name_of_bytes_that_are_no_text_is_shown(tmp_path: Path) -> None:
    Path(str(tmp_path), b"an\xffa.txt".decode("utf-8", "surrogateescape")).write_text("Hello.")
    (draft,) = drafts_in(tmp_path)
    assert draft.student == "an\N{REPLACEMENT CHARACTER}a"


@pytest.mark.parametrize(
    ("files", "students"),
    [
        # Moodle, with a folder per student and without; a number tells two of one name apart.
        (
            (
                "Anna Kowalska_4711_assignsubmission_file_/essay.txt",
                "Ben Ito_12_assignsubmission_onlinetext_/onlinetext.txt",
                "Ben Ito_13_assignsubmission_file_essay.txt",
            ),
            ["Anna Kowalska", "Ben Ito (12)", "Ben Ito (13)"],
        ),
        # Canvas
        (
            (
                "itoben_1208_98322_essay-2.txt",
                "itoben_1208_98329_essay-3.txt",
                "kowalskaanna_LATE_1207_98321_My town.txt",
            ),
            ["itoben", "itoben", "kowalskaanna"],
        ),
        # Teams
        (
            (
                "Submitted files/Anna Kowalska/My town/Version 2/essay.txt",
                "Submitted files/Ben/My town/Version 1/a.txt",
            ),
            ["Anna Kowalska", "Ben"],
        ),
        # Google Classroom
        (
            ("Anna - My town.txt", "Ben Ito - My town (1).txt", "Copy of Cem - My town.txt"),
            ["Anna", "Ben Ito", "Cem"],
        ),
        (("My town - Anna.txt", "My town - Ben.txt"), ["Anna", "Ben"]),
        (
            ("Anna - Essay 1.txt", "Anna - Essay 2.txt", "Ben - Essay 1.txt", "Ben - Essay 2.txt"),
            ["Anna", "Anna", "Ben", "Ben"],
        ),
        # Habits of students
        (
            ("anna-essay-final-v3.txt", "[9b] Ben (final).txt", "Anna-Maria draft.txt"),
            ["anna", "Anna-Maria", "Ben"],
        ),
        (("cem_v2.txt", "Cem (final version 3).txt"), ["Cem", "Cem"]),
        # Groups
        (
            ("Group A/anna.txt", "Group A/ben.txt", "Group B/anna.txt", "cem.txt"),
            ["anna (Group A)", "anna (Group B)", "ben", "cem"],
        ),
        (("red/anna/1.txt", "red/ben/1.txt", "red/cem.txt"), ["anna", "ben", "cem"]),
        (
            ("Class 9b/Essay 1/anna.txt", "Class 9b/Essay 2/anna.txt", "Class 9b/Essay 2/ben.txt"),
            ["anna", "anna", "ben"],
        ),
        (("anna/Essay 1/x.txt", "anna/Essay 2/x.txt", "anna/old.txt"), ["anna", "anna", "anna"]),
    ],
)
def test_habits_of_platforms_and_people_are_understood(
    tmp_path: Path, files: tuple[str, ...], students: list[str]
) -> None:
    assert [student for student, _ in named(tmp_path, *files)] == students


@pytest.mark.parametrize(
    "files",
    [
        ("blue/anna.txt", "blue/ben.txt"),
        ("blue/Anna Kowalska.txt", "blue/Ben Ito.txt", "red/Cem.txt"),
        ("My town/anna.txt", "Holidays/anna.txt"),
    ],
)
def test_a_doubtful_grouping_is_refused_unless_one_says_what_it_is(
    tmp_path: Path, files: tuple[str, ...]
) -> None:
    make(tmp_path, *files)
    with pytest.raises(InputError, match=r"those of several .*--roster FILE.*--name-pattern"):
        drafts_in(tmp_path)
    paths = list_documents([str(tmp_path)]).paths
    for pattern, folder_is in (("{student}/{title}", 0), ("{title}/{student}", 1)):
        found = drafts_of(paths, tmp_path, pattern=NamePattern(pattern)).drafts
        expected = {Path(file).with_suffix("").parts[folder_is] for file in files}
        assert {draft.student for draft in found} == expected


def test_one_name_in_two_groups_of_a_pattern_is_two_students(tmp_path: Path) -> None:
    make(tmp_path, "9a/anna.txt", "9a/ben.txt", "9b/anna.txt")
    paths = list_documents([str(tmp_path)]).paths
    found = drafts_of(paths, tmp_path, pattern=NamePattern("{group}/{student}")).drafts
    assert [draft.student for draft in found] == ["anna (9a)", "anna (9b)", "ben"]


def test_a_pattern_has_dates_and_numbers(tmp_path: Path) -> None:
    make(tmp_path, "x/2026-03-01_anna_4.txt", "y/2026-02-01_anna_3.txt")
    paths = list_documents([str(tmp_path)]).paths
    found = drafts_of(paths, tmp_path, pattern=NamePattern("{date}_{student}_{draft}")).drafts
    assert [(each.student, each.date, each.number) for each in found] == [
        ("anna", date(2026, 2, 1), 3),
        ("anna", date(2026, 3, 1), 4),
    ]


def test_files_of_other_names_than_the_pattern_are_named(tmp_path: Path) -> None:
    make(tmp_path, "anna - a.txt", "ben.txt")
    paths = list_documents([str(tmp_path)]).paths
    with pytest.raises(InputError, match=r"1 of 2 files have other names: ben\.txt\."):
        drafts_of(paths, tmp_path, pattern=NamePattern("{student} - {title}"))


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("{name}", r"there is no {name}\. There are {student}"),
        ("{title}", "{student} must be in it once"),
        ("{student} {student}", "{student} must be in it once"),
        ("{student}{title}", "put a sign between two fields"),
    ],
)
def test_a_wrong_pattern_is_refused(pattern: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        NamePattern(pattern)


def test_a_hostile_name_does_not_take_long_to_compare() -> None:
    pattern = NamePattern("{any}-{group}-{student}-{title}-{draft}")
    assert pattern.match("-a" * 100_000) is None
