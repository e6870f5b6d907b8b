"""Appen's (Figure Eight's, CrowdFlower's) full report: one row per judgment, test questions marked.

The aggregated report holds one row per item and forgets who said what; it is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solecism.errors import FormatError, InputError
from solecism.formats.crowd import rows, table
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.formats.crowd.places import listing
from solecism.formats.crowd.table import Row, Table, shown
from solecism.formats.crowd.times import time_of
from solecism.judgment import Judgment

TAINTED = "tainted judgments"
_GOLD = "_gold"
_SECONDS, _TRUE_GOLD = "seconds of the judgment", "gold of the test question"


def parse(
    lines: Iterable[str],
    layout: Layout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments that are not tainted; those of test questions have `gold`.

    The answer is the column that has one of test answers beside it (`usage`, `usage_gold`); the
    time is from `_started_at` to `_created_at`; the worker's trust is a note.
    """
    skipped = Counter() if skipped is None else skipped
    read = table.parse(lines, file=file, **layout.dialect)
    _refuse_aggregated(read)
    answer = _answer_of(read, layout)
    names = (*read.names, _SECONDS, _TRUE_GOLD)
    widened = Table(file, names, _widened(read, f"{answer}{_GOLD}", skipped))
    layout = replace(layout, answers=(answer,))
    if "_trust" in read.names:
        layout = replace(layout, notes={"trust": "_trust", **layout.notes})
    if "milliseconds" not in layout.places:
        layout = layout.or_else(seconds=_SECONDS)
    layout = layout.or_else(item="_unit_id", rater="_worker_id", gold=_TRUE_GOLD)
    yield from rows.judgments(widened, layout, skipped=skipped)


def _refuse_aggregated(read: Table) -> None:
    if "_worker_id" not in read.names:
        kind = "the aggregated report" if "_trusted_judgments" in read.names else "no full report"
        raise FormatError(
            read.file,
            1,
            f"this is {kind}: it has no column _worker_id. Download the full report. "
            f"{listing(read.names)}",
        )


def _answer_of(read: Table, layout: Layout) -> str:
    if len(layout.answers) == 1:
        return layout.answers[0]
    tested = [name for name in read.names if f"{name}{_GOLD}" in read.names]
    if len(tested) == 1 and not layout.answers:
        return tested[0]
    raise FormatError(
        read.file, 1, f"which column is the answer? Give one --answer. {listing(read.names)}"
    )


def _widened(read: Table, gold: str, skipped: Counter[str]) -> Iterator[tuple[int, Row]]:
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
            f"{shown(start)} or {shown(end)} has no time zone. Give both one."
        ) from error
    if seconds < 0:
        raise InputError(f"the judgment is created at {shown(end)}, before it starts ({start}).")
    return str(seconds)
