"""The page of one student, to print or send: counts with advice, change, and the marked texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup

from solecism.check import explain
from solecism.check.groups import Group, advice
from solecism.check.page import format_articles
from solecism.classroom.change import change_of, describe
from solecism.classroom.chart import LARGE, format_chart, highest
from solecism.classroom.quality import Quality
from solecism.classroom.student import CheckedDraft, Student, rate
from solecism.classroom.templating import render
from solecism.finding import CheckedSentence

# With more drafts than this the table of kinds has no column per draft.
_MOST_COLUMNS = 5


def format_student(
    student: Student, quality: Quality, groups: Sequence[Group], *, title: str
) -> str:
    """The page, which has nothing of any other student."""
    drafts = student.with_words
    shown = drafts if 1 < len(drafts) <= _MOST_COLUMNS else ()
    change = change_of(student)
    chart = format_chart(drafts, LARGE, top_rate=highest(drafts, LARGE)) if change else ""
    return render(
        "student.html",
        student=student,
        title=title,
        rate=rate(student.n_findings, student.n_words),
        draft_titles=[draft.draft.title for draft in shown],
        kinds=_kinds(student, shown, groups),
        chart=Markup(chart),
        change=describe(change),
        articles=Markup("".join(format_articles(_with_titles(drafts)))),
        quality=quality,
    )


def _kinds(
    student: Student, drafts: Sequence[CheckedDraft], groups: Sequence[Group]
) -> list[dict[str, object]]:
    """What is found most often first, and kinds of one group in the order of the group."""
    kinds = [kind for group in groups for kind in group.kinds if student.counts[kind]]
    return [
        {
            "name": explain.sentence_case(explain.name(kind)),
            "n": student.counts[kind],
            "by_draft": [draft.counts[kind] for draft in drafts],
            "advice": advice(kind),
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
