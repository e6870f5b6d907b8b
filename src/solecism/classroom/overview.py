"""The overview of a class as one page: students by kinds, commonest problems, change, trust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup

from solecism.check import explain
from solecism.check.groups import Group, advice
from solecism.check.people import window
from solecism.classroom.change import change_of, describe
from solecism.classroom.chart import SMALL, format_chart, highest
from solecism.classroom.classroom import Classroom
from solecism.classroom.commonest import CommonProblem, Example, commonest
from solecism.classroom.quality import Quality
from solecism.classroom.student import Student, rate
from solecism.classroom.templating import render, script
from solecism.figure import Figure
from solecism.report.words import listed
from solecism.version import __version__

_MOST_LETTERS = 240


@dataclass(frozen=True, slots=True)
class Cell:
    """A rate of one group of errors, the number of findings, and how dark the cell is (0 to 1)."""

    rate: Figure
    n: int
    heat: float


@dataclass(frozen=True, slots=True)
class Row:
    """A student in the table, with a cell per group."""

    student: Student
    link: str
    rate: Figure
    cells: tuple[Cell, ...]


def format_overview(room: Classroom, quality: Quality, file_names: Mapping[str, str]) -> str:
    """The page; `file_names` has the file name of each student's page, without its ending."""
    links = {name: f"students/{quote(file)}.html" for name, file in file_names.items()}
    total = room.counts.total()
    text, script_hash = script("sort.js")
    return render(
        "overview.html",
        room=room,
        total=total,
        total_rate=rate(total, room.n_words),
        quality=quality,
        rows=_rows(room, links),
        class_cells=_cells(room.counts, room.n_words, room.groups, darkest=1.0),
        problems=[_shown_problem(problem) for problem in commonest(room.students)],
        changes=_changes(room, links),
        single=listed([each.name for each in room.students if len(each.with_words) < 2]),
        script=Markup(text),
        script_hash=script_hash,
        version=__version__,
    )


def _rows(room: Classroom, links: Mapping[str, str]) -> list[Row]:
    rates = (
        rate(student.count_of(group.kinds), student.n_words).value
        for student in room.students
        if student.n_words
        for group in room.groups
    )
    darkest = max(rates, default=0.0) or 1.0
    return [
        Row(
            student,
            links[student.name],
            rate(student.n_findings, student.n_words),
            _cells(student.counts, student.n_words, room.groups, darkest=darkest),
        )
        for student in room.students
    ]


def _cells(
    counts: Counter[str], n_words: int, groups: tuple[Group, ...], *, darkest: float
) -> tuple[Cell, ...]:
    numbers = [sum(counts[kind] for kind in group.kinds) for group in groups]
    rates = [rate(n, n_words) for n in numbers]
    return tuple(Cell(each, n, each / darkest) for each, n in zip(rates, numbers, strict=True))


def _shown_problem(problem: CommonProblem) -> dict[str, object]:
    return {
        "name": explain.sentence_case(explain.name(problem.kind)),
        "n_findings": problem.n_findings,
        "n_students": problem.n_students,
        "advice": advice(problem.kind),
        "examples": [_shown_example(example) for example in problem.examples],
    }


def _shown_example(example: Example) -> dict[str, str]:
    before, marked, after = window(example.finding, _MOST_LETTERS)
    return {
        "student": example.student,
        "before": before,
        "marked": marked,
        "after": after,
        "suggestion": explain.advice(example.finding),
    }


def _changes(room: Classroom, links: Mapping[str, str]) -> list[dict[str, object]]:
    top_rate = highest(room.drafts, SMALL)
    pairs = ((student, change_of(student)) for student in room.students)
    return [
        {
            "name": student.name,
            "link": links[student.name],
            "chart": Markup(format_chart(student.with_words, SMALL, top_rate=top_rate)),
            "direction": change.direction,
            "sentence": describe(change),
        }
        for student, change in pairs
        if change is not None
    ]
