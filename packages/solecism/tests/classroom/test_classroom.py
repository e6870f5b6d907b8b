"""A whole class from its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import rule_detector
from solecism.checking.checked_files import DetectorOptions
from solecism.classroom import classroom
from solecism.classroom.classroom import Classroom, check_class
from solecism.classroom.student_names import read_roster
from solecism.detect import registry
from solecism.documents.reading import Listing
from solecism.errors import InputError

OPTIONS = DetectorOptions("rules", audience="teacher")


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    folder = tmp_path / "9b"
    folder.mkdir()
    (folder / "anna_2026-03-01.txt").write_text("We depend of it. I listen music.\n")
    (folder / "bo.txt").write_text("Let us discuss about it.\n")
    return folder


def check(folder: Path, title: str | None = None) -> Classroom:
    return check_class(str(folder), OPTIONS, title=title)


def test_a_class_has_its_students_counts_and_title(essays: Path) -> None:
    room = check(essays)
    assert [student.name for student in room.students] == ["anna", "bo"]
    assert (room.title, room.n_words, room.counts.total()) == ("9b", 12, 3)
    assert [group.name for group in room.groups] == ["Prepositions"]
    assert room.is_complete
    assert check(essays, "Class 9").title == "Class 9"


def test_progress_is_told_by_student(essays: Path) -> None:
    told: list[tuple[int, int | None]] = []
    check_class(str(essays), OPTIONS, progress=lambda *done: told.append(done))
    assert told == [(1, 2), (2, 2)]


def test_kinds_that_cannot_be_found_are_not_counted(
    essays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        rule_detector.RuleDetector, "unreachable", ("missing-preposition",), raising=False
    )
    assert check(essays).kinds == ("wrong-preposition", "extraneous-preposition")


def test_a_folder_that_cannot_be_entered_makes_a_class_incomplete(
    essays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = (str(essays / "bo.txt"),)
    listing = Listing(paths, problems=("closed: cannot be read: Permission denied.",))
    monkeypatch.setattr(classroom, "list_documents", lambda _: listing)
    room = check(essays)
    assert room.problems == listing.problems
    assert not room.is_complete


def test_an_empty_draft_makes_a_class_incomplete(essays: Path) -> None:
    (essays / "cy.txt").write_text("")
    room = check(essays)
    assert not room.is_complete
    [unread] = room.unread
    assert unread.draft.student == "cy"
    assert unread.problem == f"{essays}/cy.txt: is empty. There is nothing to check."
    assert room.notes == ()
    assert [student.name for student in room.students] == ["anna", "bo"]


def test_the_list_of_a_class_gives_files_to_students(essays: Path, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Name,Login\nAnna Kowalska,ak1\nBo Li,\nCy Young,cy\n")
    (essays / "zoe.txt").write_text("We depend of it.\n")
    room = check_class(str(essays), OPTIONS, roster=read_roster(tmp_path / "list.csv"))
    assert [student.name for student in room.students] == ["Anna Kowalska", "Bo Li"]
    assert room.problems == (
        "zoe.txt: belongs to nobody on the list, or to more than one. Name the file after its "
        "student.",
    )
    assert room.notes == ("No text of Cy Young.",)
    assert not room.is_complete


def test_a_folder_is_needed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        check(tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="is not a folder"):
        check(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="has no documents"):
        check(tmp_path / "empty")
