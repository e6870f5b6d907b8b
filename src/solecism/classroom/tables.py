"""Everything about a class as two tables for spreadsheets: findings, and drafts."""

from __future__ import annotations

from collections.abc import Sequence

from solecism.check.advice.changes import new_words
from solecism.classroom.student import CheckedDraft, Student
from solecism.finding import Finding
from solecism.report.table import Cell, Table

_FINDING_COLUMNS = (
    "student",
    "draft",
    "date",
    "file",
    "place",
    "sentence",
    "text",
    "kind",
    "suggestion",
    "confidence",
    "share",
)
# An empty cell would say that nothing is suggested.
_LEAVE_OUT = "(leave out)"
_DRAFT_COLUMNS = ("student", "draft", "date", "file", "words", "sentences", "findings")


def findings_table(students: Sequence[Student]) -> Table:
    """One row per finding; `share` is the share of readers who would object."""
    rows = [
        row
        for student in students
        for number, draft in enumerate(student.drafts, 1)
        for row in _finding_rows(student.name, number, draft)
    ]
    return Table("findings", "Findings", _FINDING_COLUMNS, tuple(rows))


def drafts_table(students: Sequence[Student], kinds: Sequence[str]) -> Table:
    """One row per draft, with the number of findings of each kind and the rate per 1,000 words."""
    rows = [
        _draft_row(student.name, number, draft, kinds)
        for student in students
        for number, draft in enumerate(student.drafts, 1)
    ]
    columns = (*_DRAFT_COLUMNS, *kinds, "findings per 1,000 words", "low", "high", "problem")
    return Table("students", "Drafts", columns, tuple(rows))


def _finding_rows(name: str, number: int, checked: CheckedDraft) -> list[tuple[Cell, ...]]:
    return [
        (
            *_draft_cells(name, number, checked),
            finding.shown_place,
            _on_one_line(finding.sentence.text),
            _on_one_line(finding.text),
            finding.kind,
            _suggestion(finding),
            finding.confidence,
            finding.flag.readers,
        )
        for finding in checked.findings
    ]


def _suggestion(finding: Finding) -> str | None:
    suggestions = finding.flag.suggestions
    return (new_words(finding, suggestions[0]) or _LEAVE_OUT) if suggestions else None


def _draft_row(
    name: str, number: int, checked: CheckedDraft, kinds: Sequence[str]
) -> tuple[Cell, ...]:
    rate = checked.rate
    return (
        *_draft_cells(name, number, checked),
        checked.n_words,
        checked.n_sentences,
        len(checked.findings),
        *(checked.counts[kind] for kind in kinds),
        rate.value,
        rate.interval.low,
        rate.interval.high,
        checked.problem,
    )


def _draft_cells(name: str, number: int, checked: CheckedDraft) -> tuple[Cell, ...]:
    day = checked.draft.date
    return name, number, None if day is None else day.isoformat(), checked.draft.file


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
