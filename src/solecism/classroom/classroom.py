"""A class: all students with what was found, how it was checked, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from solecism.check.files import CheckSummary, DetectorOptions
from solecism.check.groups import Group, groups_of
from solecism.classroom.drafts import drafts_of
from solecism.classroom.student import CheckedDraft, Student, check_students
from solecism.documents.folders import listed
from solecism.errors import InputError


@dataclass(frozen=True)
class Classroom:
    """The students of a class, and the kinds of error that can be found at this setting.

    `problems` say what could not be read; `notes` are about other files, `remarks` about the
    detector.
    """

    title: str
    students: tuple[Student, ...]
    kinds: tuple[str, ...]
    detector: str
    audience: str
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups of kinds that were looked for."""
        return groups_of(self.kinds)

    @property
    def is_complete(self) -> bool:
        """Whether everything could be read, and every draft has words."""
        return not self.problems and not any(draft.problem for draft in self.drafts)

    @property
    def drafts(self) -> tuple[CheckedDraft, ...]:
        """The drafts of all students."""
        return tuple(draft for student in self.students for draft in student.drafts)

    @property
    def n_words(self) -> int:
        """The number of words of all students."""
        return sum(student.n_words for student in self.students)

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of findings of each kind in the whole class."""
        return sum((student.counts for student in self.students), Counter())


def check_class(
    folder: str,
    options: DetectorOptions,
    *,
    title: str | None = None,
    n_jobs: int = 1,
    progress: Callable[[int, int | None], None] | None = None,
) -> Classroom:
    """Check all texts in a class folder; `progress` is told how many of the students are done.

    InputError if the folder has no texts.
    """
    if not Path(folder).is_dir():
        problem = "is not a folder" if Path(folder).exists() else "there is no such folder"
        raise InputError(f"{folder}: {problem}. Give the folder that holds the students' texts.")
    listing = listed([folder])
    if not listing.paths:
        raise InputError(listing.problems[0])
    drafts = drafts_of(listing.paths, Path(folder))
    n_students = len({draft.student for draft in drafts})
    summary = CheckSummary(notes=[options.note] if options.note else [])
    students: list[Student] = []
    for student in check_students(drafts, options, summary, n_jobs=n_jobs):
        students.append(student)
        if progress is not None:
            progress(len(students), n_students)
    paths = tuple(draft.path for draft in drafts)
    about_files = [note for note in summary.notes if note.startswith(paths)]
    return Classroom(
        title or Path(folder).resolve().name,
        tuple(students),
        tuple(kind for kind in summary.kinds if kind not in summary.unreachable),
        options.detector,
        options.audience or "author",
        (*listing.problems, *summary.problems),
        (*about_files, *listing.notes),
        tuple(note for note in summary.notes if note not in about_files),
    )
