"""Surveys whose participants come through a link with their id, such as those of Prolific.

The answers are those of any survey: one row per participant with one column per item (Qualtrics'
second and third header lines are skipped), or one row per answer. Prolific's own export of
submissions (status, time taken, demographics) can be joined to them by the participant's id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from solecism.errors import FormatError
from solecism.formats.crowd import places, rows, table
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.formats.crowd.table import Row, Table, shown
from solecism.judgment import Judgment

ACCEPTED = frozenset({"APPROVED", "AWAITING REVIEW"})
PREFIX = "Prolific."
_RATERS = (
    "prolificpid prolificid participantid workerid participant subjectid subject pid rater".split()
)
_UNKNOWN = "rows of participants without a submission"


def parse(
    lines: Iterable[str],
    layout: Layout = PLAIN,
    *,
    file: str,
    submissions: Table | None = None,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of a survey, of accepted submissions only where there are `submissions`.

    The columns of the submissions can be used as `Prolific.Age` and so on. The rater is in the
    column of the URL parameter, and an item is named as its column unless the layout says
    otherwise.
    """
    skipped = Counter() if skipped is None else skipped
    read = table.parse(lines, file=file, **layout.dialect)
    read = replace(read, rows=_without_header_rest(read.rows))
    layout = _filled(layout, read)
    if submissions is not None:
        read, layout = _joined(read, layout, submissions, skipped)
    yield from rows.judgments(read, layout, skipped=skipped)


def _filled(layout: Layout, read: Table) -> Layout:
    rater = _column_of(read.names, _RATERS)
    layout = layout.or_else(item="{question}")
    return layout.or_else(rater=rater) if rater is not None else layout


def _joined(
    read: Table, layout: Layout, submissions: Table, skipped: Counter[str]
) -> tuple[Table, Layout]:
    """The answers with the columns of their submissions added."""
    rater = layout.places.get("rater")
    if rater not in read.names:
        listed = places.listing(read.names)
        raise FormatError(read.file, 1, f"which column is the participant? Give --rater. {listed}")
    known = _fields(submissions)
    names = (*read.names, *(f"{PREFIX}{name}" for name in submissions.names))
    joined = Table(
        read.file, names, _with_submissions(read.rows, read.names.index(rater), known, skipped)
    )
    fields = {
        field: f"{PREFIX}{name}"
        for field, wanted in (("status", "status"), ("seconds", "timetaken"))
        if (name := _column_of(submissions.names, [wanted])) is not None
    }
    is_a_row_a_participant = len(list(places.questions(layout, read.names))) > 1
    if not is_a_row_a_participant or "milliseconds" in layout.places:
        fields.pop("seconds", None)
    if "status" in fields:
        layout = replace(layout, statuses=layout.statuses | ACCEPTED)
    return joined, layout.or_else(**fields)


def _fields(submissions: Table) -> dict[str, Row]:
    """The submissions by participant: memory grows with the participants, not their answers."""
    participant = _column_of(submissions.names, _RATERS)
    if participant is None:
        raise FormatError(
            submissions.file,
            1,
            "there is no column 'Participant id'. Give the submissions as Prolific exports them. "
            + places.listing(submissions.names),
        )
    index = submissions.names.index(participant)
    known: dict[str, Row] = {}
    for line, row in submissions.rows:
        if known.setdefault(row[index].strip(), row) is not row:
            problem = f"{shown(row[index])} has a second submission. Leave one of them out."
            raise FormatError(submissions.file, line, problem)
    return known


def _with_submissions(
    answers: Iterator[tuple[int, Row]], index: int, known: dict[str, Row], skipped: Counter[str]
) -> Iterator[tuple[int, Row]]:
    for line, row in answers:
        submission = known.get(row[index].strip())
        if submission is None:
            skipped[_UNKNOWN] += 1
        else:
            yield line, [*row, *submission]


def _without_header_rest(answers: Iterator[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """The rows without the two that Qualtrics writes below the names of the columns."""
    first = list(islice(answers, 2))
    if len(first) < 2 or not any('"ImportId"' in cell for cell in first[1][1]):
        yield from first
    yield from answers


def _column_of(names: Sequence[str], wanted: Sequence[str]) -> str | None:
    """The column with one of these names, ignoring capitals, spaces and underscores."""
    plain = {"".join(filter(str.isalnum, name.lower())): name for name in reversed(names)}
    return next((plain[name] for name in wanted if name in plain), None)
