"""The files of crowd platforms by name: Mechanical Turk, Appen, Prolific, and other tables.

Mechanical Turk's batch results have one row per assignment, with one question or several. What the
requester gave is in columns `Input.*`, what the worker said in `Answer.*`.

Appen's (Figure Eight's, CrowdFlower's) full report has one row per judgment, with test questions
marked. The aggregated report holds one row per item and forgets who said what; it is refused.

Prolific stands for surveys whose participants come through a link with their id. The answers are
those of any survey: one row per participant with one column per item (Qualtrics' second and third
header lines are skipped), or one row per answer. Prolific's own export of submissions (status, time
taken, demographics) can be joined to them by the participant's id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from solecism.errors import FormatError, InputError
from solecism.formats import files, jsonl
from solecism.formats.crowd import column_layout, delimited, label_studio, rows, spreadsheets
from solecism.formats.crowd.column_layout import PLAIN, ColumnLayout, columns_hint
from solecism.formats.crowd.delimited import DelimitedTable, Row, quoted
from solecism.formats.crowd.paid_work import time_of
from solecism.judgment import Judgment

MTURK_ACCEPTED = frozenset({"Approved", "Submitted"})
_MTURK_EMPTY = frozenset({"{}"})
_MTURK_ANSWER = "Answer."


def parse_mturk(
    lines: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all assignments that were not rejected.

    Where the layout does not say otherwise, raters are `WorkerId`, batches are HITs and so are
    items, one for each answer; the working time is shared by the questions of an assignment.
    """
    read = delimited.parse(lines, file=file, **layout.dialect)
    yield from rows.judgments(read, _mturk_layout(layout, read.names, file), skipped=skipped)


def _mturk_layout(layout: ColumnLayout, names: Sequence[str], file: str) -> ColumnLayout:
    """The layout, completed by the columns that all results of Mechanical Turk have."""
    answers = layout.answers or tuple(name for name in names if name.startswith(_MTURK_ANSWER))
    if not layout.answers and len(answers) != 1:
        listed = ", ".join(answers) or "none"
        raise FormatError(
            file, 1, f"which column is the answer? Give --answer. The answers are {listed}."
        )
    is_several = len(answers) > 1 or "{n" in answers[0]
    item = "{HITId}:{question}" if is_several else "HITId"
    layout = replace(
        layout,
        answers=answers,
        missing=layout.missing | _MTURK_EMPTY,
        statuses=layout.statuses | MTURK_ACCEPTED,
    )
    known = {"rater": "WorkerId", "batch": "HITId", "seconds": "WorkTimeInSeconds"}
    if "milliseconds" in layout.places:
        del known["seconds"]
    present = {field: name for field, name in known.items() if name in names}
    return layout.or_else(item=item, status="AssignmentStatus", **present)


TAINTED = "tainted judgments"
_APPEN_GOLD = "_gold"
_SECONDS, _TRUE_GOLD = "seconds of the judgment", "gold of the test question"


