"""The pages about a class: an overview, and one per student, with small charts of rates."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from jinja2 import Environment
from markupsafe import Markup

from solecism.checking import explanations
from solecism.checking.explanations import KindGroup, advice_about_kind
from solecism.checking.html_page import ARTICLE_STYLE, COLOURS, format_articles
from solecism.checking.output_formats import excerpt
from solecism.classroom.class_summary import (
    CommonProblem,
    ErrorExample,
    Quality,
    change_of,
    commonest_problems,
    describe_change,
)
from solecism.classroom.classroom import (
    LEAST_WORDS,
    PER_WORDS,
    CheckedDraft,
    Classroom,
    Student,
    rate,
)
from solecism.figure import Figure
from solecism.finding import CheckedSentence
from solecism.reporting.svg import chart, element, points
from solecism.reporting.wording import listed, template_environment
from solecism.system.display_text import count
from solecism.version import __version__

_MOST_LETTERS = 240


@dataclass(frozen=True, slots=True)
class RateCell:
    """A rate of one group of errors, the number of findings, and how dark the cell is (0 to 1)."""

    rate: Figure
    n: int
    heat: float


@dataclass(frozen=True, slots=True)
class StudentRow:
    """A student in the table, with a cell per group."""

    student: Student
    link: str
    rate: Figure
    cells: tuple[RateCell, ...]


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
        problems=[_shown_problem(problem) for problem in commonest_problems(room.students)],
        changes=_changes(room, links),
        single=listed([each.name for each in room.students if len(each.with_rate) < 2]),
        least_words=LEAST_WORDS,
        script=Markup(text),
        script_hash=script_hash,
        version=__version__,
    )


def _rows(room: Classroom, links: Mapping[str, str]) -> list[StudentRow]:
    rates = (
        rate(student.count_of(group.kinds), student.n_words)
        for student in room.students
        for group in room.groups
    )
    darkest = max((each.value for each in rates if each.is_defined), default=0.0) or 1.0
    return [
        StudentRow(
            student,
            links[student.name],
            rate(student.n_findings, student.n_words),
            _cells(student.counts, student.n_words, room.groups, darkest=darkest),
        )
        for student in room.students
    ]


def _cells(
    counts: Counter[str], n_words: int, groups: tuple[KindGroup, ...], *, darkest: float
) -> tuple[RateCell, ...]:
    numbers = [sum(counts[kind] for kind in group.kinds) for group in groups]
    rates = [rate(n, n_words) for n in numbers]
    return tuple(
        RateCell(each, n, each / darkest if each.is_defined else 0.0)
        for each, n in zip(rates, numbers, strict=True)
    )


def _shown_problem(problem: CommonProblem) -> dict[str, object]:
    return {
        "name": explanations.sentence_case(explanations.kind_name(problem.kind)),
        "n_findings": problem.n_findings,
        "n_students": problem.n_students,
        "advice": advice_about_kind(problem.kind),
        "examples": [_shown_example(example) for example in problem.examples],
    }


def _shown_example(example: ErrorExample) -> dict[str, str]:
    before, marked, after = excerpt(example.finding, _MOST_LETTERS)
    return {
        "student": example.student,
        "before": before,
        "marked": marked,
        "after": after,
        "suggestion": explanations.advice(example.finding),
    }


def _changes(room: Classroom, links: Mapping[str, str]) -> list[dict[str, object]]:
    top_rate = highest_rate(room.drafts, SMALL)
    pairs = ((student, change_of(student)) for student in room.students)
    return [
        {
            "name": student.name,
            "link": links[student.name],
            "chart": format_chart(student.with_rate, SMALL, top_rate=top_rate),
            "direction": change.direction,
            "sentence": describe_change(change),
        }
        for student, change in pairs
        if change is not None
    ]


# With more drafts than this the table of kinds has no column per draft.
_MOST_COLUMNS = 5


def format_student(
    student: Student, quality: Quality, groups: Sequence[KindGroup], *, title: str
) -> str:
    """The page, which has nothing of any other student."""
    drafts = student.with_words
    shown = drafts if 1 < len(drafts) <= _MOST_COLUMNS else ()
    change = change_of(student)
    rated = student.with_rate
    drawn = format_chart(rated, LARGE, top_rate=highest_rate(rated, LARGE)) if change else ""
    return render(
        "student.html",
        student=student,
        title=title,
        rate=rate(student.n_findings, student.n_words),
        draft_titles=[draft.draft.title for draft in shown],
        kinds=_kinds(student, shown, groups),
        chart=drawn,
        change=describe_change(change),
        articles=Markup("".join(format_articles(_with_titles(drafts)))),
        quality=quality,
    )


def _kinds(
    student: Student, drafts: Sequence[CheckedDraft], groups: Sequence[KindGroup]
) -> list[dict[str, object]]:
    """What is found most often first, and kinds of one group in the order of the group."""
    kinds = [kind for group in groups for kind in group.kinds if student.counts[kind]]
    return [
        {
            "name": explanations.sentence_case(explanations.kind_name(kind)),
            "n": student.counts[kind],
            "by_draft": [draft.counts[kind] for draft in drafts],
            "advice": advice_about_kind(kind),
        }
        for kind in sorted(kinds, key=lambda kind: -student.counts[kind])
    ]


def _with_titles(drafts: Sequence[CheckedDraft]) -> Iterator[CheckedSentence]:
    """The sentences of all drafts, under the titles of the drafts instead of their files."""
    titles = [draft.draft.title for draft in drafts]
    for draft, title in zip(drafts, titles, strict=True):
        heading = title if titles.count(title) == 1 else f"{title} ({draft.draft.file})"
        for sentence in draft.sentences:
            yield replace(sentence, file=heading)


@dataclass(frozen=True, slots=True)
class ChartSize:
    """The size of a drawing and of its margins, in pixels; with `has_text` rates are written.

    Intervals of short texts reach far: the scale ends at `headroom` times the highest rate.
    """

    width: int
    height: int
    side: int
    top: int
    bottom: int
    headroom: float
    has_text: bool


SMALL = ChartSize(190, 56, 8, 5, 5, 1.25, has_text=False)
LARGE = ChartSize(440, 190, 56, 22, 36, 1.6, has_text=True)


def highest_rate(drafts: Sequence[CheckedDraft], size: ChartSize) -> float:
    """The rate at which the scale of drawings of these drafts ends; never 0."""
    rates = [draft.rate.value for draft in drafts if draft.rate.is_defined]
    return size.headroom * max(rates, default=0.0) or 1.0


def format_chart(drafts: Sequence[CheckedDraft], size: ChartSize, *, top_rate: float) -> Markup:
    """The rates of drafts that have one, from left to right, by date where all have one."""
    across = _chart_points(drafts, size)
    rates = [draft.rate for draft in drafts]
    floor = size.height - size.bottom

    def height(rate: float) -> float:
        return floor - min(rate / top_rate, 1.0) * (floor - size.top)

    places = [(x, height(rate.value)) for x, rate in zip(across, rates, strict=True)]
    bars = [
        element("path", kind="bar", d=f"M{x:.1f} {height(span.low):.1f}V{height(span.high):.1f}")
        for x, span in zip(across, (rate.interval for rate in rates), strict=True)
    ]
    dots = [element("circle", cx=x, cy=y, r=4 if size.has_text else 3) for x, y in places]
    return chart(
        size.width,
        size.height,
        _in_words(drafts),
        [
            element("path", kind="floor", d=f"M0 {floor}H{size.width}"),
            *bars,
            element("polyline", points=points(places)),
            *dots,
            *(_chart_labels(drafts, places, size) if size.has_text else ()),
        ],
        width=size.width,
        height=size.height,
    )


def _in_words(drafts: Sequence[CheckedDraft]) -> str:
    told = "; ".join(f"{draft.draft.title}: {draft.rate:.0f}" for draft in drafts)
    return f"Findings per {PER_WORDS:,} words. {told}."


def _chart_points(drafts: Sequence[CheckedDraft], size: ChartSize) -> list[float]:
    dates = [draft.draft.date for draft in drafts]
    days = [date.toordinal() for date in dates if date is not None]
    if len(days) < len(dates) or len(set(days)) < len(days):
        days = list(range(len(dates)))
    span = max(days, default=0) - min(days, default=0)
    room = size.width - 2 * size.side
    if not span:
        return [size.width / 2 for _ in days]
    return [size.side + room * (day - days[0]) / span for day in days]


def _chart_labels(
    drafts: Sequence[CheckedDraft], places: Sequence[tuple[float, float]], size: ChartSize
) -> Iterator[Markup]:
    """The rate beside each dot; below the line the first and the last draft, which have room."""
    for draft, (x, y) in zip(drafts, places, strict=True):
        yield element("text", f"{draft.rate:.0f}", x=x + 8, y=y - 6)
    for place, draft in {0: drafts[0], len(drafts) - 1: drafts[-1]}.items():
        title = _short(draft.draft.title)
        yield element("text", title, kind="name", x=places[place][0], y=size.height - 12)


def _short(title: str) -> str:
    return title if len(title) <= 20 else f"…{title[-19:]}"


def render(template: str, **values: Any) -> str:
    """A page of these values."""
    return _environment().get_template(template).render(values)


@cache
def script(name: str) -> tuple[str, str]:
    """A script among the templates, and the hash by which a page may allow it."""
    text = files("solecism.classroom").joinpath("templates", name).read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode()).digest()
    return text, base64.b64encode(digest).decode()


@cache
def _environment() -> Environment:
    environment = template_environment("solecism.classroom")
    environment.globals |= {"count": count, "text_style": Markup(COLOURS + ARTICLE_STYLE)}
    return environment
