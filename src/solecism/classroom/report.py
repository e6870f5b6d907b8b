"""All files about a class: the overview, a page per student, and two tables."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.classroom.classroom import Classroom
from solecism.classroom.names import file_names
from solecism.classroom.overview import format_overview
from solecism.classroom.quality import quality
from solecism.classroom.student_page import format_student
from solecism.classroom.tables import drafts_table, findings_table
from solecism.report.table import Table, format_csv

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
    for table in (findings_table(room.students), drafts_table(room.students, room.kinds)):
        yield f"{table.name}.csv", _csv(table)


def _csv(table: Table) -> str:
    """The table by RFC 4180, for spreadsheets."""
    return _BYTE_ORDER_MARK + format_csv(table, line_end="\r\n")
