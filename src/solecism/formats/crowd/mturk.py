"""Mechanical Turk's batch results: one row per assignment, with one question or several.

What the requester gave is in columns `Input.*`, what the worker said in `Answer.*`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solecism.errors import FormatError
from solecism.formats.crowd import rows, table
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.judgment import Judgment

ACCEPTED = frozenset({"Approved", "Submitted"})
_EMPTY = frozenset({"{}"})
_ANSWER = "Answer."


def parse(
    lines: Iterable[str], layout: Layout = PLAIN, *, file: str, skipped: Counter[str] | None = None
) -> Iterator[Judgment]:
    """The judgments of all assignments that were not rejected.

    Where the layout does not say otherwise, raters are `WorkerId`, batches are HITs and so are
    items, one for each answer; the working time is shared by the questions of an assignment.
    """
    read = table.parse(lines, file=file, **layout.dialect)
    yield from rows.judgments(read, _filled(layout, read.names, file), skipped=skipped)


def _filled(layout: Layout, names: Sequence[str], file: str) -> Layout:
    """The layout, completed by the columns that all results of Mechanical Turk have."""
    answers = layout.answers or tuple(name for name in names if name.startswith(_ANSWER))
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
        missing=layout.missing | _EMPTY,
        statuses=layout.statuses | ACCEPTED,
    )
    known = {"rater": "WorkerId", "batch": "HITId", "seconds": "WorkTimeInSeconds"}
    if "milliseconds" in layout.places:
        del known["seconds"]
    present = {field: name for field, name in known.items() if name in names}
    return layout.or_else(item=item, status="AssignmentStatus", **present)