def parse_appen(
    lines: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments that are not tainted; those of test questions have `gold`.

    The answer is the column that has one of test answers beside it (`usage`, `usage_gold`); the
    time is from `_started_at` to `_created_at`; the worker's trust is a note.
    """
    skipped = Counter() if skipped is None else skipped
    read = delimited.parse(lines, file=file, **layout.dialect)
    _refuse_aggregated(read)
    answer = _appen_answer(read, layout)
    names = (*read.names, _SECONDS, _TRUE_GOLD)
    widened = DelimitedTable(file, names, _widened_appen(read, f"{answer}{_APPEN_GOLD}", skipped))
    layout = replace(layout, answers=(answer,))
    if "_trust" in read.names:
        layout = replace(layout, notes={"trust": "_trust", **layout.notes})
    if "milliseconds" not in layout.places:
        layout = layout.or_else(seconds=_SECONDS)
    layout = layout.or_else(item="_unit_id", rater="_worker_id", gold=_TRUE_GOLD)
    yield from rows.judgments(widened, layout, skipped=skipped)


def _refuse_aggregated(read: DelimitedTable) -> None:
    if "_worker_id" not in read.names:
        kind = "the aggregated report" if "_trusted_judgments" in read.names else "no full report"
        raise FormatError(
            read.file,
            1,
            f"this is {kind}: it has no column _worker_id. Download the full report. "
            f"{columns_hint(read.names)}",
        )


def _appen_answer(read: DelimitedTable, layout: ColumnLayout) -> str:
    if len(layout.answers) == 1:
        return layout.answers[0]
    tested = [name for name in read.names if f"{name}{_APPEN_GOLD}" in read.names]
    if len(tested) == 1 and not layout.answers:
        return tested[0]
    raise FormatError(
        read.file, 1, f"which column is the answer? Give one --answer. {columns_hint(read.names)}"
    )


def _widened_appen(
    read: DelimitedTable, gold: str, skipped: Counter[str]
) -> Iterator[tuple[int, Row]]:
    """The rows with their time and, for test questions, the right answer."""

    def cell(row: Sequence[str], name: str) -> str:
        return row[places[name]].strip() if name in places else ""

    places = {name: place for place, name in enumerate(read.names)}
    for line, row in read.rows:
        if cell(row, "_tainted").lower() == "true":
            skipped[TAINTED] += 1
            continue
        is_test = "_golden" not in places or cell(row, "_golden").lower() == "true"
        try:
            seconds = _seconds_between(cell(row, "_started_at"), cell(row, "_created_at"))
        except InputError as error:
            raise FormatError(read.file, line, str(error)) from error
        yield line, [*row, seconds, cell(row, gold) if is_test else ""]


def _seconds_between(start: str, end: str) -> str:
    if not start or not end:
        return ""
    try:
        seconds = (time_of(end) - time_of(start)).total_seconds()
    except TypeError as error:
        raise InputError(
            f"{quoted(start)} or {quoted(end)} has no time zone. Give both one."
        ) from error
    if seconds < 0:
        raise InputError(f"the judgment is created at {quoted(end)}, before it starts ({start}).")
    return str(seconds)


_TABLES = {
    "long": spreadsheets.parse_long,
    "wide": spreadsheets.parse_wide,
    "list": spreadsheets.parse_listed,
    "mturk": parse_mturk,
    "appen": parse_appen,
}


def read(
    path: str,
    platform: str,
    layout: ColumnLayout = PLAIN,
    *,
    submissions: str | None = None,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of a platform's file; InputError where there is none in it."""
    is_empty = True
    for judgment in _parsed_file(path, platform, layout, submissions, skipped):
        is_empty = False
        yield judgment
    if is_empty:
        why = f"left out: {reasons_with_counts(skipped)}" if skipped else "no rows"
        raise InputError(
            f"{files.shown_name(path)}: contains no judgments ({why}). Is the file complete?"
        )


def columns(
    path: str, platform: str, layout: ColumnLayout = PLAIN, *, submissions: str | None = None
) -> tuple[str, ...]:
    """The columns of a platform's table, and of its submissions; none where it is no table."""
    if platform not in (*_TABLES, "prolific"):
        return ()
    names = delimited.parse(files.read_lines(path), file=path, **layout.dialect).names
    if submissions is None:
        return names
    joined = delimited.parse(files.read_lines(submissions), file=submissions).names
    return (*names, *(f"{PROLIFIC_PREFIX}{name}" for name in joined))


def reasons_with_counts(skipped: Counter[str]) -> str:
    """The reasons for which rows were left out, with counts.

    >>> reasons_with_counts(Counter({"empty answers": 3, "second answers": 1}))
    'empty answers (3), second answers (1)'
    """
    return ", ".join(f"{reason} ({count})" for reason, count in skipped.items())


def _parsed_file(
    path: str,
    platform: str,
    layout: ColumnLayout,
    submissions: str | None,
    skipped: Counter[str] | None,
) -> Iterator[Judgment]:
    file = files.shown_name(path)
    if platform == "judgments":
        return jsonl.parse(files.read_lines(path), Judgment, file=file)
    if platform == "label-studio":
        return label_studio.parse(files.read_pieces(path), layout, file=file, skipped=skipped)
    lines = files.read_lines(path)
    if platform != "prolific":
        return _TABLES[platform](lines, layout, file=file, skipped=skipped)
    joined = None
    if submissions is not None:
        joined = delimited.parse(files.read_lines(submissions), file=files.shown_name(submissions))
    return parse_prolific(lines, layout, file=file, submissions=joined, skipped=skipped)


PROLIFIC_ACCEPTED = frozenset({"APPROVED", "AWAITING REVIEW"})
PROLIFIC_PREFIX = "Prolific."
_PARTICIPANT_COLUMNS = (
    "prolificpid prolificid participantid workerid participant subjectid subject pid rater".split()
)
_NO_SUBMISSION = "rows of participants without a submission"


def parse_prolific(
    lines: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    submissions: DelimitedTable | None = None,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of a survey, of accepted submissions only where there are `submissions`.

    The columns of the submissions can be used as `Prolific.Age` and so on. The rater is in the
    column of the URL parameter, and an item is named as its column unless the layout says
    otherwise.
    """
    skipped = Counter() if skipped is None else skipped
    read = delimited.parse(lines, file=file, **layout.dialect)
    read = replace(read, rows=_without_header_rest(read.rows))
    layout = _prolific_layout(layout, read)
    if submissions is not None:
        read, layout = _joined_submissions(read, layout, submissions, skipped)
    yield from rows.judgments(read, layout, skipped=skipped)


def _prolific_layout(layout: ColumnLayout, read: DelimitedTable) -> ColumnLayout:
    rater = _column_of(read.names, _PARTICIPANT_COLUMNS)
    layout = layout.or_else(item="{question}")
    return layout.or_else(rater=rater) if rater is not None else layout


def _joined_submissions(
    read: DelimitedTable, layout: ColumnLayout, submissions: DelimitedTable, skipped: Counter[str]
) -> tuple[DelimitedTable, ColumnLayout]:
    """The answers with the columns of their submissions added."""
    rater = layout.places.get("rater")
    if rater not in read.names:
        listed = column_layout.columns_hint(read.names)
        raise FormatError(read.file, 1, f"which column is the participant? Give --rater. {listed}")
    known = _submissions_by_participant(submissions)
    names = (*read.names, *(f"{PROLIFIC_PREFIX}{name}" for name in submissions.names))
    joined = DelimitedTable(
        read.file, names, _with_submissions(read.rows, read.names.index(rater), known, skipped)
    )
    fields = {
        field: f"{PROLIFIC_PREFIX}{name}"
        for field, wanted in (("status", "status"), ("seconds", "timetaken"))
        if (name := _column_of(submissions.names, [wanted])) is not None
    }
    is_a_row_a_participant = len(list(column_layout.answer_columns(layout, read.names))) > 1
    if not is_a_row_a_participant or "milliseconds" in layout.places:
        fields.pop("seconds", None)
    if "status" in fields:
        layout = replace(layout, statuses=layout.statuses | PROLIFIC_ACCEPTED)
    return joined, layout.or_else(**fields)


def _submissions_by_participant(submissions: DelimitedTable) -> dict[str, Row]:
    """The submissions by participant: memory grows with the participants, not their answers."""
    participant = _column_of(submissions.names, _PARTICIPANT_COLUMNS)
    if participant is None:
        raise FormatError(
            submissions.file,
            1,
            "there is no column 'Participant id'. Give the submissions as Prolific exports them. "
            + column_layout.columns_hint(submissions.names),
        )
    index = submissions.names.index(participant)
    known: dict[str, Row] = {}
    for line, row in submissions.rows:
        if known.setdefault(row[index].strip(), row) is not row:
            problem = f"{quoted(row[index])} has a second submission. Leave one of them out."
            raise FormatError(submissions.file, line, problem)
    return known


def _with_submissions(
    answers: Iterator[tuple[int, Row]], index: int, known: dict[str, Row], skipped: Counter[str]
) -> Iterator[tuple[int, Row]]:
    for line, row in answers:
        submission = known.get(row[index].strip())
        if submission is None:
            skipped[_NO_SUBMISSION] += 1
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
