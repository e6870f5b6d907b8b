"""The work behind judgments: the times and pay of each assignment, as platforms write them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from solecism.errors import InputError
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.crowd.delimited import quoted
from solecism.judgment import Judgment

STARTED, SUBMITTED, REWARD, ASSIGNMENT = "started", "submitted", "reward", "assignment"
# Where the platforms have the notes of a piece of work: its times, its pay, and its id.
WORK_COLUMNS = {
    "mturk": {
        STARTED: "AcceptTime",
        SUBMITTED: "SubmitTime",
        REWARD: "Reward",
        ASSIGNMENT: "AssignmentId",
    },
    "appen": {STARTED: "_started_at", SUBMITTED: "_created_at"},
    "prolific": {
        STARTED: "Prolific.Started at",
        SUBMITTED: "Prolific.Completed at",
        ASSIGNMENT: "Prolific.Submission id",
    },
}
_FORMATS = ("%m/%d/%Y %H:%M:%S", "%Y-%m-%d %H:%M:%S UTC", "%a %b %d %H:%M:%S %Y")
# Mechanical Turk's *Mon May 04 10:00:00 PDT 2026*: no library knows all names of time zones.
_ZONE = re.compile(r"(?<=:[0-9]{2} )[A-Z]{3,4} (?=[0-9]{4}$)")


def time_of(text: str) -> datetime:
    """The time in a text; the name of a time zone is passed over.

    >>> print(time_of("Mon May 04 10:00:00 PDT 2026"), time_of("2026-05-31 14:05:00"))
    2026-05-04 10:00:00 2026-05-31 14:05:00
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    for format in _FORMATS:
        try:
            return datetime.strptime(_ZONE.sub("", text), format)
        except ValueError:
            continue
    raise InputError(f"{quoted(text)} is not a time. Write it as 2026-05-31 14:05:00.")


def work_notes(platform: str, layout: ColumnLayout, names: Sequence[str]) -> dict[str, str]:
    """The notes about a piece of work that a platform's table has and the layout does not name."""
    return {
        note: column
        for note, column in WORK_COLUMNS.get(platform, {}).items()
        if column in names and note not in layout.notes
    }


Work = tuple[datetime | None, datetime | None, float]
"""When a piece of work was begun and handed in, and what was paid for it."""
_AMOUNT = re.compile(r"[^0-9]*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)[^0-9.]*")


def pieces_of_work(judgments: Iterable[Judgment]) -> Iterator[Work]:
    """One piece per assignment, or per judgment where the notes name no assignment."""
    seen: set[str] = set()
    for judgment in judgments:
        notes = judgment.notes
        assignment = notes.get(ASSIGNMENT)
        if assignment is not None and assignment in seen:
            continue
        seen.update([assignment] if assignment else [])
        started, submitted = (
            time_of(notes[name]) if notes.get(name) else None for name in (STARTED, SUBMITTED)
        )
        yield started, submitted, amount_of(notes.get(REWARD, ""))


def amount_of(text: str) -> float:
    """The amount of money in a text, NaN where there is none.

    >>> amount_of("$0.25 "), amount_of("1.50"), amount_of("")
    (0.25, 1.5, nan)
    """
    if not text.strip():
        return math.nan
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise InputError(f"the reward {text!r} is not an amount of money. Write it like 0.25.")
    return float(match[1])
