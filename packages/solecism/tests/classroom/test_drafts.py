"""Whose a file is, and in which order drafts come."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from solecism.classroom.drafts import StudentDraft, drafts_of
from solecism.documents.reading import list_documents


def make(folder: Path, *files: str) -> Path:
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Hello.\n")
    return folder


def drafts_in(folder: Path) -> list[StudentDraft]:
    return drafts_of(list_documents([str(folder)]).paths, folder)


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
