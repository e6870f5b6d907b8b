"""The folder of a class: the overview, a page per student, and two tables for spreadsheets.

The folder appears whole or not at all, and replaces only its own kind.
"""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from solecism.checking.suggested_edits import new_words
from solecism.classroom.class_pages import format_overview, format_student
from solecism.classroom.class_sheets import format_exercises, format_handout
from solecism.classroom.class_summary import quality
from solecism.classroom.classroom import CheckedDraft, Classroom, Student
from solecism.errors import InputError
from solecism.finding import Finding
from solecism.reporting.table import Cell, ReportTable, format_csv

OVERVIEW = "index.html"
# Excel takes a file for UTF-8 only if it begins with this mark.
_BYTE_ORDER_MARK = "\ufeff"


def format_class(room: Classroom) -> Iterator[tuple[str, str]]:
    """The path of each file inside the folder of the class, and its text."""
    names = file_names(student.name for student in room.students)
    trust = quality(room.detector, room.audience, room.kinds, room.groups)
    yield OVERVIEW, format_overview(room, trust, names)
    for student in room.students:
        page = format_student(student, trust, room.groups, title=room.title)
        yield f"students/{names[student.name]}.html", page
    yield "handout.html", format_handout(room)
    yield "exercises.html", format_exercises(room)
    for table in (findings_table(room.students), drafts_table(room)):
        yield f"{table.name}.csv", _csv(table)


def _csv(table: ReportTable) -> str:
    """The table by RFC 4180, for spreadsheets."""
    return _BYTE_ORDER_MARK + format_csv(table, line_end="\r\n")


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


def findings_table(students: Sequence[Student]) -> ReportTable:
    """One row per finding; `share` is the share of readers who would object."""
    rows = [
        row
        for student in students
        for number, draft in enumerate(student.drafts, 1)
        for row in _finding_rows(student.name, number, draft)
    ]
    return ReportTable("findings", "Findings", _FINDING_COLUMNS, tuple(rows))


def drafts_table(room: Classroom) -> ReportTable:
    """One row per draft, with the number of findings of each kind and the rate per 1,000 words.

    Drafts of students of whom nothing could be checked come last.
    """
    rows = [
        _draft_row(student.name, number, draft, room.kinds)
        for student in room.students
        for number, draft in enumerate(student.drafts, 1)
    ]
    known = {student.name for student in room.students}
    rows += [
        _draft_row(draft.draft.student, 1, draft, room.kinds)
        for draft in room.unread
        if draft.draft.student not in known
    ]
    columns = (*_DRAFT_COLUMNS, *room.kinds, "findings per 1,000 words", "low", "high", "problem")
    return ReportTable("students", "Drafts", columns, tuple(rows))


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


_MOST_LETTERS = 40
_RESERVED = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])", re.I)
_NO_NAME = "student"


def file_names(names: Iterable[str]) -> dict[str, str]:
    """A file name without ending for each name; no two differ only by case or accents' encoding.

    >>> file_names(["Zoë / Kim", "zoë-kim", "CON", "..."])
    {'Zoë / Kim': 'Zoë-Kim', 'zoë-kim': 'zoë-kim-2', 'CON': 'student-CON', '...': 'student'}
    """
    chosen: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        first = _safe(name)
        file_name, n = first, 1
        while file_name.casefold() in taken:
            n += 1
            file_name = f"{first}-{n}"
        taken.add(file_name.casefold())
        chosen[name] = file_name
    return chosen


def _safe(name: str) -> str:
    composed = unicodedata.normalize("NFKC", name)
    words = re.findall(r"\w+", composed.replace("_", " "))
    safe = "-".join(words)[:_MOST_LETTERS].strip("-")
    if _RESERVED.fullmatch(safe):
        return f"{_NO_NAME}-{safe}"
    return safe or _NO_NAME


# A list of the files that were written, by which the folder is known later.
MANIFEST = ".solecism-class"


def write_folder(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write files, each a path inside the folder and its text, and put the folder in its place.

    A folder that this function has written is replaced; InputError for any other that is not empty,
    and for one to which other files were added.
    """
    target = folder.resolve()
    _check_replaceable(folder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name[:40]}.") as work:
            new = Path(work, "new")
            new.mkdir()
            _write(new, files)
            _replace(target, new, Path(work, "old"))
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror or error}.") from error


def check_output(output: Path, *, folder: Path) -> None:
    """InputError if pages cannot be written to a folder, or not about this class folder."""
    target, source = output.resolve(), folder.resolve()
    if target.is_relative_to(source) or source.is_relative_to(target):
        raise InputError(
            f"{output}: lies in the folder of the texts, or around it. Choose a folder beside it."
        )
    _check_replaceable(output)


def _check_replaceable(folder: Path) -> None:
    """InputError for a path that is neither free, nor an empty folder, nor one written here."""
    target = folder.resolve()
    if not target.exists():
        return
    if not target.is_dir():
        raise InputError(f"{folder}: is a file. Give the name of a folder to write.")
    try:
        there = {
            path.relative_to(target).as_posix() for path in target.rglob("*") if _is_kept(path)
        }
        ours = (target / MANIFEST).read_text(encoding="utf-8").splitlines() if there else []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{folder}: exists already, and was not written by this command. Choose another folder."
        ) from error
    if others := sorted(there.difference(ours, [MANIFEST])):
        raise InputError(
            f"{folder}: contains {others[0]!r}, which was not written by this command. Move it, or "
            "choose another folder."
        )


def _is_kept(path: Path) -> bool:
    return path.is_symlink() or not path.is_dir()


def _write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    names: list[str] = []
    for name, text in files:
        path = folder / PurePosixPath(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        names.append(name)
    (folder / MANIFEST).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


def _replace(target: Path, new: Path, old: Path) -> None:
    """Put the new folder in the place of the old one, which comes back if that fails."""
    had_old = target.exists()
    if had_old:
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if had_old:
            old.rename(target)
        raise
