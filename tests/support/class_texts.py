"""Students whose drafts have a given number of findings in a given number of words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from rule_detector import KINDS, RuleDetector
from solecism.checking.texts import check_text
from solecism.classroom.classroom import CheckedDraft, Classroom, Student
from solecism.classroom.drafts import StudentDraft

ERROR, FILLER = "We depend of it.", "Cats sleep here today."
_WORDS = 4


def text(n_findings: int, n_words: int) -> str:
    """A text with this many findings of the detector of rules, all of them wrong prepositions."""
    n_fillers = n_words // _WORDS - n_findings
    assert n_fillers >= 0
    return " ".join([ERROR] * n_findings + [FILLER] * n_fillers) + "\n"


def checked_draft(draft: StudentDraft, written: str) -> CheckedDraft:
    """A draft of this text, checked by the detector of rules."""
    lines = written.splitlines(keepends=True)
    sentences = check_text(lines, RuleDetector(), document=draft.file, file=draft.file)
    return CheckedDraft(draft, tuple(sentences))


def student(name: str, *drafts: tuple[int, int], texts: Sequence[str] = ()) -> Student:
    """A student with dated drafts, each of so many findings and words; then one per text."""
    written = [text(*each) for each in drafts] + list(texts)
    checked = [
        checked_draft(
            StudentDraft(
                name, f"{name}/{n}.txt", f"{name}/{n}.txt", date(2026, 3, 1) + n * timedelta(9)
            ),
            each,
        )
        for n, each in enumerate(written)
    ]
    return Student(name, tuple(checked))


def room(*students: Student, notes: Sequence[str] = (), title: str = "Class 3") -> Classroom:
    """A class of these students."""
    return Classroom(title, students, KINDS, "rules", "teacher", notes=tuple(notes))
